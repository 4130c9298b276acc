#!/bin/bash
# SPDX-License-Identifier: MIT
# Offers a filtered camera as another camera; run.sh --help says how.
usage='usage: run.sh DEVICE [CAMERA] | run.sh pipewire [CAMERA] | run.sh --test
Brings out what CAMERA (default: /dev/video0, or a test pattern) hides in the dark, and offers the result as another camera: DEVICE
of v4l2loopback, such as /dev/video10, or through PipeWire. Ctrl-C ends it.

  --test  offer a camera to a PipeWire of its own, and check what another program gets
  --help  print this'
most=2
case ${1:-} in
pipewire | --test | --help | -h) ;;
/dev/*)
    [ -c "$1" ] || {
        echo "There is no $1. Make it: sudo modprobe v4l2loopback video_nr=${1//[^0-9]/} exclusive_caps=1" >&2
        exit 1
    }
    ;;
*) echo "usage: run.sh DEVICE [CAMERA] | run.sh pipewire [CAMERA], with DEVICE as /dev/video10" >&2; exit 2 ;;
esac
test_job=examples
needs=(gstreamer1.0-plugins-bad)
[ "${1:-}" != pipewire ] || needs+=(gstreamer1.0-pipewire)
source "$(dirname "$0")/../example.sh" "$@"
page=$root/gst-examples/virtual-camera/README.md

# usage: line SINK     the line of README.md that ends in it
line() {
    grep -E "^gst-launch-1.0 .* $1 " "$page"
}

if [ -n "$test" ]; then
    source "$root/gst-examples/virtual-camera/test.sh"
    exit
fi

if [ "${arguments[0]}" = pipewire ]; then
    if [ -z "${PIPEWIRE_REMOTE:-}" ] && [ ! -S "${PIPEWIRE_RUNTIME_DIR:-${XDG_RUNTIME_DIR:-/run/user/$UID}}/pipewire-0" ]; then
        echo "PipeWire does not run for this user. Start it: systemctl --user start pipewire wireplumber" >&2
        exit 1
    fi
    text=$(line pipewiresink)
else
    text=$(line v4l2sink)
    text=${text/device=\/dev\/video10/"device=$(printf %q "$(gst_text "${arguments[0]}")")"}
fi
camera=${arguments[1]:-/dev/video0}
if [ -c "$camera" ]; then
    text=${text/v4l2src/"v4l2src device=$(printf %q "$(gst_text "$camera")")"}
elif [ -n "${arguments[1]:-}" ]; then
    echo "There is no camera at $camera." >&2
    exit 1
else
    echo "There is no camera at $camera, so this takes a test pattern."
    text=${text/v4l2src/videotestsrc is-live=true}
fi
printf '%s\n' "$text"
exec bash -c "exec $(watched "$text")"
