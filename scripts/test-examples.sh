#!/bin/bash
# SPDX-License-Identifier: MIT
# What users do: examples, pages, installing, packages, measuring, as named steps. CI runs it after test.sh, whose builds it
# finds. See steps.sh for what is printed.
source "$(dirname "$0")/steps.sh"
must setup scripts/setup.sh test
must setup-examples scripts/setup.sh examples
must setup-package scripts/setup.sh package
must build-release swift build -c release
run build-progress scripts/test-build-progress.sh
run examples scripts/check-examples.sh
if turn 0; then run gallery scripts/check-gallery.sh; fi
if turn 1; then run showcase scripts/check-showcase.sh; fi
run install scripts/check-install.sh
run meson scripts/check-meson.sh
run documentation scripts/check-documentation.sh
run deb scripts/check-deb.sh
run tarball scripts/check-tarball.sh
run release scripts/check-release.sh
# These take minutes each, an emulated Debian or a build of all anew, and test.sh takes longer on odd days: one in two days. Of the
# packages of arm64 there is another one each time; `make test-long` has all four.
if turn 0 4; then
    arm_packages=("deb bookworm" "tarball trixie" "deb trixie" "tarball bookworm")
    read -r kind release <<<"${arm_packages[$(seed) / 4 % 4]}"
    run "$kind-arm64-$release" env ARCH=arm64 "scripts/check-$kind.sh" "$release"
fi
if turn 1 4; then run benchmark scripts/bench.sh --quick; fi
if turn 2 4; then run tutorial scripts/check-tutorial.sh; fi
finish
