#!/bin/bash
# SPDX-License-Identifier: MIT
# Every check that CI runs first, as named steps; test-examples.sh has what users do, test-attack.sh what attacks. See
# steps.sh for what is printed.
#
# usage: scripts/test.sh [--long]     --long: the tests of all builds, random ones for longer (SWIFTVIDEO_LONG=1)
source "$(dirname "$0")/steps.sh"

build_release() {
    [ -e .build/release/libgstswiftvideo.so ] || echo "report: nothing was built before"
    swift build -c release
    swift build -c release --build-tests
}

# The levels that this CPU has, as the C library sees it, and v4 only with VBMI. The highest is what tests-release runs at; of the
# others one is taken each day, with the laws of some filters: of levels, kernels have tests of their own.
level_tests() {
    local supported level levels
    [ "$(uname -m)" = x86_64 ] || { echo "skipped: only x86-64 has levels to choose from"; return 0; }
    supported=$(/lib64/ld-linux-x86-64.so.2 --help 2>/dev/null | sed -nE 's/^ *x86-64-(v[34]) \(supported.*/\1/p')
    grep -qw avx512vbmi /proc/cpuinfo || supported=${supported/v4/}
    read -ra levels <<<"baseline $(sort <<<"$supported" | tr '\n' ' ')"
    unset "levels[-1]"
    [ ${#levels[@]} -gt 0 ] || { echo "report: this CPU has no level but that of tests-release"; return 0; }
    [ -n "${SWIFTVIDEO_LONG:-}" ] || levels=("${levels[$(seed) / 2 % ${#levels[@]}]}")
    for level in "${levels[@]}"; do
        echo "report: SWIFTVIDEO_CPU=$level"
        SWIFTVIDEO_FEW=1 SWIFTVIDEO_CPU=$level swift_test -c release --skip-build --filter ElementTests --skip Attack || return 1
    done
}
export -f build_release level_tests seed

must setup scripts/setup.sh test
if [ "${1:-}" = --long ]; then
    export SWIFTVIDEO_LONG=1
    step_minutes=240
    must build-release bash -euo pipefail -c build_release
    run tests-release swift_test -c release --skip-build --skip Attack
    run tests-by-level level_tests
    must build-debug swift build --build-tests "${strict[@]}"
    run tests-debug swift_test --skip-build "${strict[@]}" --skip Attack
    run addresses scripts/test-sanitizers.sh address
    run threads scripts/test-sanitizers.sh thread
    finish
fi
run style scripts/check-style.sh
must build-release bash -euo pipefail -c build_release
run plugin scripts/check-plugin.sh
run kernels scripts/check-kernels.sh
if turn 1; then run kernels-check scripts/test-check-kernels.sh; fi
run benchmarks scripts/check-benchmarks.sh
run portable scripts/check-portable.sh
run effects-alone scripts/check-effects.sh
run docs scripts/check-docs.sh
run tests-release swift_test -c release --skip-build --skip Attack
run tests-by-level level_tests
run tests-baseline-qemu scripts/test-baseline-qemu.sh
run sanitizer scripts/test-sanitizers.sh daily
run opencv scripts/check-opencv.sh
run cairo scripts/check-cairo.sh
run glshader scripts/check-glshader.sh
finish
