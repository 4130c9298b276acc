#!/bin/bash
# SPDX-License-Identifier: MIT
# Plays a camera with its depth mixed over it; run.sh --help says how.
usage='usage: run.sh [OPTION]... | run.sh --test
Plays a camera through a rose filter, with its depth as gray mixed over it. Keys while it plays: + - more or less depth, f the
filter, s smoothing of depth, < > fewer or more depth frames a second, p a photo, q the end. Ctrl-C ends it too.

  --video SOURCE        a V4L2 device, a video file, or elements as gst-launch-1.0 takes them (default: the first camera)
  --depth SOURCE        the same, of 16-bit gray (default: the first depth camera)
  --media FOLDER        the folder with the bundled videos, taken where there is no camera
  --mix-factor NUMBER   the part of depth, from 0 to 1
  --depth-rate NUMBER   depth frames a second at most; 0: all
  --no-smoothing        leave depth and its holes as they are (--smoothing: the default)
  --record FILE         also write what is shown to this MP4 file
  --photos FOLDER       where photos go (--png: as PNG, not JPEG)
  --timeout SECONDS     end with an error when no frame could be shown for so many seconds (default: 20)
  --headless            show nothing, and read keys from standard input
  --test                play the bundled videos without a screen, and check what comes out
  --help                print this'
own_options=1
# For h264parse.
needs=(gstreamer1.0-plugins-bad)
source "$(dirname "$0")/../example.sh" "$@"
here=$root/gst-examples/avcam
build_program "$here" avcam

