#!/bin/bash
# SPDX-License-Identifier: MIT
# Shows the elements on the clip of Tests/Media: a tint with the sound copied, a dark version equalized, and an old tape. Writes
# clips and stills to out/.
source "$(dirname "$0")/common.sh"
scripts/setup.sh demo
mkdir -p out
echo "Building the plugin."
build_plugin
use_plugin

tinted=out/bigbuckbunny-rosy.mp4
log=$root/.build/logs/demo.log

launch() {
    if ! gst-launch-1.0 "$@" >"$log" 2>&1; then
        grep -E 'ERROR|WARNING' "$log" >&2 || cat "$log" >&2
        echo "GStreamer failed; the whole log is $log." >&2
        exit 1
    fi
}

seconds() {
    awk '/^Execution ended after/ { split($4, t, ":"); print t[1] * 3600 + t[2] * 60 + t[3] }' "$log"
}

# Video is decoded, tinted and encoded; audio is copied.
launch filesrc location="$clip" ! qtdemux name=in mp4mux name=out ! filesink location="$tinted" \
    in.video_0 ! queue ! decodebin ! swiftrosy ! x264enc speed-preset=veryfast ! queue ! out. \
    in.audio_0 ! queue ! aacparse ! out.
whole=$(seconds)

# The buffers of each stream in the result.
count() {
    launch -v filesrc location="$tinted" ! qtdemux name=in "in.$1_0" ! queue ! fakesink silent=false
    grep -c 'last-message = "\?chain' "$log" || true
}
frames=$(count video)
sound=$(count audio)
if [ "$frames" = 0 ] || [ "$sound" = 0 ]; then
    echo "$tinted has $frames video frames and $sound audio frames; both should be there." >&2
    exit 1
fi

# The effect alone: every frame is decoded before the first one is tinted, and a tracer times the element.
GST_TRACERS="latency(flags=element)" GST_DEBUG=GST_TRACER:7 GST_DEBUG_NO_COLOR=1 launch \
    filesrc location="$clip" ! qtdemux ! decodebin \
    ! queue max-size-buffers=0 max-size-bytes=0 max-size-time=0 min-threshold-buffers=100000 \
    ! swiftrosy name=tint ! fakesink
alone=$(sed -nE 's/.*element-latency,.* element=\(string\)tint,.* time=\(guint64\)([0-9]+).*/\1/p' "$log" |
    awk '{ sum += $1; n++ } END { if (n) printf "%.3f %.0f", sum / n / 1e6, n * 1e9 / sum }')
read -r milliseconds rate <<<"$alone"

# Stills of the frame at two seconds, and both side by side.
launch filesrc location="$clip" ! qtdemux ! decodebin ! videorate ! video/x-raw,framerate=1/2 \
    ! identity eos-after=3 ! tee name=t \
    t. ! queue ! videoconvert ! video/x-raw,format=RGB ! pngenc ! multifilesink location=out/before-%d.png \
    t. ! queue ! swiftrosy ! videoconvert ! video/x-raw,format=RGB ! pngenc ! multifilesink location=out/after-%d.png
for still in before after; do
    mv "out/$still-1.png" "out/$still.png"
    rm -f out/$still-[0-9].png
done
half="videoscale method=lanczos ! video/x-raw,width=426,height=240"
launch compositor name=c sink_1::xpos=430 background=white ! video/x-raw,width=856,height=240 \
    ! videoconvert ! video/x-raw,format=RGB ! pngenc compression-level=9 ! filesink location=out/before-after.png \
    filesrc location=out/before.png ! pngdec ! videoconvert ! $half ! c.sink_0 \
    filesrc location=out/after.png ! pngdec ! videoconvert ! $half ! c.sink_1

# The clip in too little light; on the left as it is, on the right after swifteq.
launch filesrc location="$clip" ! qtdemux ! decodebin ! videobalance contrast=0.25 saturation=0.25 \
    ! videoscale ! video/x-raw,width=640,height=360 ! videoconvert ! video/x-raw,format=BGRx ! tee name=t \
    t. ! queue ! c.sink_0 t. ! queue ! swifteq method=clahe clip-limit=4 smoothing-time=0.5 ! c.sink_1 \
    compositor name=c sink_1::xpos=640 ! videoconvert ! video/x-raw,format=I420 ! x264enc speed-preset=veryfast \
    ! mp4mux ! filesink location=out/dark-equalized.mp4

# The clip as it is, and after swiftntsc.
launch filesrc location="$clip" ! qtdemux ! decodebin ! videoscale ! video/x-raw,width=640,height=480,pixel-aspect-ratio=1/1 \
    ! tee name=t t. ! queue ! c.sink_0 t. ! queue ! swiftntsc preset=vhs-ep-worn ! c.sink_1 \
    compositor name=c sink_1::xpos=640 ! videoconvert ! video/x-raw,format=I420 ! x264enc speed-preset=veryfast \
    ! mp4mux ! filesink location=out/tape.mp4

awk -v n="$frames" -v s="$whole" 'BEGIN {
    printf "%d frames of 1280x720 in %.2f s, %.0f frames per second: decode, tint, encode (x264) and mux together\n", n, s, n / s
}'
echo "$rate frames per second for the tint alone: $milliseconds ms a frame, I420, mean of all frames once decoded"
echo "clips:  $tinted (with sound), out/dark-equalized.mp4 (before and after swifteq), out/tape.mp4 (before and after swiftntsc)"
echo "stills: out/before.png, out/after.png, out/before-after.png"
