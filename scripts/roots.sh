# SPDX-License-Identifier: MIT
# Sourced by what tries a package in a Debian of its own: a folder in $scratch, which goes with it. Needs root and Debian's
# packages.

# usage: new_root RELEASE     sets `there`
new_root() {
    there=$scratch/$1
    if [ "$(id -u)" != 0 ]; then
        echo "$(basename "$0" .sh): run it as root: it makes a folder with a Debian in it" >&2
        return 1
    fi
    if ! debootstrap --variant=minbase "$1" "$there" http://deb.debian.org/debian >"$scratch/debootstrap.log" 2>&1; then
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

# usage: inside COMMAND...     there, with none of this machine's environment; the mounts are gone afterwards
inside() {
    # shellcheck disable=SC2016
    unshare --mount sh -euc '
        there=$1
        shift
        mount -t proc proc "$there/proc"
        mount --rbind /dev "$there/dev"
        exec chroot "$there" /usr/bin/env -i HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
            PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"' -- "$there" "$@"
}
