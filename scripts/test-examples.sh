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
run showcase scripts/check-showcase.sh
run gallery scripts/check-gallery.sh
run install scripts/check-install.sh
run meson scripts/check-meson.sh
run documentation scripts/check-documentation.sh
run deb scripts/check-deb.sh
run tarball scripts/check-tarball.sh
run release scripts/check-release.sh
# An emulated Debian takes minutes.
if turn 0; then run deb-arm64 env ARCH=arm64 scripts/check-deb.sh; fi
if turn 1; then run tarball-arm64 env ARCH=arm64 scripts/check-tarball.sh; fi
# Both build all anew, and take turns.
if turn 0; then run tutorial scripts/check-tutorial.sh; fi
if turn 1; then run benchmark scripts/bench.sh --quick; fi
finish
