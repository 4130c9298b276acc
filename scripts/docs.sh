#!/bin/bash
# SPDX-License-Identifier: MIT
# Writes docs/elements, docs/elements.json, docs/gst_plugins_cache.json, README.md's lists of elements and formats, and the
# description of the Debian package.
#
# usage: scripts/docs.sh [DIRECTORY]     (a tree with README.md and packaging/debian/control; default: this one)
directory=$(realpath "${1:-$(dirname "$0")/..}")
source "$(dirname "$0")/common.sh"
scripts/setup.sh docs
swift_build docs-generator -c release --product docs-generator
"$(swift build -c release --show-bin-path)/docs-generator" "$directory"

# From the plugin as GStreamer loads it, alone. Python is Debian's, which has GStreamer's bindings.
build_plugin
env -u GST_PLUGIN_PATH GST_PLUGIN_SYSTEM_PATH= GST_REGISTRY="$root/.build/docs-registry.bin" \
    /usr/bin/python3 scripts/docs-cache.py "$plugin" "$directory/docs/gst_plugins_cache.json"
