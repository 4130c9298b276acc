#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds the plugin for aarch64, looks at it, and compares its frames with x86-64's under qemu, as named steps. CI runs it after
# test.sh, whose build it finds. See steps.sh for what is printed.
#
# usage: scripts/test-aarch64.sh [--long]     --long: as root, also instructions, the kernel tests, a camera, and the packages
source "$(dirname "$0")/steps.sh"
source scripts/aarch64/common.sh
[ "$(uname -m)" = x86_64 ] || { echo "left out: it compares with x86-64, on a machine of it"; finish; }
must setup scripts/setup.sh aarch64
run packages-check scripts/aarch64/test-packages.sh
must packages scripts/aarch64/sysroot.sh
must build-aarch64 scripts/aarch64.sh
must build-release swift build -c release --product gstswiftvideo
run symbols scripts/aarch64/check-symbols.sh
run kernels scripts/check-kernels.sh --objects "$arm_products"
run vectors scripts/aarch64/check-vectors.sh
run frames scripts/aarch64/check-frames.sh
if [ "${1:-}" = --long ]; then
    step_minutes=60
    run instructions python3 scripts/aarch64/instructions.py
    run units scripts/aarch64/units.sh
    run camera scripts/aarch64/camera.sh
    for release in bookworm trixie; do
        for kind in deb tarball; do run "$kind-arm64-$release" env ARCH=arm64 "scripts/check-$kind.sh" $release; done
    done
fi
finish
