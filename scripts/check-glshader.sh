#!/bin/bash
# SPDX-License-Identifier: MIT
# Compares swiftshader with glshader, which Mesa renders without a graphics card, by the shaders of gst-examples. Where there is no
# OpenGL that is skipped; REQUIRED=1, as in CI, makes that a failure.
source "$(dirname "$0")/common.sh"
build_plugin
use_plugin
# A registry of its own: on a screen there are other elements.
export GST_REGISTRY=$root/.build/gst-registry-gl.bin
export LIBGL_ALWAYS_SOFTWARE=1 GST_GL_PLATFORM=egl GST_GL_API=gles2 GST_GL_WINDOW=x11
status=0
if command -v xvfb-run >/dev/null && gst-inspect-1.0 --exists glshader; then
    xvfb-run -a /usr/bin/python3 Tests/OpenGL/compare.py gst-examples/shaders || status=$?
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
