#!/bin/bash
# SPDX-License-Identifier: MIT
# Compares elements with OpenCV from PyPI, bit for bit.
source "$(dirname "$0")/common.sh"
build_plugin
use_plugin
use_python opencv Tests/OpenCV/requirements.txt
exec "$python" Tests/OpenCV/compare.py "$clip"
