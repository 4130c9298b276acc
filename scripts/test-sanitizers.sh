#!/bin/bash
# Runs the tests of elements under AddressSanitizer and ThreadSanitizer, each in a build folder of its own.
#
# No suppressions: the shim locks with POSIX mutexes, which ThreadSanitizer sees, and GLib's futexes guard nothing
# that our code reads. Leaks are left to GStreamer's tracer in PipelineTests, since types, quarks and plugins that
# live as long as the process look like leaks here.
#
# usage: scripts/test-sanitizers.sh [FILTER]     (default ElementTests)
set -euo pipefail
cd "$(dirname "$0")/.."
filter=${1:-ElementTests}

export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1
swift test --sanitize=address --scratch-path .build-asan --filter "$filter"

export TSAN_OPTIONS=exitcode=66:second_deadlock_stack=1
swift test --sanitize=thread --scratch-path .build-tsan --filter "$filter"
