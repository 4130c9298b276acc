# SPDX-License-Identifier: MIT
# Sourced by what tries a package in a Debian of its own: a folder in $scratch, which goes with it. Needs root and Debian's
# packages. With ARCH=arm64 it is a Debian for arm64, whose programs the kernel is told to run by qemu.

# usage: new_root RELEASE     sets `there`
new_root() {
    there=$scratch/$1
    if [ "$(id -u)" != 0 ]; then
        echo "$(basename "$0" .sh): run it as root: it makes a folder with a Debian in it" >&2
        return 1
    fi
    local foreign=()
    ! is_cross || foreign=(--arch=arm64 --foreign)
    if ! { debootstrap "${foreign[@]}" --variant=minbase "$1" "$there" http://deb.debian.org/debian \
        && { ! is_cross || inside /debootstrap/debootstrap --second-stage; }; } >"$scratch/debootstrap.log" 2>&1; then
        tail -n 5 "$scratch/debootstrap.log" >&2
        echo "$(basename "$0" .sh): debootstrap $1 failed; see above" >&2
        return 1
    fi
    # No service is started there.
    printf '#!/bin/sh\nexit 101\n' >"$there/usr/sbin/policy-rc.d"
    chmod +x "$there/usr/sbin/policy-rc.d"
    # A mirror that lags behind will do.
    inside apt-get -q -o Acquire::Check-Valid-Until=false update
}

# usage: todays_release 0|1     Debian 12 or 13, the other one the next day; 0 and 1 are never the same
todays_release() {
    if [ $((($(seed) + $1) % 2)) = 0 ]; then echo bookworm; else echo trixie; fi
}

# Plays a video through one filter of each family there, as well as a camera's format, and a mix; `played` are their names.
play_families() {
    local filter
    played=()
    # Theora: its decoder is among the packages that every GStreamer has.
    gst-launch-1.0 -q filesrc location="$clip" ! qtdemux ! decodebin ! identity eos-after=6 ! videoconvert ! videoscale \
        ! video/x-raw,width=320,height=180 ! theoraenc ! oggmux ! filesink location="$there/video.ogv"
    while IFS= read -r filter; do
        inside gst-launch-1.0 -q videotestsrc num-buffers=3 ! video/x-raw,format=YUY2,width=320,height=240 ! $filter ! fakesink \
            </dev/null || fail "$filter does not play"
        inside gst-launch-1.0 -q filesrc location=/video.ogv ! oggdemux ! theoradec ! $filter ! fakesink </dev/null \
            || fail "a video does not play through $filter"
        played+=("${filter%% *}")
    done < <(python3 scripts/elements.py samples)
    inside gst-launch-1.0 -q videotestsrc num-buffers=3 ! swiftmix name=m ! fakesink swiftperlinsrc num-buffers=3 ! m. </dev/null \
        || fail "a mix does not play"
}

# usage: inside COMMAND...     there, with none of this machine's environment; the mounts are gone afterwards
inside() {
    local emulated=
    ! is_cross || emulated=/usr/lib/binfmt.d/qemu-$machine.conf
    # shellcheck disable=SC2016
    unshare --mount sh -euc '
        there=$1
        emulated=$2
        shift 2
        formats=/proc/sys/fs/binfmt_misc
        if [ -n "$emulated" ]; then
            mountpoint -q $formats || mount -t binfmt_misc binfmt_misc $formats
            [ -e $formats/"$(basename "$emulated" .conf)" ] || cat "$emulated" >$formats/register
        fi
        mount -t proc proc "$there/proc"
        mount --rbind /dev "$there/dev"
        exec chroot "$there" /usr/bin/env -i HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
            PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"' -- "$there" "$emulated" "$@"
}
