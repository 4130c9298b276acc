#!/bin/bash
# SPDX-License-Identifier: MIT
# Plays a video through an application in C; run.sh --help says how.
usage='usage: run.sh [VIDEO] | run.sh --test
Plays a video file, by default the clip of Tests/Media, in an application in C: a curve drives the tint, properties change while
it plays, and messages say what comes out. Without a screen it only prints. Ctrl-C ends it.

  --test  play without a screen, and check the messages
  --help  print this'
most=1
needs=(gcc meson ninja-build)
test_job=examples
source "$(dirname "$0")/../example.sh" "$@"
build_c embed-c
source "$root/gst-examples/embed.sh"
embed "$program"
