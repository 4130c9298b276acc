#!/bin/bash
# SPDX-License-Identifier: MIT
# Installs and removes the plugin in every way that needs no root, into a home of its own.
source "$(dirname "$0")/common.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
system=$(pkg-config --variable=pluginsdir gstreamer-1.0)
libraries=$(pkg-config --variable=libdir gstreamer-1.0)

# usage: check FILE [VARIABLE=VALUE...]
check() {
    local file=$1
    shift
    env HOME="$scratch/home" "$@" scripts/install.sh install
    [ -f "$file" ] || { echo "check-install: install with '$*' did not write $file" >&2; exit 1; }
    env HOME="$scratch/home" "$@" scripts/install.sh uninstall
    [ ! -e "$file" ] || { echo "check-install: uninstall with '$*' left $file" >&2; exit 1; }
}
mkdir "$scratch/home"
unset XDG_DATA_HOME PREFIX SYSTEM DESTDIR GST_PLUGIN_PATH GST_PLUGIN_SYSTEM_PATH
check "$scratch/home/.local/share/gstreamer-1.0/plugins/libgstswiftvideo.so"
check "$scratch/data/gstreamer-1.0/plugins/libgstswiftvideo.so" XDG_DATA_HOME="$scratch/data"
check "$scratch/prefix${libraries#/usr}/gstreamer-1.0/libgstswiftvideo.so" PREFIX="$scratch/prefix"
check "$scratch/root$system/libgstswiftvideo.so" SYSTEM=1 DESTDIR="$scratch/root"
[ -z "$(find "$scratch" -name '*.so*')" ] || { echo "check-install: files were left" >&2; exit 1; }
echo "check-install: user, XDG_DATA_HOME, PREFIX, SYSTEM with DESTDIR"
