#!/bin/bash
# SPDX-License-Identifier: MIT
# Boots Debian 12's kernel for aarch64 with a virtual camera (V4L2's vivid) under qemu, and runs a filter of each family on it, an
# equalization and a chain. Each run leaves what the camera gave and what the filter made of it: of the same frames the filter of this
# machine has to make the same, bit for bit. See Tests/Camera for the machine.
#
# usage: scripts/aarch64/camera.sh     after scripts/aarch64.sh and swift build -c release, whose plugins it takes
source "$(dirname "$0")/../common.sh"
source scripts/aarch64/common.sh
source Tests/Camera/machine.sh
scripts/setup.sh aarch64-camera
cameras=1
# This machine's may read no modules of another one.
strip=llvm-objcopy
count=10
# What they give, and what GStreamer's rawvideoparse calls it.
caps=video/x-raw,format=YUY2,width=320,height=180,framerate=30/1
bytes=$((320 * 180 * 2))
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
    echo "aarch64 camera: $1" >&2
    exit 1
}

# Debian 12's newest kernel for arm64 and a shell, unpacked. Sets kernel.
fetch_arm_kernel() {
    local store=$aarch64/camera package
    package=$(arm_apt bookworm install --print-uris linux-image-arm64 | sed -nE "s/^.* (linux-image-[0-9][^_]*)_.*/\1/p")
    [ -n "$package" ] || return
    kernel=$store/$package
    [ ! -f "$kernel/complete" ] || return 0
    rm -rf "$store"
    mkdir -p "$kernel"
    (cd "$store" && arm_fetch "Debian 12's kernel for arm64" bookworm "$package" busybox-static \
        && dpkg -x "$package"_*.deb "$kernel" && dpkg -x busybox-static_*.deb "$store/busybox" && rm ./*.deb) || return
    depmod -b "$kernel" "${package#linux-image-}" || return
    touch "$kernel/complete"
}

find_plugin
use_plugin
fetch_arm_kernel || fail "Debian 12's kernel for arm64 can't be had; see above"
job=$aarch64/camera-job
rm -rf "$job"
mkdir -p "$job/plugins"
# Few plugins, since a list of all would take the guest long.
for name in coreelements video4linux2; do
    cp "$sysroot/usr/lib/aarch64-linux-gnu/gstreamer-1.0/libgst$name.so" "$job/plugins/"
done
cp "$arm_products/libgstswiftvideo.so" "$job/plugins/"
mapfile -t filters < <(python3 scripts/elements.py samples)
[ ${#filters[@]} -gt 2 ] || fail "no filters"
# What depends on the time of frames would differ: they have none in a file.
filters+=("swifteq method=clahe smoothing-time=0" "swiftchain filters=sepia!vignette!sharpen")
cat >"$job/run.sh" <<END
export PATH=/usr/bin HOME=/tmp LC_ALL=C.UTF-8 G_DEBUG=fatal-criticals GST_DEBUG=v4l2src:WARNING GST_DEBUG_NO_COLOR=1
export GST_PLUGIN_SYSTEM_PATH=/job/plugins GST_REGISTRY=/tmp/registry GST_REGISTRY_FORK=no
run() {
    number=\$1
    shift
    gst-launch-1.0 -q v4l2src num-buffers=$count ! $caps ! tee name=camera ! queue ! filesink async=false location=/tmp/in \
        camera. ! queue ! "\$@" ! filesink async=false location=/tmp/out
    echo "\$number: \$?"
    /busybox mv /tmp/in /job/\$number-in
    /busybox mv /tmp/out /job/\$number-out
}
$(for number in "${!filters[@]}"; do echo "run $number ${filters[number]}"; done)
END

# Time is that of the guest's instructions, as Tests/Camera/machine.sh has it.
start=$SECONDS
echo "share0 /usr" >"$job/shares"
make_initramfs "$scratch/initramfs.cpio.gz" "$aarch64/camera/busybox/bin/busybox"
status=0
timeout --kill-after=10 900 qemu-system-aarch64 -M virt -cpu "${QEMU_CPU:-cortex-a53}" -smp 1 -icount shift=0,sleep=off -m 1024 \
    -kernel "$kernel/boot/vmlinuz-${kernel##*/linux-image-}" -initrd "$scratch/initramfs.cpio.gz" \
    -append "console=ttyAMA0 quiet loglevel=4 panic=-1" -nodefaults -no-reboot -display none -serial "file:$job/console" \
    -device virtio-rng-pci -virtfs "local,path=$job,mount_tag=job,security_model=none" \
    -virtfs "local,path=$sysroot/usr,mount_tag=share0,security_model=none,readonly=on,multidevs=remap" || status=$?
if [ $status != 0 ] || [ "$(cat "$job/status" 2>/dev/null)" != 0 ]; then
    tail -n 20 "$job/console" "$job/output" >&2
    fail "the guest does not end well: qemu's status is $status"
fi

for number in "${!filters[@]}"; do
    filter=${filters[number]}
    grep -qx "$number: 0" "$job/output" || { cat "$job/output" >&2; fail "$filter does not play"; }
    for side in in out; do
        size=$(stat -c %s "$job/$number-$side")
        [ "$size" = $((count * bytes)) ] || fail "$filter: $size bytes $side, not $count frames of $bytes"
    done
    # A camera's images move.
    ! cmp -s -n $bytes -i 0:$(((count - 1) * bytes)) "$job/$number-in" "$job/$number-in" || fail "all images of the camera are the same"
    # shellcheck disable=SC2086
    gst-launch-1.0 -q filesrc location="$job/$number-in" blocksize=$bytes \
        ! rawvideoparse format=yuy2 width=320 height=180 framerate=30/1 ! $filter ! filesink location="$job/$number-here"
    cmp "$job/$number-out" "$job/$number-here" || fail "$filter makes other frames than on $(uname -m)"
    played+=("${filter%% *}")
done
echo "report: $(basename "$kernel"): ${#played[@]} filters take $count frames of v4l2src each, and make the same of them as on" \
    "$(uname -m), bit for bit (${played[*]}), in $((SECONDS - start)) s"
