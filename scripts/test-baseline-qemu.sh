#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs the kernel tests on an emulated CPU without AVX: only the baseline level is available there, and any
# instruction of a wider level is SIGILL. The tests are built optimized, as that is the code that ships.
#
# usage: scripts/test-baseline-qemu.sh
set -euo pipefail
cd "$(dirname "$0")/.."
emulator=(qemu-x86_64 -cpu Nehalem)

stop() {
    echo "test-baseline-qemu: $1" >&2
    exit 1
}

[ "$(uname -m)" = x86_64 ] || { echo "skipped: only x86-64 has a level below others"; exit 0; }
command -v "${emulator[0]}" >/dev/null || stop "needs ${emulator[0]}; install qemu-user"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# An emulator that runs AVX would prove nothing.
echo 'int main(void) { __asm__ volatile("vxorps %ymm0, %ymm0, %ymm0"); return 0; }' >"$scratch/avx.c"
clang -o "$scratch/avx" "$scratch/avx.c"
if (ulimit -c 0; "${emulator[@]}" "$scratch/avx" || exit 1) >/dev/null 2>&1; then stop "the emulator runs AVX instructions"; fi

build=(swift build -c release --build-tests)
"${build[@]}" >"$scratch/build.log" 2>&1 || { cat "$scratch/build.log" >&2; stop "the tests do not build"; }
tests=$("${build[@]}" --show-bin-path 2>/dev/null)/swiftvideoPackageTests.xctest
[ -x "$tests" ] || stop "no test program $tests"

status=0
(ulimit -c 0; "${emulator[@]}" "$tests" --testing-library swift-testing --filter KernelTests || exit $?) \
    >"$scratch/log" 2>&1 || status=$?
if [ $status != 0 ]; then
    tail -n 40 "$scratch/log" >&2
    [ $status != 132 ] || stop "an instruction that the baseline lacks"
    stop "the kernel tests fail with status $status"
fi
# One test case for each level: there must be one level.
grep -q 'Test split3x8(level:) with 1 test case passed' "$scratch/log" \
    || stop "the emulated CPU offers more than the baseline, or the kernel tests were not run"
echo "test-baseline-qemu: $(grep -o 'Test run with .* passed' "$scratch/log") on ${emulator[*]}"
