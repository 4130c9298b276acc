#!/bin/bash
# SPDX-License-Identifier: MIT
# Fails where a kernel has no row of the benchmark. Kernels are the requirements of protocols that are called KernelSet or
# SomethingKernels; instructions of the tile machine are measured by the laws that are lowered to them.
source "$(dirname "$0")/common.sh"
kernels=$(find Sources -name '*.swift' -print0 | xargs -0 awk '
    /^(public |package )?protocol [A-Za-z]*(Kernels|KernelSet)[ :{]/ { on = !/protocol Machine/ }
    /^}/ { on = 0 }
    on && match($0, /static func [A-Za-z0-9]+/) { print substr($0, RSTART + 12, RLENGTH - 12) }' | sort -u)
count=$(wc -w <<<"$kernels")
[ "$count" -gt 90 ] || { echo "check-benchmarks: found $count kernels" >&2; exit 1; }
missing=$(for kernel in $kernels; do
    grep -rqE "\"$kernel[\" ,]" --include='*.swift' Benchmarks/Sources || echo "$kernel"
done)
[ -z "$missing" ] || { echo "check-benchmarks: no KernelCase of" $missing >&2; exit 1; }
echo "check-benchmarks: $count kernels have rows"
