#!/bin/bash
# SPDX-License-Identifier: MIT
# Writes what dpkg-shlibdeps asks of the packages in .build/aarch64/root, a database of dpkg's as if they were installed:
# .build/aarch64/dpkg. The files are named as they lie there.
source "$(dirname "$0")/../common.sh"
source scripts/aarch64/common.sh
trap "echo \"aarch64: \$database can't be made; see above\" >&2" ERR
database=$aarch64/dpkg
# Made anew with the folder, and where the tree has been moved.
if [ "$database/status" -nt "$aarch64/made" ] && [ "$(cat "$database/of" 2>/dev/null)" = "$sysroot" ]; then exit 0; fi
fetch_packages || {
    # The next run asks for a newer list then.
    rm -f "$aarch64/made"
    echo "aarch64: Debian 12's arm64 packages can't be had; see above. Run this again." >&2
    exit 1
}
rm -rf "$database"
mkdir -p "$database/info" "$database/control"
echo 1 >"$database/info/format"
for package in "$aarch64"/apt-bookworm/cache/archives/*.deb; do
    rm -rf "$database/control"
    dpkg-deb --control "$package" "$database/control"
    # Nothing else is linked with.
    [ -f "$database/control/shlibs" ] || continue
    awk '/^Package:/ { print; print "Status: install ok installed"; next } { print } END { print "" }' "$database/control/control" \
        >>"$database/status.new"
    name=$(dpkg-deb --field "$package" Package)
    [ "$(dpkg-deb --field "$package" Multi-Arch)" != same ] || name+=:arm64
    # The folders below / are links to those below /usr.
    dpkg-deb --fsys-tarfile "$package" | tar -tf - | sed -E "s,^\.,,; s,/\$,,; s,^/(bin|lib|sbin)/,/usr/\1/,; s,^,$sysroot," \
        >"$database/info/$name.list"
    for kind in shlibs symbols; do
        [ ! -f "$database/control/$kind" ] || mv "$database/control/$kind" "$database/info/$name.$kind"
    done
done
rm -rf "$database/control"
echo "$sysroot" >"$database/of"
mv "$database/status.new" "$database/status"
