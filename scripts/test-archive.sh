#!/bin/bash
# SPDX-License-Identifier: MIT
# Renders files in pieces, in several processes and by engines, and compares frames with those of one process. An engine that can't
# be had counts as skipped; REQUIRED=1 makes that a failure. See steps.sh for what is printed.
#
# usage: scripts/test-archive.sh [--long]     --long: every element is cut (SWIFTVIDEO_LONG=1), not some of each day
source "$(dirname "$0")/steps.sh"
if [ "${1:-}" = --long ]; then
    export SWIFTVIDEO_LONG=1
    step_minutes=60
fi
must setup scripts/setup.sh archive
must build-release swift build -c release --product gstswiftvideo
must build-swift-render swift build -c release --package-path Tools/swift-render
for part in cuts windows sources encoders faults; do run $part scripts/check-archive.sh $part; done
run containers scripts/check-archive-containers.sh
for part in manifests results files; do run $part scripts/check-archive-jobs.sh $part; done
for engine in commands slurm ray snakemake; do run $engine scripts/check-archive-engines.sh $engine; done
finish
