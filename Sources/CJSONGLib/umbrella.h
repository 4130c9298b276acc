// SPDX-License-Identifier: MIT
#include <json-glib/json-glib.h>
