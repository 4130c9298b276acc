#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: build-plugin.sh SWIFT PACKAGE SCRATCH OUTPUT
set -eu
swift=$1
output=$4
mkdir -p "$3"
# A subproject may be a link to the tree; Swift builds all again where the tree has another name.
package=$(cd "$2" && pwd -P)
scratch=$(cd "$3" && pwd -P)
build() {
    "$swift" build -c release --package-path "$package" --scratch-path "$scratch" "$@"
}
build --product gstswiftvideo
strip --strip-unneeded -o "$output" "$(build --show-bin-path)/libgstswiftvideo.so"
