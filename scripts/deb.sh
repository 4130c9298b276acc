#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the Debian package: out/gstreamer1.0-swiftvideo_VERSION_ARCHITECTURE.deb. ARCH=arm64 makes that of arm64.
source "$(dirname "$0")/common.sh"
scripts/setup.sh build
scripts/setup.sh package
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

version=$(plugin_version)
packaged=$(dpkg-parsechangelog --file packaging/debian/changelog --show-field Version)
if [ "$packaged" != "$version" ]; then
    echo "packaging/debian/changelog begins with version $packaged, the plugin is $version." >&2
    exit 1
fi
# First, so that what is wrong with the build is told alone.
build_plugin
mkdir -p out .build/logs "$scratch/swiftvideo"
cp -r packaging/debian "$scratch/swiftvideo/"
log=$root/.build/logs/deb.log
# What it needs to be built is this machine's; packages of the other one are not installed here.
options=()
if is_cross; then
    options=(--host-arch=arm64 --no-check-builddeps)
    scripts/aarch64/dpkg.sh
    export SWIFTVIDEO_SHLIBDEPS="-l$sysroot/usr/lib/aarch64-linux-gnu --admindir=$aarch64/dpkg"
fi
if ! (cd "$scratch/swiftvideo" && SWIFTVIDEO_SOURCE=$root for_target dpkg-buildpackage --build=binary --no-sign \
    "${options[@]}") >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "dpkg-buildpackage failed; see above, or $log." >&2
    exit 1
fi
package=$(basename "$scratch"/*.deb)
rm -f out/gstreamer1.0-swiftvideo_*_"${package##*_}"
cp "$scratch/$package" out/
echo "Wrote out/$package ($(du -k "out/$package" | cut -f 1) kB); install it with: apt install ./out/$package"
