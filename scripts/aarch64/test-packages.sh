#!/bin/bash
# SPDX-License-Identifier: MIT
# What sysroot.sh and dpkg.sh make of packages, and say of damaged ones, a full disk, a proxy and a network that is gone: in a copy of the
# scripts, with an archive of small packages that only the proxy of apt's settings has, and a Swift that only prints.
source "$(dirname "$0")/../common.sh"
source scripts/aarch64/common.sh
scratch=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$scratch"' EXIT
fail() {
    echo "test-packages: $1" >&2
    [ ! -f "$scratch/log" ] || cat "$scratch/log" >&2
    exit 1
}
archive=$scratch/archive
tree=$scratch/tree
mkdir -p "$archive"/dists/{bookworm,sid}/main/binary-arm64 "$scratch"/{bin,etc/apt.conf.d,etc/preferences.d} "$tree/scripts"

# usage: add_package SUITE NAME FILE TEXT     a package with a file and what dpkg-shlibdeps reads
add_package() {
    local folder=$scratch/package deb=${2}_6.2.3-1_arm64.deb
    rm -rf "$folder"
    mkdir -p "$folder/DEBIAN" "$(dirname "$folder/$3")"
    echo "$4" >"$folder/$3"
    echo "lib$2 1 $2" >"$folder/DEBIAN/shlibs"
    printf '%s\n' "Package: $2" "Version: 6.2.3-1" "Architecture: arm64" "Multi-Arch: same" "Maintainer: a test <a@test>" \
        "Description: a test" >"$folder/DEBIAN/control"
    dpkg-deb --root-owner-group -Zxz --build "$folder" "$archive/$deb" >/dev/null
    {
        cat "$folder/DEBIAN/control"
        echo "Filename: $deb"
        echo "Size: $(stat -c %s "$archive/$deb")"
        echo "SHA256: $(sha256sum "$archive/$deb" | cut -d ' ' -f 1)"
        echo
    } >>"$archive/dists/$1/main/binary-arm64/Packages"
}
for name in "${sysroot_packages[@]}"; do add_package bookworm "$name" "usr/share/doc/$name/readme" "$name"; done
sed -i '/^Package: libc6-dev$/,/^$/d' "$archive/dists/bookworm/main/binary-arm64/Packages"
add_package bookworm libc6-dev usr/lib/aarch64-linux-gnu/libc.so.6 "a library"
add_package sid swiftlang usr/libexec/swift/lib/swift_static/linux/Swift.swiftmodule/a.swiftinterface \
    "// swift-compiler-version: Swift version 6.2.3"
for suite in bookworm sid; do
    (
        cd "$archive/dists/$suite"
        printf '%s\n' "Origin: Debian" "Suite: $suite" "Codename: $suite" "Architectures: arm64" "Components: main" \
            "Date: $(date -Ru)" SHA256:
        echo " $(sha256sum main/binary-arm64/Packages | cut -d ' ' -f 1) $(stat -c %s main/binary-arm64/Packages) main/binary-arm64/Packages"
    ) >"$scratch/Release"
    mv "$scratch/Release" "$archive/dists/$suite/"
done

# The archive, as a proxy has it.
cat >"$scratch/proxy.py" <<'END'
import http.server, re, sys
class Proxy(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        self.path = re.sub("^http://[^/]*/debian/", "/", self.path)
        super().do_GET()
    def log_message(self, *arguments):
        pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), lambda *a: Proxy(*a, directory=sys.argv[1]))
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
END
serve 60 "$scratch/url" python3 "$scratch/proxy.py" "$archive"
[ -n "$url" ] || fail "the proxy does not start: $(cat "$scratch/url")"
unset http_proxy https_proxy no_proxy SWIFTVIDEO_AARCH64_SWIFT ARCH
# In place of this machine's settings.
export APT_CONFIG=$scratch/apt.conf
printf '%s\n' "Dir::Etc \"$scratch/etc\";" "Acquire::http::Proxy \"$url\";" >"$APT_CONFIG"

