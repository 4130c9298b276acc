#!/bin/bash
# SPDX-License-Identifier: MIT
# Shows a video through a chain of filters of this folder or a file; run.sh --help says how.
usage='usage: run.sh [OPTION]... [CHAIN [INPUT]]
Shows a video through a chain of filters. CHAIN is a name, such as comic, or a file that ends in .txt (default: comic).
INPUT is a video file (default: the clip of Tests/Media).

  --test  run every chain of this folder
  --help  print this'
most=2
source "$(dirname "$0")/../example.sh" "$@"
element=swiftchain kind=chain ending=txt first=comic
source "$root/gst-examples/through.sh"
