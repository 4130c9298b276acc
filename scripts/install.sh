#!/bin/bash
# SPDX-License-Identifier: MIT
# Installs the plugin, or removes it.
#
# usage: scripts/install.sh install|uninstall
# environment: nothing     for this user: ~/.local/share/gstreamer-1.0/plugins
#              PREFIX=DIR  DIR/lib/<triplet>/gstreamer-1.0
#              SYSTEM=1    where the system's GStreamer has its plugins
#              DESTDIR=DIR put before all of them
#              ARCH=arm64  the plugin for that machine: with SYSTEM=1 and DESTDIR
source "$(dirname "$0")/common.sh"
action=${1:-}
name=libgstswiftvideo.so
case $action in install | uninstall) ;; *) echo "usage: scripts/install.sh install|uninstall" >&2; exit 2 ;; esac
scripts/setup.sh build

# Where the system's GStreamer has its plugins.
plugins_folder() {
    if is_cross; then echo /usr/lib/$machine-linux-gnu/gstreamer-1.0; else pkg-config --variable=pluginsdir gstreamer-1.0; fi
}
hint=
if [ -n "${SYSTEM:-}" ]; then
    plugins=$(plugins_folder)
elif [ -n "${PREFIX:-}" ]; then
    # As the system's own, with the other prefix.
    libraries=$(pkg-config --variable=libdir gstreamer-1.0)
    plugins=$PREFIX/${libraries#"$(pkg-config --variable=prefix gstreamer-1.0)"/}/gstreamer-1.0
    [ "$plugins" = "$(pkg-config --variable=pluginsdir gstreamer-1.0)" ] || hint="GST_PLUGIN_PATH=$plugins "
else
    plugins=${XDG_DATA_HOME:-$HOME/.local/share}/gstreamer-1.0/plugins
fi
target=${DESTDIR:-}$plugins/$name

# Writes with sudo where this user may not, so that nobody has to build as root.
existing=$(dirname "$target")
while [ ! -e "$existing" ]; do existing=$(dirname "$existing"); done
as_owner=()
if [ ! -w "$existing" ]; then
    command -v sudo >/dev/null || { echo "$existing is not yours to write, and there is no sudo." >&2; exit 1; }
    as_owner=(sudo)
fi

if [ "$action" = uninstall ]; then
    "${as_owner[@]}" rm -f "$target"
    echo "Removed $target"
    exit
fi

build_plugin
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
strip_plugin "$plugin" "$scratch/$name"
"${as_owner[@]}" mkdir -p "$(dirname "$target")"
# install makes a new file rather than change one that a program may have open.
"${as_owner[@]}" install -m 644 "$scratch/$name" "$target"

if ! GST_REGISTRY=$scratch/registry on_target gst-inspect-1.0 "$target" >"$scratch/log" 2>&1; then
    cat "$scratch/log" >&2
    echo "Installed $target, but GStreamer does not load it; see above." >&2
    exit 1
fi
echo "Installed $target ($(du -k "$target" | cut -f 1) kB)"
if [ -z "${DESTDIR:-}" ]; then
    # Asks for the element by name, as a user will.
    if ! env ${hint:+"${hint% }"} GST_REGISTRY="$scratch/by-name" gst-inspect-1.0 swiftrosy >"$scratch/log" 2>&1; then
        echo "GStreamer does not find swiftrosy in $plugins." >&2
        exit 1
    fi
    echo "Try: ${hint}gst-launch-1.0 videotestsrc ! swiftrosy ! videoconvert ! autovideosink"
    gst-inspect-1.0 --exists autovideosink \
        || echo "autovideosink is in Debian's gstreamer1.0-plugins-good, the window it opens in gstreamer1.0-x."
fi
