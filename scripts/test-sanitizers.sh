#!/bin/bash
# Runs tests under AddressSanitizer, with UndefinedBehaviorSanitizer for the C, inlined or not, and under ThreadSanitizer, each
# in a build folder of its own. Builds are optimized, as that is the code that ships, and as the others take long. A filter
# that matches no test is a failure.
#
# ThreadSanitizer has no suppressions: the shim locks with POSIX mutexes, which it sees, and of GLib's futexes it is told by
# Tests/CTestSupport/locks.c. lsan.supp names the places where we keep memory for ever.
#
# usage: scripts/test-sanitizers.sh [FILTER]     (default: ElementTests, and EffectTests for addresses)
source "$(dirname "$0")/steps.sh"

export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1
export LSAN_OPTIONS=suppressions=$PWD/scripts/lsan.supp:print_suppressions=0
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
swift_test -c release --sanitize=address -Xcc -fsanitize=undefined --scratch-path .build-asan --filter "${1:-ElementTests|EffectTests}" --skip Attack

export TSAN_OPTIONS=exitcode=66:second_deadlock_stack=1
swift_test -c release --sanitize=thread --scratch-path .build-tsan --filter "${1:-ElementTests}" --skip Attack
