# SPDX-License-Identifier: MIT
# Sourced by what builds for aarch64 Linux on another machine, after scripts/common.sh. Debian 12's arm64 packages are what is built
# with, in a folder of their own; the static Swift run-time is that of Debian unstable's arm64 package `swiftlang`.
# apt-get of this machine fetches both, without root.
#
# environment: SWIFTVIDEO_AARCH64_SWIFT=DIR   takes DIR/lib/swift_static, an aarch64 Swift's, in place of Debian's package
aarch64=$root/.build/aarch64
sysroot=$aarch64/root
triple=aarch64-unknown-linux-gnu
# A day on which Debian unstable had Swift 6.2.3, which is older than any compiler that builds this.
snapshot=20261030T000000Z
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
# What the plugin is built from, and what tests run it with.
sysroot_packages=(
    gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-tools libc6-dev libgcc-12-dev
    libgstreamer-plugins-base1.0-dev libgstreamer1.0-dev libjson-glib-dev libstdc++-12-dev
)
# Linked besides.
older=$aarch64/older.o
# Where a build puts its products.
arm_products=$aarch64/build/$triple/release
# What pkg-config, Package.swift, qemu and programs of GStreamer are to know. The CPU that is emulated is the oldest that
# docs/raspberry-pi.md names, a Raspberry Pi 3's, so that an instruction that it lacks is found.
arm_environment=(
    SWIFTVIDEO_MACHINE=aarch64 PKG_CONFIG_SYSROOT_DIR="$sysroot"
    PKG_CONFIG_PATH="$sysroot/usr/lib/aarch64-linux-gnu/pkgconfig:$sysroot/usr/share/pkgconfig"
    QEMU_CPU="${QEMU_CPU:-cortex-a53}"
    GST_REGISTRY_FORK=no GST_PLUGIN_SYSTEM_PATH="$sysroot/usr/lib/aarch64-linux-gnu/gstreamer-1.0"
)

# The archive that this machine has its packages from.
mirror() {
    local address
    address=$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 2>/dev/null | grep -vE 'security|debug' | head -n 1)
    echo "${address:-http://deb.debian.org/debian/}"
}

# Where Debian keeps what its archive was on a day.
snapshot_address() {
    echo "http://snapshot.debian.org/archive/debian/$snapshot/"
}

# usage: arm_apt SUITE ARGUMENT...     apt-get for arm64, with an empty system of its own; `snapshot` is unstable as it was
arm_apt() {
    [ "$2" != update ] || echo "Downloading Debian's lists of packages for arm64: some 10 MB" >&2
    local suite=$1 folder=$aarch64/apt-$1 from
    from=$(mirror)
    if [ "$suite" = snapshot ]; then
        suite=sid
        from=$(snapshot_address)
    fi
    shift
    mkdir -p "$folder"/{etc/apt.conf.d,etc/preferences.d,lists/partial,cache/archives/partial}
    echo "deb [arch=arm64 signed-by=$keyring] $from $suite main" >"$folder/etc/sources.list"
    : >"$folder/status"
    # A mirror that lags behind will do.
    apt-get -qq -o Dir::Etc="$folder/etc" -o Dir::State::lists="$folder/lists" -o Dir::Cache="$folder/cache" \
        -o Dir::State::status="$folder/status" -o APT::Architecture=arm64 -o APT::Architectures=arm64 \
        -o APT::Sandbox::User="$(id -un)" -o APT::Install-Recommends=0 -o Debug::NoLocking=1 \
        -o APT::Update::Error-Mode=any -o Acquire::Check-Valid-Until=false -o Acquire::Retries=3 "$@"
}

# usage: arm_fetch SUITE PACKAGE...     downloads packages to the current folder. What was begun goes on where it was, which `apt-get
# download` does not do.
arm_fetch() {
    local suite=$1 uri name size hash
    shift
    while read -r uri name size hash; do
        if [ "$(stat -c %s "$name" 2>/dev/null)" != "$size" ]; then
            uri=${uri#\'}
            curl -fsSL --retry 3 -C - -o "$name" "${uri%\'}" || return
        fi
        sha256sum -c --quiet <<<"${hash#SHA256:}  $name" || { rm -f "$name"; return 1; }
    done < <(arm_apt "$suite" download --print-uris "$@")
}

# usage: write_sdk BUNDLE FOLDER RESOURCES     what SwiftPM reads to build with the packages in FOLDER: it takes its modules and libraries of
# Swift from usr/lib/RESOURCES there. The name is that of the bundle.
write_sdk() {
    local name
    name=$(basename "$1" .artifactbundle)
    rm -rf "$1"
    mkdir -p "$1/sdk"
    ln -sfn "$(realpath --relative-to="$1/sdk" "$2")" "$1/sdk/root"
    cat >"$1/info.json" <<END
{"schemaVersion": "1.0", "artifacts": {"$name": {"type": "swiftSDK", "version": "1", "variants": [{"path": "sdk"}]}}}
END
    echo '{"schemaVersion": "1.0", "swiftCompiler": {"extraCLIOptions": ["-use-ld=lld"]}}' >"$1/sdk/toolset.json"
    # Of a dynamic product SwiftPM passes swiftResourcesPath, although it is linked with -static-stdlib.
    cat >"$1/sdk/swift-sdk.json" <<END
{"schemaVersion": "4.0", "targetTriples": {"$triple": {
    "sdkRootPath": "root", "swiftResourcesPath": "root/usr/lib/$3",
    "swiftStaticResourcesPath": "root/usr/lib/swift_static", "toolsetPaths": ["toolset.json"]}}}
END
}

# usage: say_download WHAT SUITE ARGUMENT...     says what apt-get will download, if it can
say_download() {
    local what=$1
    shift
    arm_apt "$@" --print-uris | awk -v what="$what" '$3 ~ /^[0-9]+$/ { bytes += $3; files++ }
        END { if (files) printf "Downloading %s: %d files, %.0f MB\n", what, files, bytes / 1e6 }' >&2 || true
}

# Builds the plugin for aarch64, as $plugin.
build_arm_plugin() {
    scripts/setup.sh cross
    scripts/aarch64/sysroot.sh || return
    (
        export "${arm_environment[@]}"
        swift_build plugin-aarch64 -c release --product gstswiftvideo --swift-sdks-path "$aarch64" --swift-sdk sdk \
            --scratch-path "$aarch64/build" -Xlinker "$older"
    ) || return
    plugin=$arm_products/libgstswiftvideo.so
}

# usage: arm_run COMMAND...     runs a program of the folder of packages
arm_run() {
    env "${arm_environment[@]}" qemu-aarch64-static -L "$sysroot" "$sysroot/usr/bin/$1" "${@:2}"
}
