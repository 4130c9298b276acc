#!/bin/bash
# SPDX-License-Identifier: MIT
# Shows that check-kernels.sh finds what it is there for: plants violations in a copy of the tree, where it must find each.
# That it finds none in the tree itself is a step of its own.
source "$(dirname "$0")/common.sh"
if [ "${1:-}" != --in-copy ]; then
    [ "$(uname -m)" = x86_64 ] || { echo "skipped: what is planted are instructions of x86-64"; exit 0; }
    in_copy scripts/test-check-kernels.sh --in-copy
    exit
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
kernels=(KernelsBaseline KernelsV3 KernelsV4)

# usage: expect NAME PATTERN...     what the check said must have every pattern
expect() {
    local name=$1 pattern
    shift
    for pattern in "$@"; do
        grep -q -- "$pattern" "$scratch/log" && continue
        echo "test-check-kernels: $name was not found: no \"$pattern\"" >&2
        failed=1
        return
    done
    echo "  found: $name"
}

cat >Sources/KernelsBaseline/Planted.swift <<'END'
extension Kernels {
    public static func planted(_ row: UnsafeMutablePointer<SIMD16<UInt8>>, _ from: UnsafePointer<SIMD16<Int16>>) {
        row[0] = SIMD16<UInt8>(clamping: from[0])
    }

    public static func planted(_ row: UnsafeMutablePointer<SIMD16<Float>>) {
        row[0] = row[0].clamped(lowerBound: row[1], upperBound: row[2]).squareRoot()
    }

    public static func plantedLanes(_ row: UnsafeMutablePointer<SIMD64<UInt16>>, count: Int) {
        for i in 0..<count { row[i] = (row[i] | row[i &+ 1]) & row[i &+ 2] }
    }

    public static func planted(_ count: Int) -> [Int] { (0..<count).sorted { $0 > $1 } }
}
END

# An instruction of the tile machine whose loop calls a function, and one that calls a closure.
cat >Sources/KernelsBaseline/Machine/MachinePlanted.swift <<'END'
internal import CVector
public import PixelCore

@inline(never)
private func square(_ v: Vector) -> Vector { v * v }

@inline(never)
private func loop(_ to: Floats, count: Int, _ law: (Vector) -> Vector) {
    var i = 0
    while i < count {
        swv_f32_store(to + i, law(load(to, i)), swv_lanes32)
        i &+= swv_lanes32
    }
}

extension Kernels {
    public static func planted(_ row: Floats, count: Int) {
        fill(NotMade.self, row, count: count, square, row)
    }

    public static func planted(_ row: Floats, _ other: Floats, count: Int, gain: Float) {
        loop(row, count: count) { $0 * swv_f32_splat(gain) }
        loop(other, count: count) { $0 + swv_f32_splat(gain) }
    }
}
END

cat >>Sources/CCPUFeatures/CPUFeatures.c <<'END'
__attribute__((target("avx2"))) void swv_planted_avx(float *row) {
    for (int i = 0; i < 8; i++) row[i] *= 2;
}

__attribute__((target("bmi2"))) unsigned swv_planted_bmi(unsigned value, unsigned bits) { return value << bits; }
END

# All at once, as a build takes long; each leaves a name of its own.
for target in "${kernels[@]}" CCPUFeatures; do
    swift build -c release --target "$target" >"$scratch/build" 2>&1 || { cat "$scratch/build" >&2; exit 2; }
done
if scripts/check-kernels.sh --objects .build/release >"$scratch/log" 2>&1; then
    echo "test-check-kernels: nothing was found" >&2
    exit 1
fi
for module in "${kernels[@]}"; do
    expect "a lane conversion of the standard library in $module" \
        "$module.build/Planted.swift.o has weak code that another module may have" '^\$ss6SIMD16V.*clamping'
    expect "a square root and an array of the standard library in $module" \
        "$module.build/Planted.swift.o calls code of others" '^sqrtf$' '^swift_allocObject$'
    # Of SSE2 the compiler makes no such loop.
    [ $module = KernelsBaseline ] || expect "vectors that are taken lane by lane in $module" \
        "$module.build/Planted.swift.o takes vectors lane by lane" 'plantedLanes'
    expect "calls and a closure in the loops of the machine in $module" \
        "$module.build/MachinePlanted.swift.o has closures" \
        "$module.build/MachinePlanted.swift.o has instructions that call" 'O7planted_5count'
done
expect "AVX and BMI2 outside the wide modules" "CPUFeatures.c.o has wide instructions in" '^swv_planted_avx$' '^swv_planted_bmi$'
[ $failed = 0 ] || cat "$scratch/log" >&2

# What the linker makes of it when it merges: the wide copy of a function that an object has without AVX. Of the objects only
# the kernels' are left.
find .build/release/ -maxdepth 1 -name '*.build' | grep -v '/Kernels' | xargs rm -rf
rm .build/release/Kernels*.build/*Planted.swift.o
mkdir .build/release/Merged.build
echo 'void swv_planted(float *row) { for (int i = 0; i < 8; i++) row[i] *= 2; }' >"$scratch/planted.c"
clang -O2 -fPIC -c -o .build/release/Merged.build/planted.o "$scratch/planted.c"
clang -O2 -fPIC -mavx2 -c -o "$scratch/wide.o" "$scratch/planted.c"
link() {
    clang -shared -Wl,--unresolved-symbols=ignore-all -o .build/release/libgstswiftvideo.so \
        .build/release/KernelsV[34].build/*.o "$1"
}
link "$scratch/wide.o"
if scripts/check-kernels.sh >"$scratch/log" 2>&1; then
    echo "test-check-kernels: a wide function took the place of another, and was not found" >&2
    failed=1
fi
expect "a wide function that took the place of another" "functions of the baseline" '^swv_planted$'
link .build/release/Merged.build/planted.o
scripts/check-kernels.sh >"$scratch/log" 2>&1 || {
    cat "$scratch/log" >&2
    echo "test-check-kernels: the same function without AVX does not pass" >&2
    failed=1
}
[ $failed = 0 ] && echo "test-check-kernels: all planted violations were found"
exit $failed
