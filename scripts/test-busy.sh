#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs the release tests beside a busy loop for each CPU: none of them may depend on how busy the machine is.
#
# usage: scripts/test-busy.sh [ROUNDS]     (default: 3)
source "$(dirname "$0")/common.sh"
scripts/setup.sh test
loops=()
trap 'kill "${loops[@]}" 2>/dev/null || true' EXIT
for ((i = 0; i < $(nproc); i++)); do
    (while :; do :; done) &
    loops+=($!)
done
for ((round = 1; round <= ${1:-3}; round++)); do
    swift_test -c release --skip Attack
    echo "test-busy: round $round passed in $SECONDS s"
done
