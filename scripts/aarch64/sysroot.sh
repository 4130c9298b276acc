#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes what the plugin is built with for aarch64: .build/aarch64/root, and .build/aarch64/sdk.artifactbundle, which SwiftPM reads.
# Says nothing if they are there. What was interrupted goes on where it was. What was made before stays until the new is whole.
source "$(dirname "$0")/../common.sh"
source scripts/aarch64/common.sh
stop() {
    echo "aarch64: $1" >&2
    exit 1
}

# pkg-config and Debian's tools split paths there.
[[ $root != *[[:space:],\&]* ]] || stop "$root has a space, a comma or an ampersand in its path; put the tree elsewhere"
mkdir -p "$aarch64"
# One at a time.
exec 9>"$aarch64/lock"
flock 9

# The folder is made anew if these files, the packages or the compiler are other ones, or something is gone.
made=$aarch64/made
wanted="$({ cat "$0" scripts/aarch64/common.sh scripts/aarch64/older.c; echo "${sysroot_packages[*]} ${SWIFTVIDEO_AARCH64_SWIFT:-}"; } | sha256sum | cut -d ' ' -f 1) \
$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9.]+).*/\1/p')"
if [ "$(cat "$made" 2>/dev/null)" = "$wanted" ] && [ -f "$older" ] && [ -f "$aarch64/sdk.artifactbundle/info.json" ] \
    && [ -d "$sysroot/usr/lib/swift_static/linux/Swift.swiftmodule" ] && [ -f "$sysroot/usr/lib/aarch64-linux-gnu/libc.so.6" ]; then
    exit 0
fi
new=$sysroot.new
rm -rf "$new" "$sysroot.old"
[ -f $keyring ] || stop "$keyring is missing: install debian-archive-keyring"

# Debian 12: headers, libraries and GStreamer's programs.
# Without a network, or the archive, what was downloaded before will do.
arm_apt bookworm update || {
    has_list "$aarch64/apt-bookworm" || stop "the list of Debian 12's arm64 packages can't be had; see above"
    echo "The list of Debian 12's arm64 packages can't be had; see above. That of before is taken." >&2
}
fetch_packages || stop "Debian 12's arm64 packages can't be had; see above"
mkdir -p "$new"/usr/{bin,lib,sbin}
for link in bin lib sbin; do ln -sfn usr/$link "$new/$link"; done
for package in "$aarch64"/apt-bookworm/cache/archives/*.deb; do
    unpack "$package" "$new" --keep-directory-symlink || stop "$new can't be made; see above"
done
# A link from the top would lead to this machine's files: with libm.so so, the linker takes libm.a without a word.
find "$new" -type l -lname '/*' | while read -r link; do
    ln -sfn "$(realpath -m --relative-to="$(dirname "$link")" "$new$(readlink "$link")")" "$link"
done

# The run-time of Swift, without what the plugin has no use for: Foundation and tests. Each origin has a folder of its own.
compiler=${wanted#* }
# usage: is_newer VERSION     than the compiler, which can't read it then
is_newer() {
    [ "$(printf '%s\n' "$1" "$compiler" | sort -V | tail -n 1)" != "$compiler" ]
}
too_new="newer than $swift_directory/swift, $compiler. Use a Swift as new, or set SWIFTVIDEO_AARCH64_SWIFT to the usr folder of an \
aarch64 Swift that is not newer, such as that of swift.org for Debian 12"
# usage: find_swift SUITE     sets `package`, the name of the file that apt-get downloads, and `version`, that of Swift
find_swift() {
    arm_apt "$1" update || return
    package=$(arm_files "$1" swiftlang | cut -d ' ' -f 2)
    version=$(sed -nE 's/^swiftlang_([0-9.]+).*/\1/p' <<<"$package")
    [ -n "$version" ]
}
if [ -n "${SWIFTVIDEO_AARCH64_SWIFT:-}" ]; then
    static=$aarch64/swift-given
    [ -d "$SWIFTVIDEO_AARCH64_SWIFT/lib/swift_static/linux/Swift.swiftmodule" ] \
        || stop "SWIFTVIDEO_AARCH64_SWIFT=$SWIFTVIDEO_AARCH64_SWIFT has no lib/swift_static/linux/Swift.swiftmodule"
    rm -rf "$static"
    cp -r "$SWIFTVIDEO_AARCH64_SWIFT/lib/swift_static" "$static"
