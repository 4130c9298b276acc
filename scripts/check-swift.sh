#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds the plugin with Debian unstable's own Swift, the oldest that the README names, in a Debian of its own, and plays with it.
# Needs root, a network, 4 GB below /tmp and ten minutes.
source "$(dirname "$0")/common.sh"
source scripts/roots.sh
scripts/setup.sh package
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
    echo "check-swift: $1" >&2
    exit 1
}

new_root sid
inside apt-get -q install -y --no-install-recommends g++ git gstreamer1.0-plugins-base gstreamer1.0-tools \
    libgstreamer-plugins-base1.0-dev libgstreamer1.0-dev libjson-glib-dev pkg-config swiftlang >"$scratch/install.log" 2>&1 \
    || { tail -n 5 "$scratch/install.log" >&2; fail "Debian's Swift can't be installed, see above"; }
version=$(inside swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9.]+).*/\1/p')
mkdir "$there/src"
git ls-files -co --exclude-standard -z | tar --null -T - -c | tar -x -C "$there/src"
inside sh -c 'cd /src && swift build -c release --product gstswiftvideo -Xswiftc -warnings-as-errors -Xcc -Werror' \
    >"$scratch/build.log" 2>&1 || {
    { grep -E 'error:|warning:' "$scratch/build.log" || tail "$scratch/build.log"; } | sort -u | head -n 20 >&2
    fail "it does not build with Debian's Swift $version, see above"
}
inside env GST_PLUGIN_PATH=/src/.build/release gst-launch-1.0 -q videotestsrc num-buffers=10 ! swiftntsc ! swifteq ! swiftrosy \
    ! fakesink || fail "what Debian's Swift $version has built does not play"
echo "report: Swift $version, Debian's own, builds the plugin"
