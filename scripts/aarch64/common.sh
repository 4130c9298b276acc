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
    local suite=$1 folder=$aarch64/apt-$1 from
    from=$(mirror)
    if [ "$suite" = snapshot ]; then
        suite=sid
        from=$(snapshot_address)
    fi
    shift
    if [ "$1" = update ]; then
        # Of a list that is there no more is downloaded than whether it is the newest, and what has changed.
        if has_list "$folder"; then
            echo "Asking $from whether the list of packages for arm64 ($suite) has changed: 10 MB at most" >&2
        else
            echo "Downloading the list of packages for arm64 ($suite): 10 MB from $from, at worst in minutes" >&2
        fi
    fi
    mkdir -p "$folder"/{etc/apt.conf.d,etc/preferences.d,lists/partial,cache/archives/partial}
    echo "deb [arch=arm64 signed-by=$keyring] $from $suite main" >"$folder/etc/sources.list"
    : >"$folder/status"
    # Of this machine's settings only how to download, such as a proxy: others are about its own suites, as APT::Default-Release is.
    # apt-get reads the others from Dir::Etc, which is no longer /etc/apt by then.
    {
        echo "Dir::Etc \"$folder/etc\";"
        apt-config dump | grep '^Acquire::' | grep -vE '^Acquire::(IndexTargets|Languages)'
    } >"$folder/apt.conf"
    # A mirror that lags behind will do.
    APT_CONFIG=$folder/apt.conf apt-get -qq -o Dir::State::lists="$folder/lists" -o Dir::Cache="$folder/cache" \
        -o Dir::State::status="$folder/status" -o APT::Architecture=arm64 -o APT::Architectures=arm64 \
        -o APT::Sandbox::User="$(id -un)" -o APT::Install-Recommends=0 -o Debug::NoLocking=1 -o Acquire::Languages=none \
        -o APT::Update::Error-Mode=any -o Acquire::Check-Valid-Until=false -o Acquire::Retries=3 "$@"
}

# usage: has_list FOLDER     whether apt-get has a list of packages in its folder
has_list() {
    compgen -G "$1/lists/*_Packages*" >/dev/null
}

# Downloads those of Debian 12's packages that are missing or damaged, by the list that is there, and deletes what is no longer needed.
# Of what it has, apt-get compares no more than the size.
fetch_packages() {
    local none=$aarch64/apt-bookworm/none archives=$aarch64/apt-bookworm/cache/archives file name size hash list files=0 bytes=0
    local -A hashes
    mkdir -p "$none/partial"
    # All of them, as if there were none yet.
    list=$(arm_apt bookworm install --print-uris -o Dir::Cache::archives="$none" -o Acquire::ForceHash=SHA256 "${sysroot_packages[@]}") \
        || return
    while read -r _ name _ hash; do hashes[$name]=${hash#SHA256:}; done <<<"$list"
    for file in "$archives"/*.deb; do
        [ -f "$file" ] || continue
        hash=${hashes[${file##*/}]:-}
        if [ -n "$hash" ]; then echo "$hash  $file"; else rm -f "$file"; fi
    done >"$none/hashes"
    while IFS= read -r file; do
        echo "${file##*/} is damaged, and is downloaded anew" >&2
        rm -f "$file"
    done < <(sha256sum --quiet -c "$none/hashes" 2>/dev/null | sed -nE 's/: FAILED.*//p')
    while read -r _ name size _; do
        [ ! -f "$archives/$name" ] || continue
        files=$((files + 1))
        bytes=$((bytes + size))
    done <<<"$list"
    [ $files != 0 ] || return 0
    say_size "Debian 12's libraries for arm64" $files $bytes
    arm_apt bookworm -y --download-only install "${sysroot_packages[@]}"
}

# usage: unpack PACKAGE FOLDER [ARGUMENT]...     with arguments of tar's. What packages hold was compared with their hashes, so what
# goes wrong is not theirs.
unpack() {
    local message
    message=$({ dpkg-deb --fsys-tarfile "$1" | tar -xf - -C "$2" "${@:3}"; } 2>&1) && return
    # (A longer text would take a file.)
    message=${message:0:2000}
    head -n 3 <<<"$message" >&2
    ! grep -qE 'No space left|quota exceeded' <<<"$message" || say_no_space "$2"
    echo "$(basename "$1") can't be unpacked" >&2
    return 1
}

