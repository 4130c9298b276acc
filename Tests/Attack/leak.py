# SPDX-License-Identifier: MIT
"""Leaves an element behind on purpose, for GStreamer's leaks tracer to find.

usage: leak.py ELEMENT
"""

import ctypes
import sys

gst = ctypes.CDLL("libgstreamer-1.0.so.0")
gst.gst_element_factory_make.restype = ctypes.c_void_p
gst.gst_init(None, None)
if gst.gst_element_factory_make(sys.argv[1].encode(), None) is None:
    sys.exit(f"FAILED there is no {sys.argv[1]}")
gst.gst_deinit()
