#!/bin/bash
# SPDX-License-Identifier: MIT
# Puts a video file through a filter, by an application in Python; run.sh --help says how.
usage='usage: run.sh [OPTION]... [INPUT [OUTPUT [FILTER]]] | run.sh --test
Puts a video file through a filter, keeps its sound, and prints how far it is. INPUT is a video file that GStreamer can play (default:
the clip of Tests/Media). OUTPUT ends in .mp4, .mov or .mkv (default: out/simple-video-file.mp4), gets H.264 video and AAC sound, and
is replaced when all has been written. FILTER is one element or more, such as "swiftsepia ! swiftvignette" (default: swiftpixellate
size=0.02).

  --timeout SECONDS  fail when nothing could be read or written for so long (default: 60)
  --test             try several kinds of files
  --help             print this'
most=3
timeout=60
# For parsers of most containers.
needs=(gstreamer1.0-plugins-bad python3-gst-1.0)
test_job=examples
source "$(dirname "$0")/../example.sh" "$@"
program=$root/gst-examples/simple-video-file/simple-video-file.py
if [ -n "$test" ]; then
    source "$root/gst-examples/file-test.sh"
    # What is encoded is the filter's, and progress is printed.
    "$run" "$clip" out.mkv "swiftinvert ! swiftinvert ! videobalance contrast=0" >run.log 2>&1 || stop "it fails with three elements"
    grep -qx '100 %' run.log && grep -q "^Wrote .*/out.mkv$" run.log || stop "it does not say that it is over"
    colours() {
        gst-launch-1.0 -q filesrc location=out.mkv ! decodebin ! videoconvert ! video/x-raw,format=GRAY8 ! filesink location=gray >gray.log 2>&1
        od -An -v -tu1 -w1 gray | sort -n | awk '{ v[NR] = $1 } END { print v[int(NR / 100) + 1], v[int(NR * 99 / 100)] }'
    }
    read -r least most_bright <<<"$(colours)"
    [ $((most_bright - least)) -lt 12 ] || stop "the filter is not in the output: $least to $most_bright"
    fails 1 'no element "swiftsepa"' silent.mp4 kept.mp4 swiftsepa
    exit
fi
input=$(from_start "${arguments[0]:-$clip}")
output=$(from_start "${arguments[1]:-$root/out/simple-video-file.mp4}")
exec "$program" --timeout "$timeout" "$input" "$output" "${arguments[@]:2}"
