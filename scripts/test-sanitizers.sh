#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs tests under AddressSanitizer, with UndefinedBehaviorSanitizer for the C, inlined or not, and under ThreadSanitizer, each
# in a build folder of its own. Builds are optimized, as that is the code that ships, and as the others take long. A filter
# that matches no test is a failure.
#
# ThreadSanitizer has no suppressions: of GLib's locks, which are futexes, it is told by Tests/CTestSupport/locks.c.
# lsan.supp names the places where we keep memory for ever.
#
# These are also the builds that may have no warnings and import no module that their target does not name.
#
# usage: scripts/test-sanitizers.sh address|thread|daily [FILTER]     (default: ElementTests, for addresses EffectTests and
#     ShaderLanguageTests too)
#
# daily: one of the two, the other the next day.
source "$(dirname "$0")/common.sh"
# Laws of some filters, others each day.
export SWIFTVIDEO_FEW=1
kind=${1:-}
if [ "$kind" = daily ]; then
    kind=thread
    if turn 0; then kind=address; fi
    echo "report: -fsanitize=$kind"
fi
# GLib 2.74 has an allocator of its own, of which sanitizers see neither what is freed nor by which thread.
export G_SLICE=always-malloc
case $kind in
address)
    export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1
    export LSAN_OPTIONS=suppressions=$PWD/scripts/lsan.supp:print_suppressions=0
    export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
    # Each in a process of its own, so that what one leaves is not the other's.
    for filter in ${2:-ElementTests EffectTests ShaderLanguageTests}; do
        swift_test -c release --sanitize=address "${strict[@]}" -Xcc -fsanitize=undefined --scratch-path .build-asan \
            --filter "$filter" --skip Attack
    done
    ;;
thread)
    # EqualizationGrids is about gigabytes of tables, which take minutes here.
    export TSAN_OPTIONS=exitcode=66:second_deadlock_stack=1
    swift_test -c release --sanitize=thread "${strict[@]}" --scratch-path .build-tsan --filter "${2:-ElementTests}" \
        --skip 'Attack|EqualizationGrid'
    ;;
*)
    echo "usage: scripts/test-sanitizers.sh address|thread|daily [FILTER]" >&2
    exit 2
    ;;
esac