# A Swift, and a tar that has no space left if told so.
printf '#!/bin/sh\necho Swift version 6.3.1\n' >"$scratch/bin/swift"
cp "$scratch/bin/swift" "$scratch/bin/swiftc"
cat >"$scratch/bin/clang" <<'END'
#!/bin/sh
[ "$1" != -print-resource-dir ] || echo /headers
while [ $# != 0 ]; do
    [ "$1" != -o ] || : >"$2"
    shift
done
END
cat >"$scratch/bin/tar" <<END
#!/bin/sh
[ -e "$scratch/full" ] || exec $(command -v tar) "\$@"
cat >/dev/null
echo "tar: file: Cannot write: No space left on device" >&2
exit 2
END
chmod +x "$scratch"/bin/*
export SWIFT_BIN=$scratch/bin

cp -r scripts/common.sh scripts/aarch64 "$tree/scripts/"
# Its list has no signature.
sed -i 's/signed-by=\$keyring/trusted=yes/; s,^keyring=.*,keyring=/dev/null,' "$tree/scripts/aarch64/common.sh"
sed -i 's/\[ -f \$keyring \]/true/' "$tree/scripts/aarch64/sysroot.sh"
made=$tree/.build/aarch64
cache=$made/apt-bookworm/cache/archives
# usage: make_it     with what it says in $scratch/log; fails as it does
make_it() {
    "$tree/scripts/aarch64/sysroot.sh" >"$scratch/log" 2>&1
}
# usage: says TEXT, says_not TEXT
says() { grep -qF -- "$1" "$scratch/log" || fail "it does not say: $1"; }
says_not() { ! grep -qF -- "$1" "$scratch/log" || fail "it says: $1"; }
# usage: damage NAME     a byte of what apt-get has downloaded, in the control part
damage() {
    printf '\377' | dd of="$cache/${1}_6.2.3-1_arm64.deb" bs=1 seek=200 conv=notrunc status=none
}

make_it || fail "it is not made"
says "Downloading the list of packages for arm64 (bookworm)"
says "Downloading Debian 12's libraries for arm64: ${#sysroot_packages[@]} files"
says "in .build/aarch64 in part: 1 file,"
[ -f "$made/root/usr/lib/aarch64-linux-gnu/libc.so.6" ] && [ -d "$made/root/usr/lib/swift_static/linux" ] || fail "files are missing"
make_it || fail "it is not there for a second run"
[ ! -s "$scratch/log" ] || fail "it says something where all is there"

# What is damaged comes anew, and what is needed no longer goes.
rm "$made/made"
damage libjson-glib-dev
touch "$cache/other_1_arm64.deb"
make_it || fail "a damaged package is not mended"
says "libjson-glib-dev_6.2.3-1_arm64.deb is damaged, and is downloaded anew"
says "libraries for arm64: 1 file,"
says_not "Downloading the list"
[ ! -e "$cache/other_1_arm64.deb" ] || fail "a package that is needed no longer stays"

# A full disk is no damage.
rm "$made/made"
touch "$scratch/full"
! make_it || fail "it is made on a full disk"
says "There is no space left in"
says_not "damaged"
[ "$(ls "$cache"/*.deb | wc -l)" = ${#sysroot_packages[@]} ] || fail "packages are gone after a disk that was full"
rm "$scratch/full"

# Without a network what is there will do, as after a change of the scripts.
sed -i "s,$url,http://127.0.0.1:1," "$APT_CONFIG"
# (Trying again takes seconds.)
sed -i 's/Acquire::Retries=3/Acquire::Retries=0/' "$tree/scripts/aarch64/common.sh"
make_it || fail "it is not made from what is there without a network"
says "That of before is taken."
sed -i "s,http://127.0.0.1:1,$url," "$APT_CONFIG"

# The database of packages.
database() {
    "$tree/scripts/aarch64/dpkg.sh" >"$scratch/log" 2>&1
}
database || fail "there is no database"
[ "$(grep -c '^Status: install ok' "$made/dpkg/status")" = ${#sysroot_packages[@]} ] || fail "the database lacks packages"
grep -qx "$made/root/usr/lib/aarch64-linux-gnu/libc.so.6" "$made/dpkg/info/libc6-dev:arm64.list" || fail "the database has other files"
touch "$made/made"
damage libc6-dev
rm "$cache/libgcc-12-dev_6.2.3-1_arm64.deb"
database || fail "a damaged package keeps the database from being made"
says "libc6-dev_6.2.3-1_arm64.deb is damaged, and is downloaded anew"
says "libraries for arm64: 2 files,"
mv "$tree" "$scratch/moved"
tree=$scratch/moved made=$scratch/moved/.build/aarch64
database || fail "there is no database after the tree was moved"
grep -qx "$made/root/usr/lib/aarch64-linux-gnu/libc.so.6" "$made/dpkg/info/libc6-dev:arm64.list" \
    || fail "the database has the files of where the tree was"

# Proxies, as apt.conf has them.
cat >"$APT_CONFIG" <<END
Dir::Etc "$scratch/etc";
Acquire::http::Proxy "http://all:1";
Acquire::https::Proxy "http://safe:2";
Acquire::http::Proxy::near.example "DIRECT";
Acquire::http::Proxy::far.example "http://far:3";
END
while read -r address wanted; do
    [ "$(proxy_for "$address")" = "$wanted" ] || fail "the proxy for $address is $(proxy_for "$address"), not $wanted"
done <<END
http://deb.example/debian/a.deb http://all:1
http://near.example:80/a.deb DIRECT
https://far.example/a.deb http://far:3
https://deb.example/a.deb http://safe:2
END
printf '#!/bin/sh\necho http://found:4\n' >"$scratch/bin/find-proxy"
chmod +x "$scratch/bin/find-proxy"
# (As root apt runs it as another user, who may not enter this folder.)
printf '%s\n' "Dir::Etc \"$scratch/etc\";" "APT::Sandbox::User \"$(id -un)\";" \
    "Acquire::http::Proxy-Auto-Detect \"$scratch/bin/find-proxy\";" >"$APT_CONFIG"
[ "$(proxy_for http://deb.example/a.deb)" = http://found:4 ] || fail "a proxy that a program finds is not taken"
echo "Dir::Etc \"$scratch/etc\";" >"$APT_CONFIG"
[ -z "$(proxy_for http://deb.example/a.deb)" ] || fail "there is a proxy where apt's settings have none"
echo "test-packages: packages that are damaged or missing, a full disk, no network, a tree that was moved, proxies"
