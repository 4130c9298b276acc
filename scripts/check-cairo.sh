#!/bin/bash
# SPDX-License-Identifier: MIT
# Compares blend modes with cairo's, whose Python binding is from PyPI.
source "$(dirname "$0")/common.sh"
build_plugin
use_plugin
use_python cairo Tests/Cairo/requirements.txt
exec "$python" Tests/Cairo/compare.py "$clip"
