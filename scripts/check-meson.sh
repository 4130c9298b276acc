#!/bin/bash
# Builds, installs and loads the plugin through meson-notes/meson.build.
source "$(dirname "$0")/common.sh"
build=$root/.build/meson
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
rm -rf "$build"
meson setup "$build" meson-notes --prefix=/usr --buildtype=release
meson compile -C "$build"
DESTDIR=$scratch meson install -C "$build" --no-rebuild
plugin=$(find "$scratch" -name libgstswiftvideo.so)
[ -n "$plugin" ] || { echo "check-meson: nothing was installed" >&2; exit 1; }
GST_REGISTRY=$scratch/registry gst-inspect-1.0 "$plugin"
meson devenv -C "$build" gst-inspect-1.0 swiftrosy >/dev/null
echo "check-meson: built, installed to ${plugin#"$scratch"}, loads"
