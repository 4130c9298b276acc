#!/bin/bash
# SPDX-License-Identifier: MIT
# Shows four views of a video or a camera, each through another filter; run.sh --help says how.
usage='usage: run.sh [INPUT [OUTPUT.mp4]] | run.sh --test
Shows four views of a video: as it is, in false colours, in squares and in sepia. INPUT is a camera such as /dev/video0 or a video file
(default: /dev/video0, and the clip of Tests/Media where there is none). With OUTPUT the views go to a file and not to the screen.
Ctrl-C ends it; 20 seconds without a frame of a camera end it with an error.

  --test  compare the views with what each filter makes alone
  --help  print this'
most=2
# For watchdog and a parser of H.264.
needs=(gstreamer1.0-plugins-bad)
test_job=examples
later=1
source "$(dirname "$0")/../example.sh" "$@"
view_width=480 view_height=270
filters=(
    "identity"
    "swiftshader location=$(gst_text "$root/gst-examples/shaders/thermal.frag")"
    "swiftshader location=$(gst_text "$root/gst-examples/multi-view/pixellate.frag")"
    "swiftsepia"
)

# usage: views SOURCE SINK     the pipeline. Frames become small before the filters, which have a seventh of the work so
views() {
    local i
    printf '%s ' "$1 ! videoconvert ! videoscale ! video/x-raw,width=$view_width,height=$view_height,pixel-aspect-ratio=1/1 ! tee name=small" \
        "compositor name=views"
    for i in 1 2 3; do printf '%s ' "sink_$i::xpos=$((i % 2 * view_width)) sink_$i::ypos=$((i / 2 * view_height))"; done
    printf '%s ' "! $2"
    for i in 0 1 2 3; do printf '%s ' "small. ! queue ! ${filters[i]} ! queue ! views.sink_$i"; done
}

# usage: launch PIPELINE [OPTION]...     gst_text makes what eval takes for one word, as gst-launch-1.0 wants it
launch() { eval "gst-launch-1.0 ${*:2} $1"; }

if [ -n "$test" ]; then
    prepare_example
    source "$root/gst-examples/program-test.sh"
    # Twenty frames of the clip.
    gst-launch-1.0 -q filesrc location="$(gst_text "$clip")" ! qtdemux ! h264parse ! identity eos-after=20 ! mp4mux \
        ! filesink location=in.mp4 >make.log 2>&1 || stop "in.mp4 can't be made"
    source="filesrc location=in.mp4 ! decodebin"
    launch "$(views "$source" "videoconvert ! video/x-raw,format=RGB ! filesink location=views.rgb")" -q >views.log 2>&1 \
        || stop "there are no views"
    # Of each frame, the view's corner that one filter alone makes.
    for i in 0 1 2 3; do
        launch "$source ! videoconvert ! videoscale ! video/x-raw,width=$view_width,height=$view_height ! ${filters[i]} ! videoconvert \
            ! video/x-raw,format=RGB ! filesink location=$i.rgb" -q >"$i.log" 2>&1 || stop "${filters[i]} fails alone"
    done
    python3 - $view_width $view_height <<'PYTHON' || stop "the views are not those of the filters"
import sys
width, height = map(int, sys.argv[1:])
views = open("views.rgb", "rb").read()
alone = [open(f"{i}.rgb", "rb").read() for i in range(4)]
size = 3 * width * height
assert len(views) == 4 * len(alone[0]) and len(alone[0]) >= 19 * size, (len(views), len(alone[0]))
assert len(set(alone)) == 4, "two filters make the same"
for i, frames in enumerate(alone):
    for frame in 0, len(frames) // size - 1:
        begin = 4 * size * frame + 3 * (2 * width * (i // 2 * height) + i % 2 * width)
        worst = total = 0
        for y in range(height):
            row = views[begin + 6 * width * y:][:3 * width]
            other = frames[size * frame + 3 * width * y:][:3 * width]
            total += sum(abs(a - b) for a, b in zip(row, other))
        # The compositor may mix in another format than the filter's.
        assert total < 2 * size, (i, frame, total / size)
PYTHON
    # A file, and what can be wrong.
    run=$root/gst-examples/multi-view/run.sh
    "$run" "$PWD/in.mp4" "$PWD/out.mp4" >run.log 2>&1 || stop "a file can't be written"
    gst-discoverer-1.0 out.mp4 >found.log 2>&1 && grep -q 'Width: 960' found.log && grep -q 'Height: 540' found.log \
        || stop "the file has no four views"
    cp "$root/LICENSE" text.mp4
    echo "was here before" >kept.mp4
    fails 1 "There is no $PWD/nowhere.mp4." "$run" "$PWD/nowhere.mp4"
    fails 1 "text.mp4 can't be played" "$run" "$PWD/text.mp4" "$PWD/kept.mp4"
    fails 2 "OUTPUT must end in .mp4" "$run" "$clip" out.avi
    [ "$(cat kept.mp4)" = "was here before" ] || stop "a run that fails replaces its output"
    echo "multi-view: four views are those of four filters"
    exit
fi

input=${arguments[0]:-}
if [ -z "$input" ]; then
    input=/dev/video0
    [ -c "$input" ] || { echo "There is no camera at $input, so this plays the clip."; input=$clip; }
fi
input=$(from_start "$input")
[ -c "$input" ] || require_file "$input"
output=${arguments[1]:-}
if [ -z "$output" ]; then
    if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
        echo "There is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set. With OUTPUT none is needed." >&2
        exit 1
    fi
    sink="videoconvert ! autovideosink"
else
    case $output in *.mp4) ;; *) wrong "OUTPUT must end in .mp4: $output." ;; esac
    output=$(from_start "$output")
    sink="videoconvert ! video/x-raw,format=I420 ! x264enc speed-preset=veryfast ! mp4mux ! filesink location=$(gst_text "$output.part")"
fi
needs+=(gstreamer1.0-plugins-base-apps)
if [ -c "$input" ]; then
    prepare_example
    source="v4l2src device=$(gst_text "$input") ! video/x-raw,width=1280,height=720 ! watchdog timeout=20000"
else
    prepare_example
    look_at "$input"
    source="filesrc location=$(gst_text "$input") ! decodebin"
fi
trap '[ -z "$output" ] || rm -f "$output.part"' EXIT
# -e makes Ctrl-C end a file properly.
launch "$(views "$source" "$sink")" -e
if [ -n "$output" ]; then
    mv "$output.part" "$output"
    echo "Wrote $output"
fi
