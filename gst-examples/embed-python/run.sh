#!/bin/bash
# SPDX-License-Identifier: MIT
# Plays a video through an application in Python; run.sh --help says how.
usage='usage: run.sh [VIDEO] | run.sh --test
Plays a video file, by default the clip of Tests/Media, in an application in Python: a curve drives the tint, properties change while
it plays, and messages say what comes out. Without a screen it only prints. Ctrl-C ends it.

  --test  play without a screen, and check the messages
  --help  print this'
most=1
needs=(python3-gst-1.0)
test_job=examples
source "$(dirname "$0")/../example.sh" "$@"
source "$root/gst-examples/embed.sh"
embed "$root/gst-examples/embed-python/embed.py"
