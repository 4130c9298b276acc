#!/bin/bash
# SPDX-License-Identifier: MIT
# Shows a video through a fragment shader of this folder or a file; run.sh --help says how.
usage='usage: run.sh [OPTION]... [SHADER [INPUT]]
Shows a video through a fragment shader. SHADER is a name, such as thermal, or a file that ends in .frag or .fsh (default: thermal).
INPUT is a video file (default: the clip of Tests/Media).

  --test  run every shader of this folder
  --help  print this'
most=2
source "$(dirname "$0")/../example.sh" "$@"
element=swiftshader kind=shader ending=frag others=fsh first=thermal
source "$root/gst-examples/through.sh"
