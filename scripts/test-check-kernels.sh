#!/bin/bash
# Shows that check-kernels.sh finds what it is there for: plants violations in a copy of the package, one at a time.
#
# usage: scripts/test-check-kernels.sh
set -euo pipefail
export LC_ALL=C
root=$(cd "$(dirname "$0")/.." && pwd)
[ "$(uname -m)" = x86_64 ] || { echo "test-check-kernels: the levels to test are those of x86-64" >&2; exit 2; }
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -a "$root/Package.swift" "$root/Sources" "$root/Tests" "$root/scripts" "$copy/"
cd "$copy"
failed=0

build() {
    local target
    for target in "$@"; do
        swift build -c release --target "$target" >build.log 2>&1 || { cat build.log >&2; exit 2; }
    done
}

# Runs the check, and expects it to find all of $2... (nothing if there are none) in case $1.
options=(--objects)
expect() {
    local name=$1 pattern
    shift
    if scripts/check-kernels.sh "${options[@]}" .build/release >check.log 2>&1; then
        [ $# -gt 0 ] || { echo "  passes: $name"; return; }
        echo "test-check-kernels: $name was not found" >&2
        failed=1
        return
    fi
    for pattern in "$@"; do
        grep -q -- "$pattern" check.log && continue
        echo "test-check-kernels: $name: no \"$pattern\"" >&2
        cat check.log >&2
        failed=1
        return
    done
    [ $# -gt 0 ] && { echo "  found: $name"; return; }
    echo "test-check-kernels: $name: unexpected result" >&2
    cat check.log >&2
    failed=1
}

kernels=(KernelsBaseline KernelsV3 KernelsV4)
build "${kernels[@]}" CCPUFeatures
expect "the package as it is"

# Together, as a build takes long; each leaves a name of its own.
cat >Sources/KernelsBaseline/Planted.swift <<'END'
extension Kernels {
    public static func planted(_ row: UnsafeMutablePointer<SIMD16<UInt8>>, _ from: UnsafePointer<SIMD16<Int16>>) {
        row[0] = SIMD16<UInt8>(clamping: from[0])
    }

    public static func planted(_ row: UnsafeMutablePointer<SIMD16<Float>>) {
        row[0] = row[0].clamped(lowerBound: row[1], upperBound: row[2]).squareRoot()
    }

    public static func planted(_ count: Int) -> [Int] { (0..<count).sorted { $0 > $1 } }
}
END
build "${kernels[@]}"
for module in "${kernels[@]}"; do
    expect "a lane conversion of the standard library in $module" \
        "$module.build/Planted.swift.o has weak code that another module may have" '^\$ss6SIMD16V.*clamping'
    expect "a square root and an array of the standard library in $module" \
        "$module.build/Planted.swift.o calls code of others" '^sqrtf$' '^swift_allocObject$'
done

rm Sources/KernelsBaseline/Planted.swift .build/release/Kernels*.build/Planted.swift.o
cp Sources/CCPUFeatures/CPUFeatures.c saved.c
cat >>Sources/CCPUFeatures/CPUFeatures.c <<'END'
__attribute__((target("avx2"))) void swv_planted(float *row) {
    for (int i = 0; i < 8; i++) row[i] *= 2;
}
END
build "${kernels[@]}" CCPUFeatures
expect "AVX outside the wide modules" "wide instructions in"

cp saved.c Sources/CCPUFeatures/CPUFeatures.c
cat >>Sources/CCPUFeatures/CPUFeatures.c <<'END'
__attribute__((target("bmi2"))) unsigned swv_planted(unsigned value, unsigned bits) { return value << bits; }
END
build CCPUFeatures
expect "BMI2 outside the wide modules" "wide instructions in"

cp saved.c Sources/CCPUFeatures/CPUFeatures.c
build CCPUFeatures
expect "the package as it was"

# What the linker makes of it when it merges: the wide copy of a function that an object has without AVX.
options=()
mkdir .build/release/Planted.build
echo 'void swv_planted(float *row) { for (int i = 0; i < 8; i++) row[i] *= 2; }' >planted.c
clang -O2 -fPIC -c -o .build/release/Planted.build/planted.o planted.c
clang -O2 -fPIC -mavx2 -c -o wide.o planted.c
link() {
    clang -shared -Wl,--unresolved-symbols=ignore-all -o .build/release/libgstswiftvideo.so \
        .build/release/KernelsV[34].build/*.o "$1"
}
link wide.o
expect "a wide function that took the place of another" "functions of the baseline"
link .build/release/Planted.build/planted.o
expect "the same function without AVX"

[ $failed = 0 ] && echo "test-check-kernels: all planted violations were found"
exit $failed
