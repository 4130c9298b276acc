#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs a line of README.md; run.sh --help says how.
usage='usage: run.sh [NAME [INPUT [SECOND]]] | run.sh --test
Runs a line of gst-examples/launch/README.md; without NAME it lists the names. INPUT is a video file, a photo or a camera such as
/dev/video2, as the line has it; SECOND is the second video of crossfade. What is written goes to out/launch.

  --timeout SECONDS  end a line that reads or writes a file when nothing was read or written for so long (default: 60)
  --test             run all lines without camera, screen and sound
  --help             print this'
page=$(cd "$(dirname "$0")" && pwd)/README.md

# usage: line NAME     the line of that name; nothing where there is none
line() {
    awk -v heading="## $1" '/^## / { here = $0 == heading } here && /^```/ { code = !code; next } here && code' "$page"
}

# The names, each with the first sentence about it.
names() {
    awk '/^## / { name = $2; next } name && NF { sub(/[.] .*|[.:]$/, ""); printf "%-12s %s\n", name, $0; name = "" }' "$page"
}

if [ $# = 0 ]; then
    names
    exit
elif [[ $1 != -* && -z $(line "$1") ]]; then
    printf 'There is no line "%s"; there are:\n%s\n' "$1" "$(names)" >&2
    exit 2
fi

# For gst-discoverer-1.0, and parsers of most containers.
needs=(gstreamer1.0-plugins-bad gstreamer1.0-plugins-base-apps)
test_job=examples
most=3
later=1
timeout=60
source "$(dirname "$0")/../example.sh" "$@"

# usage: prepare FOLDER [VIDEO [PHOTO [SECOND]]]     what the lines read
prepare() {
    mkdir -p "$1"
    ln -sf "${2:-$clip}" "$1/in.mp4"
    ln -sf "${4:-$clip}" "$1/second.mp4"
    ln -sf "$root/Tests/Media/aloe-depth.mkv" "$1/depth.mkv"
    if [ -n "${3:-}" ]; then
        ln -sf "$3" "$1/photo.jpg"
    else
        rm -f "$1/photo.jpg"
        gst-launch-1.0 -q filesrc location="$(gst_text "$clip")" ! qtdemux ! decodebin ! identity eos-after=51 ! jpegenc \
            ! multifilesink location="$(gst_text "$1/photo.jpg")"
    fi
}

if [ -n "$test" ]; then
    prepare_example
    source "$root/gst-examples/launch/test.sh"
    exit
fi

name=${arguments[0]}
text=$(line "$name")
input=${arguments[1]:-}
second=${arguments[2]:-}
[ -z "$second" ] || [[ $text == *second.mp4* ]] || wrong "The line $name has no second video."
if [ -n "$input" ]; then
    input=$(from_start "$input")
    # A camera is looked at below.
    if [[ $text == *v4l2src* ]]; then
        [ -c "$input" ] || { echo "There is no camera at $input." >&2; exit 1; }
    elif [[ $text == *in.mp4* || $text == *photo.jpg* || $text == *depth.mkv* ]]; then
        require_file "$input"
    else
        wrong "The line $name takes no INPUT."
    fi
fi
if [ -n "$second" ]; then
    second=$(from_start "$second")
    require_file "$second"
fi
if [[ $text == *autovideosink && -z ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; then
    echo "There is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set. With --test none is needed." >&2
    exit 1
fi
prepare_example
if [[ $text == *v4l2src* ]]; then
    camera=${input:-/dev/video0}
    if [ -c "$camera" ]; then
        text=${text/v4l2src/"v4l2src device=$(printf %q "$(gst_text "$camera")")"}
    else
        echo "There is no camera at $camera, so this takes a test pattern."
        text=${text/v4l2src/videotestsrc is-live=true}
        # It sends no JPEG by itself.
        text=${text/! image\/jpeg/! jpegenc ! image\/jpeg}
    fi
elif [[ $text == *ximagesrc* && -z ${DISPLAY:-} ]]; then
    echo "There is no X11 screen, so this takes a test pattern."
    text=${text/ximagesrc use-damage=false/videotestsrc is-live=true}
fi
video=
photo=
if [[ $text == *in.mp4* && -n $input ]]; then
    video=$input
    look_at "$video"
    # A branch for sound that is not there would be waited for.
    [ -n "$audio" ] || text=$(awk '!/^ +in[.] ! queue ! audioconvert/' <<<"$text" | sed -E '$ s/ \\$//')
fi
[ -z "$second" ] || look_at "$second"
if [[ $text == *photo.jpg* ]]; then photo=$input; fi
folder=$root/out/launch
prepare "$folder" "$video" "$photo" "$second"
[[ $text != *depth.mkv* || -z $input ]] || ln -sf "$input" "$folder/depth.mkv"
cd "$folder"
printf '%s\n' "$text"
# A file is written beside the one that is there, and becomes that one where all went well.
output=$(sed -nE 's/.*filesink location=([^ ]+).*/\1/p' <<<"$text")
# A file that gives nothing, or a disk that takes nothing, is not waited for; a receiver may wait for its sender.
case $text in
*filesrc* | *filesink*) ;;
*) exec bash -c "exec $(watched "$text")" ;;
esac
part=
[ -z "$output" ] || part=.$output.$$.part
trap 'end_child; [ -z "$part" ] || rm -f "$part"' EXIT
trap 'exit 143' TERM HUP
# Ctrl-C goes to gst-launch-1.0 too, which ends the file (-e); this waits for it.
trap : INT
[ -z "$output" ] || text=${text/location=$output/location=$part}
status=0
# shellcheck disable=SC2086
bounded "$timeout" bash -c "exec $text" || status=$?
if [ $status = 124 ]; then echo "Nothing could be read or written for $timeout seconds." >&2; fi
if [ -z "$output" ]; then exit $status; fi
if [ $status != 0 ]; then
    echo "The line failed; $folder/$output is as it was." >&2
    exit $status
fi
mv "$part" "$output"
echo "Wrote $folder/$output"
