#!/bin/bash
# SPDX-License-Identifier: MIT
# Measures what docs/archives.md says of the cost of swift-render, on a machine that does nothing else, and prints it.
#
# usage: scripts/bench-archive.sh
source "$(dirname "$0")/common.sh"
scripts/setup.sh archive
build_plugin
use_plugin
build_program Tools/swift-render swift-render -c release
python3 Tests/Archive/measure.py "$program"
for engine in commands slurm ray snakemake; do
    echo "$engine:"
    scripts/check-archive-engines.sh $engine --cost | grep -E '^(report|skipped): '
done
python3 Tests/Archive/simulate.py
