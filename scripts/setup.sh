#!/bin/bash
# SPDX-License-Identifier: MIT
# Finds Swift and installs the Debian packages that a job needs. Says nothing when nothing is missing.
#
# usage: scripts/setup.sh JOB [PACKAGE...]     JOB: build, demo, test...; PACKAGE: Debian packages besides
source "$(dirname "$0")/common.sh"
job=${1:-build}

# What Swift itself runs and links with, and what every build asks.
swift_packages=(
    binutils libc6-dev libcurl4 libgcc-12-dev libncurses6 libsqlite3-0 libstdc++-12-dev libxml2 pkg-config tzdata
)
# What the plugin is built from and looked at with.
packages=(
    "${swift_packages[@]}" libgstreamer1.0-dev libgstreamer-plugins-base1.0-dev libjson-glib-dev
    gstreamer1.0-tools gstreamer1.0-plugins-base
)
# The demo reads H.264 and AAC (libav, good) and writes H.264 (ugly has x264enc). Examples use them too, cameras (good) and
# windows (x).
demo_packages=(gstreamer1.0-plugins-good gstreamer1.0-plugins-ugly gstreamer1.0-libav gstreamer1.0-x)
# gstreamer1.0-opencv, gstreamer1.0-plugins-bad, frei0r-plugins, libavfilter and libopencv are what the benchmark compares
# with; frei0r-plugins brings cairo. Tests have OpenCV, and what calls cairo, for Python in environments of their own. Shaders are
# compared with those of OpenGL (gl) on a screen that is none (xvfb).
test_packages=(
    frei0r-plugins gstreamer1.0-gl gstreamer1.0-opencv gstreamer1.0-plugins-bad libavfilter-dev libc6-dbg libgl1-mesa-dri
    libopencv-core-dev libopencv-imgproc-dev meson ninja-build python3-venv qemu-user valgrind xauth xvfb
)
# What reads the plugin for docs/gst_plugins_cache.json.
docs_packages=(gir1.2-gstreamer-1.0 python3-gi python3-gst-1.0)
# What makes Debian packages, looks at them, and installs one in a new Debian of its own.
package_packages=(chrpath debhelper debootstrap lintian)
# A machine to emulate, what its first file system is made of, and what turns the knobs of its cameras.
camera_packages=(busybox-static cpio gstreamer1.0-plugins-bad kmod qemu-system-x86 v4l-utils)
# A browser, what drives it, letters for it, and what parses H.264 in any file.
showcase_packages=(chromium chromium-driver fonts-dejavu-core gstreamer1.0-plugins-bad python3-venv)
# What run.sh --test of the examples needs: a compiler and bindings, a screen and what clicks on it, a PipeWire of their own, what
# looks at videos, and what the benchmark compares with and draws by.
example_packages=(
    dbus-daemon frei0r-plugins gcc gstreamer1.0-gl gstreamer1.0-opencv gstreamer1.0-pipewire gstreamer1.0-plugins-bad
    gstreamer1.0-plugins-base-apps libpng-dev meson ninja-build pipewire python3-gst-1.0 python3-matplotlib wireplumber xdotool
    xvfb
)
# What swift-render is built from. Tests have Slurm too, of PyPI Ray and Snakemake, and another reader and writer of containers.
archive_packages=(ffmpeg gstreamer1.0-plugins-bad gstreamer1.0-plugins-base-apps libssl-dev python3-venv)
# To build for aarch64: libraries of that machine are in a folder of their own, whose packages are checked by these keys.
cross_packages=("${swift_packages[@]}" curl debian-archive-keyring)
# And to look at what was built: an emulated CPU, and what reads its instructions.
aarch64_packages=(binutils-aarch64-linux-gnu curl debian-archive-keyring qemu-user qemu-user-static)
# And a whole machine of it with cameras: see camera_packages.
aarch64_camera_packages=(cpio kmod qemu-system-arm)
case $job in
build) ;;
cross) packages=("${cross_packages[@]}") ;;
aarch64) packages+=("${aarch64_packages[@]}") ;;
aarch64-camera) packages+=("${aarch64_packages[@]}" "${aarch64_camera_packages[@]}") ;;
demo) packages+=("${demo_packages[@]}") ;;
docs) packages+=("${docs_packages[@]}") ;;
package) packages+=("${package_packages[@]}") ;;
test) packages+=("${demo_packages[@]}" "${docs_packages[@]}" "${test_packages[@]}") ;;
camera) packages+=("${demo_packages[@]}" "${camera_packages[@]}") ;;
showcase) packages+=("${demo_packages[@]}" "${showcase_packages[@]}") ;;
examples) packages+=("${demo_packages[@]}" "${example_packages[@]}" "${archive_packages[@]}") ;;
archive) packages+=("${demo_packages[@]}" "${archive_packages[@]}") ;;
*) echo "setup: there is no job $job" >&2; exit 2 ;;
esac
if [ "$job" != cross ] && is_cross; then packages+=("${aarch64_packages[@]}"); fi
packages+=("${@:2}")

least=6.3
need_swift="swiftvideo needs Swift $least or newer: install it for Debian 12 from https://www.swift.org/install/linux/, \
put its usr/bin on PATH, and run this again."
if [ -z "${swift_directory:-}" ]; then
    echo "No Swift was found. $need_swift" >&2
    exit 1
fi

installed() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Runs apt-get as root, with sudo if that takes no password or somebody can type it.
apt() {
    local -a command=(env DEBIAN_FRONTEND=noninteractive apt-get -q)
    if [ "$(id -u)" = 0 ]; then
        "${command[@]}" "$@"
    else
        sudo "${sudo_options[@]}" "${command[@]}" "$@"
    fi
}

if command -v dpkg-query >/dev/null; then
    missing=()
    for package in "${packages[@]}"; do
        installed "$package" || missing+=("$package")
    done
else
    missing=()
    command -v pkg-config >/dev/null && pkg-config --exists gstreamer-video-1.0 json-glib-1.0 || {
        echo "This is not Debian, so install by hand what Debian calls: ${packages[*]}." \
            "libstdc++-12-dev has libstdc++.a, which Fedora calls libstdc++-static." >&2
        exit 1
    }
fi

if [ ${#missing[@]} -gt 0 ]; then
    by_hand="apt-get install --no-install-recommends ${missing[*]}"
    sudo_options=()
    if [ "$(id -u)" != 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "Packages are missing and only root may install them. Run as root: $by_hand" >&2
            exit 1
        elif ! sudo -n true 2>/dev/null; then
            if [ ! -t 0 ]; then
                echo "Packages are missing and sudo wants a password. Run: sudo $by_hand" >&2
                exit 1
            fi
        else
            sudo_options=(-n)
        fi
    fi
    mkdir -p .build/logs
    log=$root/.build/logs/setup.log
    echo "Installing Debian packages: ${missing[*]}"
    if ! { apt update && apt install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
        tail -n 5 "$log" >&2
        echo "apt-get could not install them (is there a network? the whole log is $log). By hand: $by_hand" >&2
        exit 1
    fi
fi

if ! version=$(swift --version 2>&1); then
    printf '%s\n' "$version" >&2
    echo "$swift_directory/swift does not run; its message is above. $need_swift" >&2
    exit 1
fi
number=$(sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p' <<<"$version" | head -n 1)
if [ "$(printf '%s\n' $least "${number:-0}" | sort -V | head -n 1)" != $least ]; then
    echo "$swift_directory/swift is version ${number:-unknown}. $need_swift" >&2
    exit 1
fi
