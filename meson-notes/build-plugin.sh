#!/bin/sh
# usage: build-plugin.sh SWIFT PACKAGE SCRATCH OUTPUT
set -eu
mkdir -p "$3"
"$1" build -c release --product gstswiftvideo --package-path "$2" --scratch-path "$3"
strip --strip-unneeded -o "$4" "$("$1" build -c release --package-path "$2" --scratch-path "$3" --show-bin-path)/libgstswiftvideo.so"
