#!/bin/bash
# SPDX-License-Identifier: MIT
# Measures filters on this machine beside other elements; run.sh --help says how.
usage='usage: run.sh [OPTION]... [VIDEO] | run.sh --test
Measures how long filters take on this machine for frames of a video (default: the clip of Tests/Media), beside videobalance, frei0r,
elements of OpenCV and glshader, as far as they are installed. Prints a table, and draws a plot to out/benchmark-suite.png.

  --size WIDTHxHEIGHT  of frames (default: 1280x720)
  --frames NUMBER      how many are timed (default: 30)
  --task NAME          this task alone: invert, saturation, gamma, sepia, blur or edges; may be given more than once
  --plot FILE          another file for the plot, .png or .svg
  --test               look at the table of a few small frames
  --help               print this'
own_options=1
needs=(python3-gst-1.0 python3-matplotlib)
test_job=examples
source "$(dirname "$0")/../example.sh" "$@"
program=$root/gst-examples/benchmark-suite/benchmark-suite.py
if [ -z "$test" ]; then
    cd "$start"
    [[ " ${arguments[*]} " == *" --plot"* ]] || { mkdir -p "$root/out"; arguments=(--plot "$root/out/benchmark-suite.png" "${arguments[@]}"); }
    # What is no option, and no value of one.
    [[ ! " ${arguments[*]}" =~ ^(\ --(size|frames|task|plot)[\ =][^\ ]+)*$ ]] || arguments+=("$clip")
    PYTHONDONTWRITEBYTECODE=1 exec "$program" "${arguments[@]}"
fi

export PYTHONDONTWRITEBYTECODE=1
source "$root/gst-examples/program-test.sh"
has_all_options "$program" "$root/gst-examples/benchmark-suite/run.sh"
# glshader needs a screen.
screen
timeout 300 "$program" --size 320x180 --frames 2 --plot plot.png "$clip" >table.log 2>program.log || stop "it fails"
# Ours are timed; each other is timed, or the table says why it is not.
while read -r task name; do
    grep -qE "^$task +$name +(RGBA|BGRA|RGBx|RGB|BGR|AYUV) +[0-9.]+ +[0-9.]+ +[0-9.]+$" table.log || stop "$name is not timed"
done <<'EOF'
invert swiftinvert
invert swiftinvert, one thread
saturation swiftsaturation
saturation videobalance
gamma swiftgamma
sepia swiftsepia
blur swiftgaussianblur
edges swiftsobel
EOF
[ "$(grep -cE '^(invert|saturation|gamma|sepia|blur|edges) ' table.log)" = 26 ] || stop "the table has not 26 rows"
gst-launch-1.0 -q filesrc location=plot.png ! pngdec ! fakesink >plot.log 2>&1 || stop "there is no plot"
# What is not installed is named. Here GStreamer's own plugins are there alone.
mkdir plugins
for name in app coreelements playback typefindfunctions isomp4 libav videoparsersbad videoconvertscale videoconvert videoscale videofilter; do
    for file in "$(pkg-config --variable=pluginsdir gstreamer-1.0)/libgst$name.so"; do [ ! -f "$file" ] || ln -s "$file" plugins; done
done
env GST_PLUGIN_SYSTEM_PATH="$PWD/plugins" GST_REGISTRY="$PWD/registry" "$program" --task invert --task saturation --size 64x36 --frames 1 \
    --plot few.svg "$clip" >few.log 2>program.log || stop "it fails where others are not installed"
for name in frei0r-filter-invert0r glupload; do grep -q " $name is not installed$" few.log || stop "$name is not said to be missing"; done
grep -qE "^saturation +videobalance +RGBA " few.log || stop "videobalance is there, and is not timed"

cp "$root/LICENSE" text.mp4
fails 1 "There is no video file nowhere.mp4" "$program" nowhere.mp4
fails 1 "text.mp4: This appears to be a text file" "$program" text.mp4
fails 2 "--size" "$program" --size 1 "$clip"
fails 2 "--plot ends in .png or .svg" "$program" --plot plot.gif "$clip"
echo "benchmark-suite: $(grep -cE ' [0-9.]+ +[0-9.]+$' table.log) of 26 rows are timed"
