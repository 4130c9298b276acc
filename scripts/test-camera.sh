#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs with virtual cameras, V4L2's `vivid` in a machine that qemu emulates, through every element; see Tests/Camera.
# What cannot be run counts as skipped; REQUIRED=1, as in CI, makes that a failure. SWIFTVIDEO_FEW=1, as in CI, takes one format and
# fewer elements, others each day. Images go to out/camera.
#
# usage: scripts/test-camera.sh
source "$(dirname "$0")/common.sh"
source Tests/Camera/machine.sh
source Tests/Camera/checks.sh
source Tests/Camera/mixes.sh
passed=0
failed=0

# usage: choose_filter     sets SAMPLED_FILTER: a filter that has no cases of its own, with its settings; nothing if there is none
choose_filter() {
    local name
    name=$(python3 scripts/elements.py kinds | awk '$2 == "filter" { print $1 }' | sample 1 camera | tail -n 1)
    SAMPLED_FILTER=
    [[ " ${special[*]} swiftchain " == *" $name "* ]] || SAMPLED_FILTER=$(python3 scripts/elements.py fragment "$name")
    # The guest has no files of the tests.
    [[ $SAMPLED_FILTER != *location=* ]] || SAMPLED_FILTER=
}

# usage: check SENTENCE COMMAND...     what the command prints is shown if it fails
check() {
    local name=$1 output
    shift
    if output=$("$@" 2>&1); then
        passed=$((passed + 1))
        echo "ok      $name"
    else
        failed=$((failed + 1))
        echo "FAILED  $name"
        sed 's/^/        /' <<<"$output" | head -n 20
    fi
}

finish() {
    echo "$passed passed, $failed failed${1:+, $1 skipped}"
    [ $failed = 0 ] || exit 1
    exit 0
}

# usage: skip REASON     of all there is
skip() {
    if [ -n "${REQUIRED:-}" ]; then
        echo "FAILED  runs with virtual cameras: $1"
        failed=1
        finish
    fi
    echo "SKIPPED runs with virtual cameras: $1"
    finish 1
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
job=$root/.build/camera-videos
videos=$job/results
shown=$root/out/camera
rm -rf "$job" "$shown"
mkdir -p "$job" "$shown"

# It takes a quarter of an hour.
if is_late 900; then
    echo "left out, as this machine is too slow: test-camera"
    finish
fi
[ "$(uname -m)" = x86_64 ] || skip "the guest runs the host's programs on an emulated x86-64"
scripts/setup.sh camera 2>"$scratch/setup" || skip "$(tail -n 1 "$scratch/setup")"
command -v qemu-system-x86_64 >/dev/null || skip "there is no qemu-system-x86_64"
fetch_kernel 2>"$scratch/kernel.log" >"$scratch/reason" || skip "$(cat "$scratch/reason")"
build_plugin
use_plugin
build_program gst-examples/avcam avcam

choose_filter
SWIFTVIDEO_SEED=$(seed)
source Tests/Camera/cases.sh

# The guest takes the host's list of plugins, as making one takes long there.
export GST_REGISTRY=$job/registry.bin
gst-inspect-1.0 >/dev/null
cat >"$job/run.sh" <<END
export PATH=/usr/bin:/usr/sbin HOME=/tmp LC_ALL=C.UTF-8 G_DEBUG=fatal-criticals GST_DEBUG=v4l2src:WARNING GST_DEBUG_NO_COLOR=1
export GST_PLUGIN_PATH='$GST_PLUGIN_PATH' GST_REGISTRY=/job/registry.bin GST_REGISTRY_UPDATE=no
export SWIFTVIDEO_FEW='${SWIFTVIDEO_FEW:-}' SWIFTVIDEO_SEED='$SWIFTVIDEO_SEED'
export PLUGIN='$plugin' AVCAM='$program' SAMPLED_FILTER='$SAMPLED_FILTER'
exec /bin/bash '$root/Tests/Camera/guest.sh'
END

start=$(date +%s)
status=0
boot "$job" 1800 "$root" "$(realpath "$swift_directory/../lib/swift/linux")" 2>"$job/qemu" || status=$?
echo "$(basename "$kernel"), $cameras cameras: $(($(date +%s) - start)) s"
guest_ended() {
    [ "$status" = 0 ] && [ "$(cat "$job/status" 2>/dev/null)" = 0 ] || {
        echo "qemu: status $status"
        tail -n 10 "$job/qemu" "$job/console" "$job/output" 2>/dev/null
        return 1
    }
}
check "the guest boots, records and switches off" guest_ended

for format in "${formats[@]}"; do
    for element in "${filters[@]}"; do
        check "$element takes all frames of a $format camera at 30 fps" steady "$element" "$format"
        [ "$element" = swiftntsc ] || check "$element changes $format in the camera's memory" in_place "$element" "$format"
    done
    check "swiftmix makes 30 fps of two $format cameras, with all their images" mixed "mixed-$format" "$format"
done
for element in "${blends[@]}"; do
    check "$element makes 30 fps of two cameras, with all their images" mixed "$element" YUY2
done
check "swiftmix makes 30 fps of cameras of other formats, sizes and rates, with all their images" \
    mixed mixed-unlike NV12 YUY2 320 180 $((frames / 2))
check "swiftdepthgray takes all frames of a GRAY16_LE camera at 30 fps" steady swiftdepthgray GRAY16_LE
for format in "${formats[@]}" GRAY16_LE; do
    for element in "${filters[@]}"; do
        check "$element: images of a $format camera" moving "$element" "$format"
    done
done
check "swiftdepthgray: images of a GRAY16_LE camera" moving swiftdepthgray GRAY16_LE
for element in "${filters[@]}" swiftdepthgray; do
    check "$element with a camera that drops frames" dropped "dropped-$element"
done
check "swiftmix with a camera that drops frames" mixed_dropped dropped-swiftmix YUY2
for element in "${filters[@]}" swiftdepthgray swiftmix; do
    check "$element with a camera that breaks: an error on the bus" error_on_bus "fatal-$element"
    [[ " ${pulled[*]} " == *" $element "* ]] || continue
    check "$element with a camera that is pulled out: an error on the bus" error_on_bus "pulled-$element"
done
check "swiftrosy with a camera whose clock wraps round" all_passed wrapped-swiftrosy "$frames"
check "swiftmix with a camera whose clock wraps round" mixed wrapped-swiftmix YUY2
check "the other cameras still work" mixed after YUY2
check "avcam: keys" keys_answered
check "avcam: photos" photos_taken
check "avcam: the video" video_whole avcam
check "avcam with a camera that is pulled out: an error" failed_well pulled-avcam
check "avcam with a camera that is pulled out: the video up to then" video_whole pulled-avcam
finish
