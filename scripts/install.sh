#!/bin/bash
# Installs the plugin, or removes it.
#
# usage: scripts/install.sh install|uninstall
# environment: nothing     for this user: ~/.local/share/gstreamer-1.0/plugins
#              PREFIX=DIR  DIR/lib/<triplet>/gstreamer-1.0
#              SYSTEM=1    where the system's GStreamer has its plugins
#              DESTDIR=DIR put before all of them
source "$(dirname "$0")/common.sh"
action=${1:-}
name=libgstswiftvideo.so
case $action in install | uninstall) ;; *) echo "usage: scripts/install.sh install|uninstall" >&2; exit 2 ;; esac
scripts/setup.sh build

hint=
if [ -n "${SYSTEM:-}" ]; then
    plugins=$(pkg-config --variable=pluginsdir gstreamer-1.0)
elif [ -n "${PREFIX:-}" ]; then
    # As the system's own, with the other prefix.
    libraries=$(pkg-config --variable=libdir gstreamer-1.0)
    plugins=$PREFIX/${libraries#"$(pkg-config --variable=prefix gstreamer-1.0)"/}/gstreamer-1.0
    [ "$plugins" = "$(pkg-config --variable=pluginsdir gstreamer-1.0)" ] || hint="GST_PLUGIN_PATH=$plugins "
else
    plugins=${XDG_DATA_HOME:-$HOME/.local/share}/gstreamer-1.0/plugins
fi
target=${DESTDIR:-}$plugins/$name

if [ "$action" = uninstall ]; then
    rm -f "$target"
    echo "Removed $target"
    exit
fi

build_plugin
mkdir -p "$(dirname "$target")"
# A new file rather than a changed one: a program may have the old one open.
strip --strip-unneeded -o "$target.new" "$plugin"
chmod 644 "$target.new"
mv -f "$target.new" "$target"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if ! GST_REGISTRY=$scratch/registry gst-inspect-1.0 "$target" >"$scratch/log" 2>&1; then
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
fi
