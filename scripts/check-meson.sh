#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds, tests, installs and loads the plugin through meson.build, then as a subproject of the project that
# meson-notes/README.md shows. Swift builds once: what is here already is used again.
source "$(dirname "$0")/common.sh"
build=$root/.build/meson
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset GST_PLUGIN_PATH GST_REGISTRY
fail() {
    echo "check-meson: $1" >&2
    exit 1
}
version=$(sed -nE "s/^project\(.*version: '([0-9.]+)'.*/\1/p" meson.build)
[ "$version" = "$(plugin_version)" ] || fail "meson.build has version $version, the plugin is $(plugin_version)"

# usage: check BUILD_FOLDER     compiles, tests, installs, and asks for an element by name
check() {
    local installed
    meson compile -C "$1"
    meson test -C "$1" --no-rebuild
    rm -rf "$scratch/root"
    DESTDIR=$scratch/root meson install -C "$1" --no-rebuild
    installed=$scratch/root/usr/lib
    plugin=$(find "$installed" -name libgstswiftvideo.so)
    [ -n "$plugin" ] || fail "no plugin was installed"
    GST_REGISTRY=$scratch/registry gst-inspect-1.0 "$plugin" >/dev/null || fail "what was installed does not load"
    for file in LICENSE LICENSES/Apache-2.0.txt docs/gst_plugins_cache.json docs/elements/swiftrosy.md \
        docs/images/swiftrosy.png; do
        [ -s "$scratch/root/usr/share/doc/swiftvideo/$file" ] || fail "$file was not installed"
    done
    meson devenv -C "$1" gst-inspect-1.0 swiftrosy >/dev/null || fail "meson devenv does not find swiftrosy"
}

rm -rf "$build"
meson setup "$build" --prefix=/usr --buildtype=release -Dscratch="$root/.build"
check "$build"
path=${plugin#"$scratch/root"}

# The project is taken from the page.
mkdir -p "$scratch/player/subprojects"
ln -s "$root" "$scratch/player/subprojects/swiftvideo"
awk '/^```meson$/ { on = 1; next } /^```$/ { on = 0 } on' meson-notes/README.md >"$scratch/player/meson.build"
grep -q "subproject('swiftvideo')" "$scratch/player/meson.build" || fail "meson-notes/README.md shows no project"
meson setup "$scratch/player/build" "$scratch/player" --prefix=/usr -Dswiftvideo:scratch="$root/.build" \
    -Dswiftvideo:plugindir=lib/video-plugins
check "$scratch/player/build"
[ "${plugin#"$scratch/root"}" = /usr/lib/video-plugins/libgstswiftvideo.so ] || fail "plugindir of the subproject is not heard"
echo "check-meson: compiled, tested, installed to $path, in the devenv and as a subproject"
