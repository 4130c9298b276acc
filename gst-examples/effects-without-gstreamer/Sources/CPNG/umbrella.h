// SPDX-License-Identifier: MIT
#include <png.h>

// Swift does not see macros that are made of others.
static const png_uint_32 cpng_format_rgba = PNG_FORMAT_RGBA;
static const png_uint_32 cpng_version = PNG_IMAGE_VERSION;
