#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes what other distributions unpack: out/swiftvideo-VERSION-linux-MACHINE.tar.gz. ARCH=arm64 makes that of aarch64.
source "$(dirname "$0")/common.sh"
scripts/setup.sh build
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
name=swiftvideo-$(plugin_version)-linux-$machine
tree=$scratch/$name

build_plugin
mkdir -p out "$tree/lib/gstreamer-1.0" "$tree/docs"
strip_plugin "$plugin" "$tree/lib/gstreamer-1.0/libgstswiftvideo.so"
cp -r LICENSE LICENSES NEWS.md THIRD_PARTY_NOTICES.md "$tree/"
cp -r docs/elements docs/images "$tree/docs/"

# What it needs is read from it and from what it was built with.
newest() {
    objdump -T "$tree/lib/gstreamer-1.0/libgstswiftvideo.so" | grep -oE "\b$1_[0-9.]+" | sort -Vu | tail -n 1 | cut -d _ -f 2
}
gstreamer=$(for_target pkg-config --modversion gstreamer-1.0 | cut -d . -f 1,2)
for file in README.md install.sh; do
    sed -e "s/@GLIBC@/$(newest GLIBC)/g; s/@GSTREAMER@/$gstreamer/g" \
        -e "s/@NAME@/$name/g" "packaging/tarball/$file.in" >"$tree/$file"
done
chmod +x "$tree/install.sh"
# Files that are not in it are the repository's.
homepage=$(sed -nE 's/^Homepage: //p' packaging/debian/control)
(cd "$tree" && find . -name '*.md' -exec grep -oHE '\]\([^)#:]+' {} +) | sed 's/\](//' | while IFS=: read -r page link; do
    file=$(realpath -m --relative-to="$tree" "$tree/$(dirname "$page")/$link")
    [ -e "$tree/$file" ] || sed -i "s|](${link//./\\.}\([)#]\)|]($homepage/blob/main/$file\1|" "$tree/$page"
done
tar --sort=name --owner=0 --group=0 --numeric-owner -C "$scratch" -czf "out/$name.tar.gz" "$name"
echo "Wrote out/$name.tar.gz ($(du -k "out/$name.tar.gz" | cut -f 1) kB): glibc $(newest GLIBC) and GStreamer $gstreamer, or newer"
