#!/bin/bash
# Every check that CI runs, as named steps with their time; each step's output is in .build/logs.
#
# All steps run, so that one fault does not hide another, save that nothing can follow a failed set-up or build.
# The last line counts tests: those of Swift Testing where a step runs it, else one for the step.
#
# usage: scripts/test.sh [--long]     --long: the tests of all builds, random ones for longer (SWIFTVIDEO_LONG=1)
source "$(dirname "$0")/common.sh"
logs=$root/.build/logs
mkdir -p "$logs"
passed=0
failed=0
number=0
failures=()

# usage: step NAME COMMAND...     adds to the sums; fails as the command does
step() {
    local name=$1 log start end status=0 total bad result=ok note=
    shift
    number=$((number + 1))
    log=$logs/$(printf '%02d' $number)-${name// /-}.log
    start=$(date +%s.%N)
    timeout --foreground --kill-after=10 1200 "$@" >"$log" 2>&1 </dev/null || status=$?
    end=$(date +%s.%N)

    # "Test run with 12 tests in 3 suites failed after ..."; a test that failed has a line of its own.
    total=$(sed -nE 's/.*Test run with ([0-9]+) tests?.*/\1/p' "$log" | awk '{ n += $1 } END { print n + 0 }')
    bad=$(grep -acE '^[^[:alnum:]]*Test .* failed after' "$log" || true)
    bad=$((bad - $(grep -acE 'Test run with .* failed after' "$log" || true)))
    if [ $status != 0 ] && [ "$bad" = 0 ]; then bad=1; fi
    if [ $status = 0 ]; then
        [ "$total" -gt 0 ] || total=1
    fi
    [ "$total" -ge "$bad" ] || total=$bad
    passed=$((passed + total - bad))
    failed=$((failed + bad))
    [ $status = 0 ] && [ "$bad" = 0 ] || result=FAILED
    note=$(grep -acE '^[^[:alnum:]]*(Test|Suite) .* skipped\.?$' "$log" || true)
    [ "$note" = 0 ] && note= || note=", $note skipped"
    printf '%-6s %6.1f s  %5d  %s\n' "$result" "$(awk -v a="$start" -v b="$end" 'BEGIN { print b - a }')" \
        "$total" "$name$note"
    if [ $result = FAILED ]; then
        [ $status != 124 ] || echo "       it took longer than 20 minutes"
        grep -aE 'Test .* recorded an issue|error:|FAILED|fatal' "$log" | head -n 20 | cut -c 1-240 | sed 's/^/       /' || true
        tail -n 10 "$log" | cut -c 1-240 | sed 's/^/       | /'
        echo "       whole log: $log"
        failures+=("$name ($log)")
        return 1
    fi
}

# usage: must NAME COMMAND...     a step that others need
must() {
    step "$@" || finish
}

finish() {
    [ ${#failures[@]} = 0 ] || printf 'failed: %s\n' "${failures[@]}"
    echo "$passed passed, $failed failed"
    [ $failed = 0 ]
    exit
}

# Swift Testing counts nothing if the tests are not there; that is a failure too.
swift_test() {
    swift test "$@" --disable-xctest 2>&1 | awk '{ print } /Test run with [1-9]/ { found = 1 } END { exit !found }'
}

debug=(-Xswiftc -warnings-as-errors -Xcc -Werror --explicit-target-dependency-import-check error)

build_release() {
    swift build -c release
    swift build -c release --build-tests
}

# The levels that this CPU has, as the C library sees it, and v4 only with VBMI; the log names them. The highest is what
# tests-release runs at.
level_tests() {
    local supported level levels
    supported=$(/lib64/ld-linux-x86-64.so.2 --help 2>/dev/null | sed -nE 's/^ *x86-64-(v[34]) \(supported.*/\1/p')
    grep -qw avx512vbmi /proc/cpuinfo || supported=${supported/v4/}
    read -ra levels <<<"baseline $(sort <<<"$supported" | tr '\n' ' ')"
    echo "Left to tests-release: ${levels[-1]}"
    for level in "${levels[@]:0:${#levels[@]}-1}"; do
        echo "SWIFTVIDEO_CPU=$level"
        SWIFTVIDEO_CPU=$level swift_test -c release --skip-build --filter ElementTests || return 1
    done
}
export -f swift_test build_release level_tests

# usage: run NAME COMMAND...     COMMAND may be a function of this file
run() {
    local name=$1
    shift
    step "$name" bash -euo pipefail -c '"$@"' -- "$@" || true
}

must setup scripts/setup.sh test
if [ "${1:-}" = --long ]; then
    export SWIFTVIDEO_LONG=1
    must build-release bash -euo pipefail -c build_release
    run tests-release swift_test -c release --skip-build
    must build-debug swift build --build-tests "${debug[@]}"
    run tests-debug swift_test --skip-build "${debug[@]}"
    run sanitizers scripts/test-sanitizers.sh
    finish
fi
run style scripts/check-style.sh
must build-debug swift build --build-tests "${debug[@]}"
must build-release bash -euo pipefail -c build_release
run plugin scripts/check-plugin.sh
run kernels scripts/check-kernels.sh
run kernels-check scripts/test-check-kernels.sh
run portable scripts/check-portable.sh
run effects-alone scripts/check-effects.sh
run docs scripts/check-docs.sh
# All suites run in the release build; what is not optimized takes long, and the others' debug run is in --long.
run tests-debug swift_test --skip-build "${debug[@]}" --filter 'ElementTests|PipelineTests'
run tests-release swift_test -c release --skip-build
run tests-by-level level_tests
run tests-baseline-qemu scripts/test-baseline-qemu.sh
run sanitizers scripts/test-sanitizers.sh
run opencv scripts/check-opencv.sh
run examples scripts/check-examples.sh
run install scripts/check-install.sh
run meson scripts/check-meson.sh
run benchmark scripts/bench.sh --quick
finish
