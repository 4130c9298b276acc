#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds the plugin for aarch64 Linux, such as a Raspberry Pi's, on another machine: scripts/aarch64/common.sh says with what.
source "$(dirname "$0")/common.sh"
source scripts/aarch64/common.sh
build_arm_plugin
echo "Built $plugin"