# usage: say_no_space FOLDER
say_no_space() {
    echo "There is no space left in $1: $(df -m --output=avail "$1" | tail -n 1 | tr -d ' ') MB are free" >&2
}

# usage: proxy_for ADDRESS     prints the proxy that apt-get would take, DIRECT for none; nothing if its settings have none
proxy_for() {
    local method=${1%%:*} host=${1#*://} setting kind proxy=
    host=${host%%[:/]*}
    for setting in "Proxy::$host" Proxy; do
        # For https those of http count too.
        for kind in "$method" http; do
            eval "$(apt-config shell proxy "Acquire::$kind::$setting")"
            [ -z "$proxy" ] || break 2
        done
    done
    # What a program finds, as that of auto-apt-proxy.
    if [ -z "$proxy" ]; then
        proxy=$(/usr/lib/apt/apt-helper auto-detect-proxy "$1" 2>/dev/null | sed -nE "s/^Using proxy '([^']*)'.*/\1/p" || true)
    fi
    echo "$proxy"
}

# usage: arm_files SUITE PACKAGE...     prints the files that packages are in, a line each: address, name, size and SHA-256
arm_files() {
    local empty=$aarch64/apt-$1/empty files
    # In the current folder apt-get would delete a file of another size, and leave out one of the same size, whatever is in it.
    mkdir -p "$empty"
    if ! files=$(cd "$empty" && arm_apt "$1" download --print-uris "${@:2}") || [ -z "$files" ]; then
        echo "apt-get has no addresses of these packages for arm64: ${*:2}" >&2
        return 1
    fi
    sed -E "s/^'([^']*)'/\1/; s/ SHA256:/ /" <<<"$files"
}

# usage: has_hash FILE SHA256
has_hash() {
    sha256sum --status -c <<<"$2  $1"
}

# usage: arm_fetch WHAT SUITE PACKAGE...     downloads packages to the current folder, and says so of WHAT if there is anything to
# download. What was begun goes on where it was, which `apt-get download` does not do.
arm_fetch() {
    local files uri name size hash has file proxy through missing=() bytes=0
    files=$(arm_files "${@:2}") || return
    while read -r uri name size hash; do
        has=$(stat -c %s "$name" 2>/dev/null || echo 0)
        if [ "$has" -ge "$size" ]; then
            ! has_hash "$name" "$hash" || continue
            echo "$name is damaged, and is downloaded anew" >&2
            rm -f "$name"
            has=0
        fi
        missing+=("$uri $name $hash")
        bytes=$((bytes + size - has))
    done <<<"$files"
    [ ${#missing[@]} != 0 ] || return 0
    say_size "$1" ${#missing[@]} $bytes
    for file in "${missing[@]}"; do
        read -r uri name hash <<<"$file"
        proxy=$(proxy_for "$uri")
        case $proxy in
        '') through=() ;;
        DIRECT) through=(--noproxy '*') ;;
        *) through=(--proxy "$proxy") ;;
        esac
        # 23: it can't be written. 33: the server can't go on in the middle of a file.
        curl -fsSL --retry 3 "${through[@]}" -C - -o "$name" "$uri" || {
            case $? in
            23) say_no_space "$PWD" ;;
            33) rm -f "$name" ;;
            esac
            return 1
        }
        has_hash "$name" "$hash" || {
            rm -f "$name"
            echo "$name was damaged, and has been deleted. Run this again." >&2
            return 1
        }
    done
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

# usage: say_size WHAT FILES BYTES     says what will be downloaded
say_size() {
    local files="$2 files"
    [ "$2" != 1 ] || files="1 file"
    printf 'Downloading %s: %s, %.0f MB\n' "$1" "$files" "${3}e-6" >&2
}

# usage: say_download WHAT SUITE PACKAGE...     says what apt-get will download to install them, if anything
say_download() {
    local files bytes
    read -r files bytes < <(arm_apt "$2" install --print-uris "${@:3}" \
        | awk '$3 ~ /^[0-9]+$/ { bytes += $3; files++ } END { printf "%d %.0f\n", files, bytes }')
    [ "$files" = 0 ] || say_size "$1" "$files" "$bytes"
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
