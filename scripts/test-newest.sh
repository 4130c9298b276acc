#!/bin/bash
# SPDX-License-Identifier: MIT
# Tests with the newest GStreamer that Debian has: in a folder with another of its releases, first what was built here, then
# what is built there, where new warnings of the compiler are errors. Needs root, a network and a quarter of an hour.
#
# gst-launch-1.0 of GStreamer 1.28.8 and 1.29.2 waits for ever over one truncated file in 25, with identity as with our
# elements, and the test of such a file fails then.
#
# usage: scripts/test-newest.sh [RELEASE]     (default: sid, Debian unstable; experimental has GStreamer's next)
source "$(dirname "$0")/common.sh"
release=${1:-sid}
there=$root/.build-newest/$release
tests='ElementTests|PipelineTests|EffectTests'
failed=0

stop() {
    echo "test-newest: $1" >&2
    exit 1
}

[ "$(id -u)" = 0 ] || stop "run it as root: it makes a folder with another Debian in it"
command -v debootstrap >/dev/null || stop "needs debootstrap: apt-get install debootstrap"
scripts/setup.sh test
toolchain=$(cd "$swift_directory/.." && pwd)
case $toolchain in /usr | /usr/local) stop "the Swift in $toolchain can't be seen from another Debian; use one of swift.org" ;; esac

# The same packages as scripts/setup.sh installs here, where g++ stands for the version of the compiler's files.
packages=(g++ git libcurl4 libjson-glib-dev libncurses6 libsqlite3-0 libxml2 make pkg-config tzdata)
gstreamer=(
    libgstreamer1.0-dev libgstreamer-plugins-base1.0-dev gstreamer1.0-tools gstreamer1.0-plugins-base
    gstreamer1.0-plugins-good gstreamer1.0-plugins-ugly gstreamer1.0-plugins-bad gstreamer1.0-libav
)
# Experimental is no whole release: it lies over unstable.
base=${release/#experimental/sid}
mkdir -p .build/logs "$root/.build-newest"
log=$root/.build/logs/newest.log
if [ ! -f "$there/complete" ]; then
    rm -rf "$there"
    debootstrap --variant=minbase "$base" "$there" http://deb.debian.org/debian >"$log" 2>&1 \
        || { tail -n 5 "$log" >&2; stop "debootstrap failed; its log is $log"; }
    # No service is started there.
    printf '#!/bin/sh\nexit 101\n' >"$there/usr/sbin/policy-rc.d"
    chmod +x "$there/usr/sbin/policy-rc.d"
    [ "$base" = "$release" ] || echo "deb http://deb.debian.org/debian $release main" >>"$there/etc/apt/sources.list"
    touch "$there/complete"
fi
mkdir -p "$there$toolchain" "$there$root" "$there/src"

# usage: inside COMMAND...     there, with this tree and Swift where they are here; the mounts are gone afterwards
inside() {
    # shellcheck disable=SC2016
    unshare --mount bash -euo pipefail -c '
        there=$1 toolchain=$2 root=$3
        shift 3
        mount --bind "$toolchain" "$there$toolchain"
        mount --bind "$root" "$there$root"
        mount -t proc proc "$there/proc"
        mount --rbind /dev "$there/dev"
        mount -t tmpfs tmpfs "$there/tmp"
        exec chroot "$there" /usr/bin/env -i HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
            PATH="$toolchain/bin:/usr/sbin:/usr/bin" "$@"' -- "$there" "$toolchain" "$root" "$@"
}

# usage: run_tests NAME COMMAND...     there; prints the sums
run_tests() {
    local name=$1 log=$root/.build/logs/newest-$1.log
    shift
    inside "$@" >"$log" 2>&1 || true
    grep -a 'recorded an issue' "$log" | cut -c 1-240 | head -n 20 || true
    if ! grep -aE 'Test run with [1-9].* passed' "$log"; then
        tail -n 5 "$log"
        echo "FAILED: $name; whole log: $log"
        failed=1
    fi
}

# A mirror that lags behind will do.
inside bash -c "apt-get -q -o Acquire::Check-Valid-Until=false update && apt-get -q upgrade -y \
    && apt-get -q install -y --no-install-recommends ${packages[*]} \
    && apt-get -q install -y --no-install-recommends -t $release ${gstreamer[*]}" >"$log" 2>&1 \
    || { tail -n 5 "$log" >&2; stop "packages are missing; the log is $log"; }
inside bash -c 'gst-inspect-1.0 --version | sed -n 2p; for name in json-glib-1.0 glib-2.0; do
    echo "$name $(pkg-config --modversion $name)"; done'

swift build -c release --build-tests >"$log" 2>&1 || { tail -n 20 "$log" >&2; stop "the tests do not build here"; }
binary=$(swift build -c release --build-tests --show-bin-path)/swiftvideoPackageTests.xctest
echo "What was built here:"
run_tests here "$binary" --testing-library swift-testing --filter "$tests"

git ls-files -co --exclude-standard -z | tar --null -T - -c | tar -x -C "$there/src"
strict=(-Xswiftc -warnings-as-errors -Xcc -Werror)
echo "What is built there:"
if inside bash -c "cd /src && swift build -c release --build-tests ${strict[*]}" >"$log" 2>&1; then
    run_tests there bash -c "cd /src && swift test -c release --skip-build --disable-xctest --filter '$tests' ${strict[*]}"
else
    grep -aE 'error:|warning:' "$log" | head -n 20 >&2
    echo "FAILED: it does not build; whole log: $log"
    failed=1
fi
exit $failed
