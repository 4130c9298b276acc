#!/bin/bash
# Compares swifteq with OpenCV from PyPI, bit for bit.
source "$(dirname "$0")/common.sh"
build_plugin
use_plugin
python=.build/python
[ -x $python/bin/python ] || python3 -m venv $python
$python/bin/python -m pip -q --disable-pip-version-check install -r Tests/OpenCV/requirements.txt
exec $python/bin/python Tests/OpenCV/compare.py "$clip"
