#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs the tests of kernels and effects as aarch64 under qemu, of effects a few formats and settings of the day. Swift's testing library
# wants a compiler of its own version, so both are Debian unstable's: the compiler in a Debian of its own below .build/aarch64/tests, the
# libraries those of arm64. What is tested is what that compiler makes; frames of the plugin that ships are compared by check-frames.sh.
# Needs root, and 6 GB.
#
# usage: scripts/aarch64/units.sh
source "$(dirname "$0")/../common.sh"
source scripts/aarch64/common.sh
source scripts/roots.sh
scripts/setup.sh aarch64 debootstrap
tests=$aarch64/tests
scratch=$tests
libraries=$tests/root
tree=$tests/tree
mkdir -p "$tests"
stop() {
    echo "units: $1" >&2
    exit 1
}

# The compiler, with what it links programs of amd64 with: a manifest is one.
if [ ! -f "$tests/compiler" ]; then
    rm -rf "$tests/sid"
    echo "Downloading Debian unstable and its Swift: some 700 MB" >&2
    new_root sid
    {
        inside apt-get -q install -y --no-install-recommends swiftlang pkg-config
        gcc=$(ls "$there/var/lib/dpkg/info" | sed -nE 's/^libgcc-([0-9]+)-dev.*\.list$/\1/p' | tail -n 1)
        inside apt-get -q install -y --no-install-recommends libc6-dev "libstdc++-$gcc-dev"
        inside apt-get -q clean
    } >"$tests/install.log" 2>&1 || { tail -n 5 "$tests/install.log" >&2; stop "Debian unstable's Swift can't be installed; see above"; }
    echo "$gcc" >"$tests/compiler"
fi
there=$tests/sid
# usage: in_compiler COMMAND...     with this machine's folder of the tests at its path
in_compiler() {
    mkdir -p "$there$tests"
    # shellcheck disable=SC2016
    unshare --mount sh -euc '
        there=$1 tests=$2
        shift 2
        mount -t proc proc "$there/proc"
        mount --rbind /dev "$there/dev"
        mount --bind "$tests" "$there$tests"
        exec chroot "$there" /usr/bin/env -i HOME=/root LC_ALL=C.UTF-8 SWIFTVIDEO_MACHINE=aarch64 \
            PATH=/usr/libexec/swift/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"' -- "$there" "$tests" "$@"
}

# The libraries, and what SwiftPM reads of them.
if [ ! -f "$tests/libraries" ]; then
    rm -rf "$libraries" "$tests/debs" "$aarch64/apt-sid"
    mkdir -p "$libraries"/usr/{bin,lib,sbin} "$tests/debs"
    for link in bin lib sbin; do ln -sfn usr/$link "$libraries/$link"; done
    packages=(libc6-dev "libstdc++-$(cat "$tests/compiler")-dev")
    arm_apt sid update
    say_download "Debian unstable's libraries for arm64" sid "${packages[@]}"
    arm_apt sid -y --download-only install "${packages[@]}"
    for package in "$aarch64"/apt-sid/cache/archives/*.deb; do
        unpack "$package" "$libraries" --keep-directory-symlink
    done
    (cd "$tests/debs" && arm_fetch "Debian unstable's Swift for arm64" sid swiftlang libswiftlang)
    for package in "$tests"/debs/*.deb; do
        unpack "$package" "$libraries/usr/lib" --strip-components=5 --wildcards \
            --exclude='./usr/libexec/swift/lib/swift/host' './usr/libexec/swift/lib/swift*'
    done
    rm -rf "$tests/debs" "$aarch64/apt-sid"
    # As in sysroot.sh.
    find "$libraries" -type l -lname '/*' | while read -r link; do
        ln -sfn "$(realpath -m --relative-to="$(dirname "$link")" "$libraries$(readlink "$link")")" "$link"
    done
    # The compiler's headers, at their place in its Debian.
    headers=$(cd "$there" && ls -d usr/libexec/swift/lib/clang/* | tail -n 1)
    for folder in swift swift_static; do
        rm -rf "$libraries/usr/lib/$folder/clang"
        ln -s "/$headers" "$libraries/usr/lib/$folder/clang"
    done
    # Debian leaves out a library that tests are linked with, and use nothing of.
    printf '!<arch>\n' >"$libraries/usr/lib/swift/linux/lib_Testing_Foundation.a"
    write_sdk "$tests/tests.artifactbundle" "$libraries" swift
    touch "$tests/libraries"
fi

# The tree, without what needs GStreamer, and as that Swift reads it.
rm -rf "$tree"
mkdir -p "$tree"
git ls-files -co --exclude-standard -z -- Package.swift Sources Tests | tar --null -T - -c | tar -x -C "$tree"
sed -i '1s/: .*/: 6.2/' "$tree/Package.swift"
cat >>"$tree/Package.swift" <<'END'

let wanted: Set = [
    "CCPUFeatures", "CMemory", "CVector", "EffectTests", "Effects", "Engine", "Expressions", "Filters", "KernelTests", "KernelTypes",
    "KernelsBaseline", "MixSchedules", "PixelCore", "PixelKernels", "PixelReference", "ShaderLanguage", "TestSupport",
]
package.products = []
package.targets.removeAll { !wanted.contains($0.name) }
END
in_compiler swift build -c release --build-tests --package-path "$tree" --scratch-path "$tests/build" --swift-sdks-path "$tests" \
    --swift-sdk tests >"$tests/build.log" 2>&1 || { grep 'error:' "$tests/build.log" | head -n 20 >&2; stop "see $tests/build.log"; }
# usage: run_suite NAME     a suite in a process of its own: of all in one qemu keeps gigabytes
run_suite() {
    SWIFTVIDEO_FEW=1 QEMU_CPU=${QEMU_CPU:-cortex-a53} qemu-aarch64-static -L "$libraries" -E LD_LIBRARY_PATH=/usr/lib/swift/linux \
        "$tests/build/$triple/release/swiftvideoPackageTests.xctest" --testing-library swift-testing --filter "^$1" >"$tests/suite.log" 2>&1 \
        || { grep -aE -A 2 'recorded an issue|error:' "$tests/suite.log" | head -n 20; tail -n 1 "$tests/suite.log"; stop "$1 fails"; }
    grep -aE 'Test run with [1-9]' "$tests/suite.log" | sed "s/^/$1: /" || stop "there are no tests of $1"
}
run_suite KernelTests
for suite in $(sed -nE 's/^(@Suite )?struct ([A-Za-z]*Tests) .*/\2/p' Tests/EffectTests/*.swift); do run_suite "EffectTests.$suite/"; done
echo "report: $(in_compiler swift --version 2>/dev/null | grep -o 'Swift version [0-9.]*'), ${QEMU_CPU:-cortex-a53}"
