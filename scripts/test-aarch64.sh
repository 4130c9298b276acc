#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds the plugin for aarch64, looks at it, and compares its frames with x86-64's under qemu, as named steps. CI runs it after
# test.sh, whose build it finds. See steps.sh for what is printed.
source "$(dirname "$0")/steps.sh"
source scripts/aarch64/common.sh
must setup scripts/setup.sh aarch64
must packages scripts/aarch64/sysroot.sh
must build-aarch64 scripts/aarch64.sh
must build-release swift build -c release --product gstswiftvideo
run symbols scripts/aarch64/check-symbols.sh
run kernels scripts/check-kernels.sh --objects "$arm_products"
run frames scripts/aarch64/check-frames.sh
finish