else
    static=$aarch64/swift-debian
fi
# usage: runtime_version     of the Swift in $static
runtime_version() {
    find "$static/linux/Swift.swiftmodule" -name '*.swiftinterface' ! -name '*.private.*' \
        -exec sed -nE 's/.*swift-compiler-version:.*Swift version ([0-9.]+).*/\1/p' {} + | head -n 1
}
# One that an earlier run of a newer compiler fetched.
if [ "$static" = "$aarch64/swift-debian" ] && [ -d "$static" ] && is_newer "$(runtime_version)"; then rm -rf "$static"; fi
if [ ! -d "$static" ]; then
    suite=sid
    find_swift sid || stop "the list of Debian unstable's arm64 packages, or swiftlang there, can't be had; see above"
    if is_newer "$version"; then
        newest=$version
        suite=snapshot
        echo "Debian unstable has Swift $newest now, $too_new. What it had on $snapshot is fetched." >&2
        find_swift snapshot || stop "$(snapshot_address) can't be reached; see above. Debian unstable's run-time for arm64 is of Swift \
$newest, $too_new."
    fi
    mkdir -p "$aarch64/sid"
    # What was begun of another version would stay for ever.
    find "$aarch64/sid" -name 'swiftlang_*' ! -name "$package" -delete
    (cd "$aarch64/sid" && arm_fetch "Debian unstable's Swift for arm64, which stays in .build/aarch64 in part" $suite swiftlang) \
        || stop "Debian unstable's swiftlang can't be had; see above"
    rm -rf "$static.new"
    mkdir "$static.new"
    unpack "$aarch64/sid/$package" "$static.new" --strip-components=6 ./usr/libexec/swift/lib/swift_static \
        || stop "Swift's run-time can't be unpacked; see above"
    find "$static.new/linux" \( -name '*Foundation*' -o -name '_FoundationICU*' -o -name '*Testing*' -o -name '*XCTest*' \) \
        -prune -exec rm -rf {} +
    mv "$static.new" "$static"
    rm -rf "$aarch64/sid" "$aarch64"/apt-{sid,snapshot}
fi
runtime=$(runtime_version)
! is_newer "$runtime" || stop "the run-time for arm64 in $static is of Swift $runtime, $too_new."
# (A link to headers of the compiler leads nowhere.)
rm -rf "$static/clang"
cp -rl "$static" "$new/usr/lib/swift_static"
static=$new/usr/lib/swift_static
# A compiler refuses the compiled module of an older one, and reads the text beside it only where there is none.
find "$static/linux" -name '*.swiftinterface' ! -name '*.private.*' -print0 | sed -z 's/interface$/module/' | xargs -0 -r rm -f
# The headers of the compiler in use.
ln -sfn "$(clang -print-resource-dir)" "$static/clang"
clang -target $triple --sysroot "$new" -O2 -fPIC -c scripts/aarch64/older.c -o "$older.new"

# In place of the old.
rm -f "$made"
[ ! -d "$sysroot" ] || mv "$sysroot" "$sysroot.old"
mv "$new" "$sysroot"
mv "$older.new" "$older"
write_sdk "$aarch64/sdk.artifactbundle" "$sysroot" swift_static
rm -rf "$sysroot.old"
echo "$wanted" >"$made"
echo "Made $sysroot ($(du -sm "$sysroot" | cut -f 1) MB): Debian 12's libraries for arm64 and the run-time of Swift $runtime" >&2
