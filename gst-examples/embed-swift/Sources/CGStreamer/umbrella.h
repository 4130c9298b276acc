// SPDX-License-Identifier: MIT
#include <glib-unix.h>
#include <gst/controller/controller.h>
#include <gst/gst.h>
