# SPDX-License-Identifier: MIT
# Sourced by run.sh: offers the camera to a PipeWire of its own and looks at what another program gets from it.
source "$(dirname "${BASH_SOURCE[0]}")/../program-test.sh"

# usage: wait_for SECONDS COMMAND...
wait_for() {
    local i
    for ((i = 0; i < 10 * $1; i++)); do
        if "${@:2}" >/dev/null 2>&1; then return; fi
        sleep 0.1
    done
    return 1
}

# The camera: a frame of the clip, darkened, thirty times a second.
gst-launch-1.0 -q filesrc location="$(gst_text "$clip")" ! qtdemux ! decodebin ! identity eos-after=51 ! videobalance contrast=0.25 \
    saturation=0.25 ! videoconvert ! pngenc ! multifilesink location=dark.png >dark.log 2>&1 || stop "there is no frame"
camera="filesrc location=dark.png ! pngdec ! imagefreeze is-live=true ! videoconvert"

# A session of its own, so that nothing of the user's is touched.
mkdir -m 700 run
export XDG_RUNTIME_DIR=$folder/run XDG_CONFIG_HOME=$folder/config XDG_STATE_HOME=$folder/state
unset DISPLAY WAYLAND_DISPLAY PIPEWIRE_REMOTE
dbus-daemon --session --nofork --address="unix:path=$folder/run/bus" >dbus.log 2>&1 &
children+=($!)
export DBUS_SESSION_BUS_ADDRESS=unix:path=$folder/run/bus
wait_for 120 test -S run/bus || stop "dbus-daemon does not start"
pipewire >pipewire.log 2>&1 &
children+=($!)
wait_for 120 pw-cli info 0 || stop "PipeWire does not start"
wireplumber >wireplumber.log 2>&1 &
children+=($!)

text=$(line pipewiresink)
text=${text/v4l2src/$camera}
timeout 120 bash -c "exec $text" >camera.log 2>&1 &
children+=($!)
# Its node's number.
node() {
    pw-dump | awk '/"id":/ { id = $2 + 0 } /"node.name": "swiftvideo"/ { found = id } END { print found; exit !found }'
}
wait_for 120 node || stop "PipeWire has no camera"
pw-dump >nodes.json
grep -q '"media.class": "Video/Source"' nodes.json || stop "it is no camera: $(node)"

# What a video call does: takes the camera and shows it.
timeout --foreground 60 gst-launch-1.0 pipewiresrc path="$(node)" ! identity eos-after=11 \
    ! video/x-raw,width=1280,height=720,format=YUY2 ! videoconvert ! video/x-raw,format=RGB ! pngenc \
    ! multifilesink location=call-%d.png >call.log 2>&1 || stop "the camera can't be used"
frames=$(find . -name 'call-*.png' | wc -l)
[ "$frames" = 10 ] || stop "ten frames were wanted, and $frames came"

# usage: spread FILE     standard deviation of its luma
spread() {
    gst-launch-1.0 -q filesrc location="$1" ! pngdec ! videoconvert ! video/x-raw,format=GRAY8 ! videoscale \
        ! video/x-raw,width=64,height=36 ! filesink location=spread.gray >spread.log 2>&1 || stop "$1 is no image"
    od -An -v -tu1 -w1 spread.gray | awk '{ s += $1; q += $1 * $1 } END { printf "%d", sqrt(q / NR - (s / NR) ^ 2) }'
}
before=$(spread dark.png)
after=$(spread call-9.png)
[ "$after" -gt $((3 * before / 2)) ] || stop "what the call gets is no brighter: spread $after, $before before"
# For the image of README.md.
[ -z "${KEEP:-}" ] || cp dark.png call-9.png "$KEEP"
echo "virtual-camera: who takes it from PipeWire gets ten frames, luma spread over $after codes rather than $before"

# The other line, as far as there are devices.
text=$(line v4l2sink)
text=${text/v4l2src !/videotestsrc num-buffers=10 !}
loopback=
for name in /sys/class/video4linux/*/name; do
    if grep -qis loopback "$name"; then loopback=$(basename "$(dirname "$name")"); fi
done
if [ -n "$loopback" ]; then
    timeout --foreground 60 bash -c "${text/video10/$loopback}" >v4l2.log 2>&1 || stop "v4l2loopback takes nothing"
else
    echo "skipped: v4l2loopback: there is no such device here"
    timeout --foreground 60 bash -c "${text/v4l2sink device=\/dev\/video10/fakesink}" >v4l2.log 2>&1 || stop "this line fails: $text"
    if bash -c "${text/video10/video4242}" >v4l2.log 2>&1; then stop "v4l2sink takes what is not there"; fi
    grep -q "/dev/video4242" v4l2.log || stop "v4l2sink does not say which device is missing"
fi

# What can't be run is said in a sentence.
run=$root/gst-examples/virtual-camera/run.sh
if "$run" /dev/video4242 >wrong.log 2>&1; then stop "a missing device is no error"; fi
grep -qF 'There is no /dev/video4242. Make it: sudo modprobe v4l2loopback video_nr=4242' wrong.log || stop "it does not say how"
if "$run" pipewire /dev/video4242 >wrong.log 2>&1; then stop "a missing camera is no error"; fi
grep -qF 'There is no camera at /dev/video4242.' wrong.log || stop "it does not say which"
if env -u PIPEWIRE_REMOTE XDG_RUNTIME_DIR="$folder" "$run" pipewire >wrong.log 2>&1; then stop "no PipeWire is no error"; fi
grep -qF 'PipeWire does not run for this user.' wrong.log || stop "it does not say that there is no PipeWire"
if "$run" >wrong.log 2>&1; then stop "no argument is no error"; fi
grep -qF 'usage: run.sh DEVICE' wrong.log || stop "it does not tell its usage"