if [ -z "$test" ]; then
    cd "$start"
    exec "$program" --media "$root/Tests/Media" "${arguments[@]}"
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
stop() {
    echo "avcam: $1" >&2
    cat "$folder"/*.log >&2
    exit 1
}

# Keys pressed one by one, each after the answer to the one before.
# usage: press KEY ANSWER     waits for the answer, a minute at most: the test then fails of its lack
press() {
    local i
    printf '%s' "$1"
    for ((i = 0; i < 600; i++)); do
        ! grep -qF -- "$2" "$folder/keys.log" || return 0
        sleep 0.1
    done
}
# Prints how many photos differ from each other.
photos() { sed -n 's/^Photo: //p' "$folder/keys.log" | xargs -rd '\n' md5sum | cut -d ' ' -f 1 | sort -u | wc -l; }
# usage: photograph COUNT     takes photos, which there are none of before the first frame, until so many differ
photograph() {
    local i
    for ((i = 0; i < 600; i++)); do
        printf p
        sleep 0.1
        [ "$(photos)" -lt "$1" ] || return 0
    done
}
keys() {
    photograph 1
    press + mix-factor=0.55
    press + mix-factor=0.6
    press - mix-factor=0.55
    press f 'rose filter off'
    press s smoothing=false
    press '<' 'depth frames a second: 30.0'
    photograph 2
    printf q
}
# They have no end of their own, so that keys have all the time they need.
videos=(--video "videotestsrc pattern=ball is-live=true ! video/x-raw,width=1280,height=720"
    --depth "videotestsrc is-live=true ! video/x-raw,format=GRAY16_LE")
keys | "$program" --headless "${videos[@]}" --record "$folder/video.mp4" --photos "$folder" --png >"$folder/keys.log" 2>&1 \
    || stop "it fails"
for line in mix-factor=0.55 mix-factor=0.6 'rose filter off' smoothing=false 'depth frames a second: 30.0'; do
    grep -qxF "$line" "$folder/keys.log" || stop "a key was lost: $line"
done
for photo in photo-1.png photo-2.png; do
    gst-launch-1.0 -q filesrc location="$folder/$photo" ! pngdec ! video/x-raw,width=1280,height=720 ! fakesink \
        >"$folder/photo.log" 2>&1 || stop "$photo is no photo"
done
[ "$(photos)" -ge 2 ] || stop "the photos are the same"
gst-launch-1.0 -v filesrc location="$folder/video.mp4" ! qtdemux ! decodebin ! video/x-raw,width=1280 \
    ! fakesink name=out silent=false >"$folder/video.log" 2>&1 || stop "the video can't be played"
frames=$(grep -c 'out: last-message = "\?chain' "$folder/video.log" || true)
if [ "$frames" -lt 2 ]; then stop "the video has $frames frames"; fi

# The bundled videos to their end.
"$program" --headless --video "$clip" --depth "$root/Tests/Media/aloe-depth.mkv" </dev/null >"$folder/bundled.log" 2>&1 \
    || stop "the bundled videos fail"
# Elements as sources, and the end of both.
"$program" --headless --video "videotestsrc num-buffers=20" --depth "videotestsrc num-buffers=10 ! video/x-raw,format=GRAY16_LE" \
    </dev/null >"$folder/end.log" 2>&1 || stop "elements as sources fail"
if "$program" --headless --video /nowhere </dev/null >"$folder/none.log" 2>&1; then stop "a missing video is no error"; fi
grep -qF 'There is no /nowhere.' "$folder/none.log" || stop "the error does not say what is missing"
mkfifo "$folder/pipe.mkv"
if timeout 60 "$program" --headless --video "$folder/pipe.mkv" </dev/null >"$folder/pipe.log" 2>&1; then stop "a pipe is no error"; fi
grep -qF 'pipe.mkv is neither a device nor a file.' "$folder/pipe.log" || stop "a pipe that nobody writes is waited for"
has_all_options "$program" "$here/run.sh"
# Sources that send no frame.
for source in "appsrc is-live=true format=time" "videotestsrc is-live=true ! valve drop=true"; do
    if timeout 60 "$program" --headless --timeout 2 --video "$source" --depth "$source" </dev/null >"$folder/stall.log" 2>&1; then
        stop "a source without frames is no error"
    fi
    grep -qF 'There was no frame to show for 2 seconds.' "$folder/stall.log" || stop "a source without frames is waited for"
done
if "$program" --timeout 0 --headless </dev/null >"$folder/stall.log" 2>&1; then stop "no timeout is no error"; fi
grep -qF -e '--timeout takes whole seconds' "$folder/stall.log" || stop "the error does not say what --timeout takes"
# One that stops leaves a video up to then; without a frame, the video of an earlier run stays.
for frames in 40 0; do
    stalls="videotestsrc is-live=true num-buffers=$frames ! f. appsrc is-live=true format=time ! funnel name=f"
    echo earlier >"$folder/stalls.mp4"
    if timeout 60 "$program" --headless --timeout 2 --video "$stalls" --depth "$source" --record "$folder/stalls.mp4" \
        </dev/null >"$folder/stall.log" 2>&1; then stop "a source that stops is no error"; fi
    grep -qF 'There was no frame to show' "$folder/stall.log" || stop "a source that stops is waited for"
    if [ $frames = 0 ]; then
        [ "$(cat "$folder/stalls.mp4")" = earlier ] || stop "a run without a frame replaces a video"
    else
        gst-launch-1.0 -q filesrc location="$folder/stalls.mp4" ! qtdemux ! decodebin ! fakesink >"$folder/stalls.log" 2>&1 \
            || stop "the video of a source that stops is not whole"
    fi
done
# A camera that breaks leaves a video up to then.
if "$program" --headless --video "videotestsrc is-live=true ! identity error-after=40" --record "$folder/broken.mp4" \
    --depth "videotestsrc is-live=true ! video/x-raw,format=GRAY16_LE" </dev/null >"$folder/broken.log" 2>&1; then
    stop "a source that fails is no error"
fi
gst-launch-1.0 -q filesrc location="$folder/broken.mp4" ! qtdemux ! decodebin ! fakesink >"$folder/broken-video.log" 2>&1 \
    || stop "the video of a source that fails is not whole"
# One that can't be opened leaves the video of an earlier run.
cp "$folder/broken.mp4" "$folder/kept.mp4"
if "$program" --headless --video "v4l2src device=/dev/nowhere" --record "$folder/kept.mp4" </dev/null >"$folder/kept.log" 2>&1; then
    stop "a camera that can't be opened is no error"
fi
cmp -s "$folder/broken.mp4" "$folder/kept.mp4" || stop "a camera that can't be opened ends an earlier video"
[ ! -e "$folder/kept.mp4.part" ] || stop "a part of a video is left"
"$here/launch.sh" "$folder/launch.mp4" || stop "launch.sh fails"
[ -s "$folder/launch.mp4" ] || stop "launch.sh writes nothing"
