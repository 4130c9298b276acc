#!/bin/bash
# SPDX-License-Identifier: MIT
# Compares swiftshader with glshader, which Mesa renders without a graphics card, by the shaders of gst-examples and random ones of the
# seed of the day. Where there is no OpenGL that is skipped; REQUIRED=1, as in CI, makes that a failure.
source "$(dirname "$0")/common.sh"
build_plugin
use_plugin
status=0
if has_mesa; then
    on_mesa /usr/bin/python3 Tests/OpenGL/compare.py gst-examples/shaders $(($(seed) * 1000)) 100 || status=$?
else
    echo "There is no xvfb-run or no glshader."
    status=77
fi
[ $status = 77 ] || exit $status
if [ -n "${REQUIRED:-}" ]; then
    echo "FAILED: swiftshader could not be compared with glshader"
    exit 1
fi
echo "skipped: swiftshader was not compared with glshader, as there is no OpenGL"
