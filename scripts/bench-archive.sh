#!/bin/bash
# SPDX-License-Identifier: MIT
# Measures what docs/archives.md says of the cost of swift-render, on a machine that does nothing else, and prints it.
#
# usage: scripts/bench-archive.sh
source "$(dirname "$0")/common.sh"
scripts/setup.sh archive
build_plugin
swift build -c release --package-path Tools/swift-render
use_plugin
python3 Tests/Archive/measure.py "$(swift build -c release --package-path Tools/swift-render --show-bin-path)/swift-render"
for engine in commands slurm ray snakemake; do
    echo "$engine:"
    scripts/check-archive-engines.sh $engine --cost | grep -E '^(report|skipped): '
done
python3 Tests/Archive/simulate.py
