#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs elements of the plugin for aarch64 under qemu and those of this machine's on the same frames, and compares what they make, bit
# for bit. Tests/Aarch64 has the cases: every element in every format, in sizes and with settings that change from day to day.
#
# environment: SWIFTVIDEO_SEED=N   another day's; QEMU_CPU   see qemu-aarch64-static -cpu help (default: cortex-a53)
source "$(dirname "$0")/../common.sh"
source scripts/aarch64/common.sh
frames=3
work=$aarch64/frames
rm -rf "$work"
mkdir -p "$work"
fail() {
    echo "check-frames: $1" >&2
    exit 1
}

packages=(gstreamer-app-1.0 gstreamer-video-1.0)
clang -O2 -Wall -Werror -o "$work/frames" Tests/Aarch64/frames.c $(pkg-config --cflags --libs "${packages[@]}")
clang -O2 -Wall -Werror -target $triple --sysroot "$sysroot" -fuse-ld=lld -o "$work/frames-aarch64" Tests/Aarch64/frames.c \
    $(env "${arm_environment[@]}" pkg-config --cflags --libs "${packages[@]}")
find_plugin
mkdir "$work/here" "$work/there"
ln -s "$plugin" "$work/here/"
ln -s "$arm_products/libgstswiftvideo.so" "$work/there/"

python3 Tests/Aarch64/cases.py "$(seed)" >"$work/cases"
count=$(wc -l <"$work/cases")
[ "$count" -gt 1000 ] || fail "there are only $count cases"
# Some parts of the cases beside each other, each by a program of its own.
parts=$(nproc)
split --number="r/$parts" --numeric-suffixes "$work/cases" "$work/cases-"

run_here() {
    GST_PLUGIN_PATH=$work/here GST_REGISTRY=$work/registry timeout 600 "$work/frames" $frames "$1"
}
run_there() {
    env "${arm_environment[@]}" GST_PLUGIN_PATH="$work/there" GST_REGISTRY="$work/registry-aarch64" \
        timeout 600 qemu-aarch64-static -L "$sysroot" "$work/frames-aarch64" $frames "$1"
}
# usage: run_parts SIDE     the programs write beside each other
run_parts() {
    local side=$1 part running=() status=0
    for part in "$work"/cases-[0-9]*; do
        "run_$side" "$part" >"$work/$side-${part##*-}" 2>"$work/$side-${part##*-}.log" &
        running+=($!)
    done
    for part in "${running[@]}"; do wait "$part" || status=$?; done
    cat "$work/$side"-*[0-9] >"$work/$side.txt"
    if [ $status != 0 ] || [ "$(wc -l <"$work/$side.txt")" != "$count" ]; then
        { grep -hE $'\t(error|no frame|can.t)|takes no frames' "$work/$side.txt" || tail -q -n 1 "$work/$side"-*[0-9]; } \
            | cut -c 1-300 | head -n 5 >&2
        tail -q -n 5 "$work/$side"-*.log >&2
        fail "on $2 not all pipelines make frames, status $status; see above"
    fi
}
# Lists of plugins, before programs would make them beside each other.
run_here /dev/null
run_there /dev/null
run_parts here x86-64
start=$SECONDS
run_parts there aarch64
if ! diff "$work/here.txt" "$work/there.txt" >"$work/differences"; then
    grep '^[<>]' "$work/differences" | cut -c 1-400 | head -n 20 >&2
    fail "$(grep -c '^<' "$work/differences") of $count pipelines have other frames than on x86-64 (<): $work/differences has all, \
seed $(seed)"
fi
elements=$(cut -d ' ' -f 1 "$work/cases" | sort -u | wc -l)
echo "report: $count pipelines of $elements elements make the same frames on aarch64, bit for bit, in $((SECONDS - start)) s; seed $(seed)"
