#!/bin/bash
# Runs a line of README.md.
#
# usage: run.sh [NAME [INPUT]] | run.sh --test     INPUT: a film, a photo or a camera; without NAME: the names
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
elif [ "$1" != --test ] && [ -z "$(line "$1")" ]; then
    printf 'There is no line "%s"; there are:\n%s\n' "$1" "$(names)" >&2
    exit 2
fi

needs=(gstreamer1.0-plugins-bad)
test_job=examples
source "$(dirname "$0")/../example.sh" "$@"

# usage: prepare FOLDER [FILM [PHOTO]]     what the lines read
prepare() {
    mkdir -p "$1"
    ln -sf "${2:-$clip}" "$1/film.mp4"
    if [ -n "${3:-}" ]; then
        ln -sf "$3" "$1/photo.jpg"
    else
        rm -f "$1/photo.jpg"
        gst-launch-1.0 -q filesrc location="$clip" ! qtdemux ! decodebin ! identity eos-after=51 ! jpegenc \
            ! multifilesink location="$1/photo.jpg"
    fi
}

if [ -n "$test" ]; then
    source "$root/gst-examples/launch/test.sh"
    exit
fi

name=${arguments[0]}
text=$(line "$name")
input=${arguments[1]:-}
if [ -n "$input" ]; then
    input=$(from_start "$input")
    [ -e "$input" ] || { echo "There is no $input." >&2; exit 1; }
fi
if [[ $text == *autovideosink* && -z ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; then
    echo "There is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set. With --test none is needed." >&2
    exit 1
fi
if [[ $text == *v4l2src* ]]; then
    camera=${input:-/dev/video0}
    if [ -c "$camera" ]; then
        text=${text/v4l2src/v4l2src device=$camera}
    else
        echo "There is no camera at $camera, so this takes a test picture."
        text=${text/v4l2src/videotestsrc is-live=true}
        # It sends no JPEG by itself.
        text=${text/! image\/jpeg/! jpegenc ! image\/jpeg}
    fi
elif [[ $text == *ximagesrc* && -z ${DISPLAY:-} ]]; then
    echo "There is no X11 screen, so this takes a test picture."
    text=${text/ximagesrc use-damage=false/videotestsrc is-live=true}
fi
if [[ $text == *in.audio_0* && -n $input ]]; then
    sound_of "$input"
    [ ${#sound[@]} -gt 0 ] || text=${text/$' \\\n    in.audio_0 ! queue ! aacparse ! out.'/}
fi
film=
photo=
if [[ $text == *film.mp4* ]]; then film=$input; fi
if [[ $text == *photo.jpg* ]]; then photo=$input; fi
folder=$root/out/launch
prepare "$folder" "$film" "$photo"
cd "$folder"
printf '%s\n' "$text"
exec bash -c "exec $text"
