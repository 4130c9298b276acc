// SPDX-License-Identifier: MIT
#include "CPluginEntry.h"

#include <CElementShim.h>
#include <gst/gst.h>

#define PACKAGE "swiftvideo"

static gboolean plugin_init(GstPlugin *plugin) { return swv_register_elements(plugin); }

GST_PLUGIN_DEFINE(
    GST_VERSION_MAJOR, GST_VERSION_MINOR, swiftvideo, "Real-time video effects written in Swift", plugin_init, "0.1.0",
    "MIT/X11", "swiftvideo", SWV_HOMEPAGE)
