#!/bin/bash
# SPDX-License-Identifier: MIT
# What attacks the elements from outside, as named steps: limits of memory and size, endurance, faults in the chain, leaks.
# CI runs it after test.sh, whose builds it finds. See steps.sh for what is printed.
#
# usage: scripts/test-attack.sh [--long]     --long: many times as much (SWIFTVIDEO_LONG=1), which takes hours
source "$(dirname "$0")/steps.sh"
clip_seconds=120
preset_seconds=30
fuzz_seconds=10
sanitizers=(daily)
if [ "${1:-}" = --long ]; then
    export SWIFTVIDEO_LONG=1
    step_minutes=240
    clip_seconds=3600
    preset_seconds=900
    fuzz_seconds=300
    sanitizers=(address thread)
fi

# usage: attack FILTER     tests of the release build, in a process of their own: some measure what theirs takes
attack() {
    swift_test -c release --skip-build --filter "$1"
}

# What threads keep for later counts as allocated, and a heap that one more thread begins counts as resident; without them growth
# is exact.
endurance() {
    export GLIBC_TUNABLES=glibc.malloc.tcache_count=0:glibc.malloc.arena_max=1
    attack AttackEndurance
}

# Properties that ask for more threads than there are CPUs: tests of threads, held on one CPU.
one_cpu() {
    taskset -c "$(taskset -cp $$ | sed 's/.*: *//; s/[-,].*//')" bash -euo pipefail -c 'attack ThreadTests'
}
export -f attack endurance one_cpu

must setup scripts/setup.sh test
must build-release swift build -c release --build-tests
run memory-fails attack AttackMemory
run memory-limit scripts/attack-memory.sh
run sizes attack AttackSizes
run endurance endurance
run clip scripts/attack-clip.sh "$clip_seconds"
run one-cpu one_cpu
run faults scripts/attack-pipelines.sh criticals
run leaks scripts/attack-pipelines.sh leaks
# Valgrind and AddressSanitizer find much the same, and take turns.
if turn 1; then run valgrind scripts/attack-pipelines.sh valgrind; fi
run preset-files scripts/fuzz-presets.sh "$preset_seconds"
# Random lives of elements, with sanitizers; test.sh has a second of each.
for sanitizer in "${sanitizers[@]}"; do
    run "fuzz-$sanitizer" env SWIFTVIDEO_FUZZ_SECONDS="$fuzz_seconds" scripts/test-sanitizers.sh $sanitizer ElementTests.Fuzz
done
finish
