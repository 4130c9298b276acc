#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes what a release consists of, in out/: the Debian packages and the tarballs of x86-64 and aarch64, their SHA-256 sums, and the release notes, which
# are the first section of NEWS.md. CONTRIBUTING.md says how the tag is signed.
#
# usage: scripts/release.sh [--packaged]     --packaged: takes the packages that are in out/
source "$(dirname "$0")/common.sh"
case ${1:-} in
'') packaged= ;;
--packaged) packaged=1 ;;
*)
    echo "usage: scripts/release.sh [--packaged]" >&2
    exit 2
    ;;
esac
version=$(plugin_version)
# "# News", then "## VERSION" or "## VERSION (unreleased)", then what is new.
heading=$(grep -m 1 '^## ' NEWS.md)
[[ "$heading " == "## $version "* ]] || {
    echo "NEWS.md begins with \"${heading#\#\# }\", the plugin is $version." >&2
    exit 1
}
if [ -z "$packaged" ]; then
    rm -f out/swiftvideo-*-linux-*.tar.gz out/gstreamer1.0-swiftvideo_*.deb
    architectures=("$architecture" arm64)
    [ "$architecture" != arm64 ] || architectures=(arm64)
    for ARCH in "${architectures[@]}"; do
        export ARCH
        scripts/deb.sh
        scripts/tarball.sh
    done
fi
cd out
files=(gstreamer1.0-swiftvideo_"$version"_*.deb swiftvideo-"$version"-linux-*.tar.gz)
for file in "${files[@]}"; do
    [ -f "$file" ] || { echo "out/$file is missing: run scripts/release.sh without --packaged" >&2; exit 1; }
done
sha256sum "${files[@]}" >SHA256SUMS
notes=release-notes-$version.md
awk '/^## / { if (++section > 1) exit; next } section && (begun || NF) { begun = 1; print }' "$root/NEWS.md" >"$notes"
[ -s "$notes" ] || { echo "The first section of NEWS.md is empty." >&2; exit 1; }
echo "Release $version is in out/: ${files[*]} SHA256SUMS $notes"
