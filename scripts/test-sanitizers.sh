#!/bin/bash
# Runs the tests of elements under AddressSanitizer and ThreadSanitizer, each in a build folder of its own.
#
# ThreadSanitizer has no suppressions: the shim locks with POSIX mutexes, which it sees, and GLib's futexes, which it
# does not, guard nothing that our code reads. lsan.supp names the places where we keep memory for ever.
#
# usage: scripts/test-sanitizers.sh [FILTER]     (default ElementTests)
set -euo pipefail
cd "$(dirname "$0")/.."
filter=${1:-ElementTests}

export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1
export LSAN_OPTIONS=suppressions=$PWD/scripts/lsan.supp:print_suppressions=0
swift test --disable-xctest --sanitize=address --scratch-path .build-asan --filter "$filter"

export TSAN_OPTIONS=exitcode=66:second_deadlock_stack=1
swift test --disable-xctest --sanitize=thread --scratch-path .build-tsan --filter "$filter"
