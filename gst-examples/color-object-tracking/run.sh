#!/bin/bash
# SPDX-License-Identifier: MIT
# Follows an object by its colour, by an application in Python; run.sh --help says how.
usage='usage: run.sh [OPTION]... [INPUT] | run.sh --test
Follows an object by its colour in a camera such as /dev/video0 or a video file (default: /dev/video0, and the clip of Tests/Media where
there is none), and prints where it is. Four views: the video, what has the colour, where that is, and a marker. A click on a view
picks the colour there; the keys + and - change the threshold. Without a screen it only prints. Ctrl-C ends it.

  --color 0xRRGGBB   what is followed before a click (default: 0xff0000)
  --threshold NUMBER how far from the colour pixels may be, 0 to 2 (default: 0.7)
  --pick X,Y         take the colour at this place of the frame, 0 to 1, as a click does
  --headless         show nothing
  --test             follow a square, and click on another
  --help             print this'
own_options=1
# For watchdog and a parser of H.264.
needs=(gstreamer1.0-plugins-bad python3-gst-1.0)
test_job=examples
source "$(dirname "$0")/../example.sh" "$@"
program=$root/gst-examples/color-object-tracking/color-object-tracking.py
if [ -z "$test" ]; then
    cd "$start"
    [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || arguments+=(--headless)
    # What is no option, and no value of one.
    if [[ " ${arguments[*]}" =~ ^(\ --headless|\ --(color|threshold|pick)\ [^ ]+)*$ ]]; then
        input=/dev/video0
        [ -c "$input" ] || { echo "There is no camera at $input, so this plays the clip."; input=$clip; }
        arguments+=("$input")
    fi
    exec "$program" "${arguments[@]}"
fi

source "$root/gst-examples/program-test.sh"
has_all_options "$program" "$root/gst-examples/color-object-tracking/run.sh"
# usage: squares FILE FRAMES     a red square about (120, 60) and a blue one about (360, 220) of 480 x 270, on gray.
squares() {
    local square="video/x-raw,format=I420,width=40,height=40,framerate=25/1" color="pattern=solid-color foreground-color"
    gst-launch-1.0 -q compositor name=c sink_1::xpos=100 sink_1::ypos=40 sink_2::xpos=340 sink_2::ypos=200 ! video/x-raw,format=I420 \
        ! x264enc speed-preset=ultrafast key-int-max=25 ! mp4mux ! filesink location="$1" \
        videotestsrc num-buffers="$2" $color=0xff808080 ! video/x-raw,format=I420,width=480,height=270,framerate=25/1 ! c.sink_0 \
        videotestsrc num-buffers="$2" $color=0xffe01010 ! $square ! c.sink_1 \
        videotestsrc num-buffers="$2" $color=0xff1020d0 ! $square ! c.sink_2 >make.log 2>&1 || stop "the squares can't be made"
}
squares squares.mp4 100
squares minute.mp4 1500
red="x 0.250, y 0.22., 1.[0-9] % of the frame"
blue="x 0.750, y 0.81., 1.[0-9] % of the frame"

timeout 60 "$program" --headless squares.mp4 >red.log 2>&1 || stop "it fails"
[ "$(grep -cE "s: $red$" red.log)" -ge 30 ] || stop "the red square is not found"
timeout 60 "$program" --headless --color 0x00ff00 squares.mp4 >green.log 2>&1 || stop "it fails with green"
[ "$(grep -c 's: nothing$' green.log)" -ge 30 ] || stop "green is found where there is none"
timeout 60 "$program" --headless --pick 0.75,0.81 squares.mp4 >blue.log 2>&1 || stop "it fails with --pick"
grep -qE "^the colour is 0x[012].[123].[c-e].$" blue.log && tail -n 1 blue.log | grep -qE "s: $blue$" || stop "the blue square is not picked"

# In a window: a click on the blue square of the third view, and a key. Both are lost before the window is there.
screen
export GST_PLUGIN_FEATURE_RANK=glimagesink:NONE,xvimagesink:NONE
"$program" minute.mp4 >click.log 2>&1 &
child=$!
children+=($child)
# usage: says PATTERN [XDOTOOL_COMMAND...]     in 60 seconds, while xdotool does that again and again
says() {
    local end=$((SECONDS + 60))
    until grep -qE "$1" click.log; do
        kill -0 $child 2>/dev/null && [ $SECONDS -lt $end ] || stop "it does not say \"$1\""
        [ $# = 1 ] || timeout 10 xdotool "${@:2}" >xdotool.log 2>&1 || stop "xdotool fails"
        sleep 0.5
    done
}
says "s: $red$"
says "^the colour is 0x[012].[123].[c-e].$" mousemove 360 490 click 1
says "s: $blue$"
says "^the threshold is 0.65$" key minus
kill -INT $child
wait $child || stop "Ctrl-C ends it with an error"
children=("${children[0]}")

cp "$root/LICENSE" text.mp4
fails 1 "There is no nowhere.mp4" "$program" --headless nowhere.mp4
fails 1 "text.mp4: This appears to be a text file" "$program" --headless text.mp4
fails 2 "--threshold" "$program" --headless --threshold 3 squares.mp4
fails 2 "--pick" "$program" --headless --pick 2,0 squares.mp4
echo "color-object-tracking: two squares, a click and a key"
