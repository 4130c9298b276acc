#!/bin/bash
# Writes docs/elements and README.md's lists of elements and formats.
#
# usage: scripts/docs.sh [DIRECTORY]     (a tree with a README.md; default: this one)
directory=$(realpath "${1:-$(dirname "$0")/..}")
source "$(dirname "$0")/common.sh"
scripts/setup.sh build
mkdir -p .build/logs
log=.build/logs/docs-generator.log
swift build -c release --product docs-generator >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
exec "$(swift build -c release --show-bin-path)/docs-generator" "$directory"
