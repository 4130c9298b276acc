#!/bin/bash
# SPDX-License-Identifier: MIT
# Looks at the plugin for aarch64: whether Debian 12 has what it needs, whether it can be loaded where pages have 16 or 64 KB, and
# whether there is something in our code whose result would differ from that of x86-64: a fused multiply-add, or a function of libm.
#
# usage: scripts/aarch64/check-symbols.sh [FILE]     (default: what scripts/aarch64.sh has built; fused ones are looked for there)
source "$(dirname "$0")/../common.sh"
source scripts/aarch64/common.sh
plugin=${1:-$arm_products/libgstswiftvideo.so}
libraries=$sysroot/usr/lib/aarch64-linux-gnu
failed=0
fail() {
    echo "check-symbols: $1" >&2
    failed=1
}

headers=$(aarch64-linux-gnu-readelf --wide --file-header --program-headers --dynamic "$plugin")
grep -q 'Machine: *AArch64' <<<"$headers" || fail "$plugin is not for aarch64"
while read -r alignment; do
    [ $((alignment % 65536)) = 0 ] || fail "a segment is aligned to $alignment, not to pages of 64 KB"
done < <(awk '$1 == "LOAD" { print $NF }' <<<"$headers")
# Without it the linker has taken libm.a, which wants what the C library keeps to itself.
needed=$(sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p' <<<"$headers")
grep -qx 'libm.so.6' <<<"$needed" || fail "does not need libm.so.6: a part of libm is in it"
! grep -q 'swift' <<<"$needed" || fail "needs libraries of Swift: $(echo $needed)"
! grep -qF 'stdc++' <<<"$needed" || fail "needs a C++ library, which should be in it: $(echo $needed)"

symbols=$(aarch64-linux-gnu-objdump -T "$plugin")
hidden=$(grep -E 'GLIBC_PRIVATE|__isoc23' <<<"$symbols" || true)
[ -z "$hidden" ] || fail "needs what Debian 12's C library does not offer: $hidden"
# Each version that it asks for is one that a library there defines.
versions=$(grep -F '*UND*' <<<"$symbols" | grep -oE '\((GLIBC|GLIBCXX|CXXABI|GCC)_[0-9.]+\)' | tr -d '()' | sort -u)
offered=$(for library in libc.so.6 libm.so.6 libgcc_s.so.1 ld-linux-aarch64.so.1; do
    aarch64-linux-gnu-readelf --wide --version-info "$libraries/$library" | sed -nE 's/.*Name: ([A-Z]+_[0-9.]+).*/\1/p'
done | sort -u)
missing=$(comm -23 <(echo "$versions") <(echo "$offered"))
[ -n "$versions" ] || fail "asks for no version of the C library: is it the plugin?"
[ -z "$missing" ] || fail "needs versions that Debian 12 lacks: $(echo $missing)"
newest() {
    grep "^$1_" <<<"$versions" | sort -V | tail -n 1
}

# The objects of our code, not those of Swift's run-time.
objects=0
while IFS= read -r object; do
    objects=$((objects + 1))
    found=$(aarch64-linux-gnu-objdump -d --no-show-raw-insn "$object" | awk '
        /^[0-9a-f]+ <.*>:$/ { name = $2 }
        $2 ~ /^(fn?m(add|sub)|fml[as]l?2?|fcmla|bfml)/ && name != last { print name; last = name }')
    [ -z "$found" ] || fail "$object has fused multiply-adds in: $found"
done < <(find "$arm_products" -path '*.build/*' -name '*.o' ! -path '*Tests.build/*')
called=$(inexact_calls aarch64-linux-gnu-nm "$arm_products")
[ -z "$called" ] || fail "our code calls functions whose results differ between machines: $(echo $called)"
[ $objects -gt 100 ] || fail "only $objects objects are in $arm_products"

[ $failed = 0 ] && echo "check-symbols: needs $(newest GLIBC), which Debian 12 has; pages of 64 KB;" \
    "no fused multiply-add in $objects objects"
exit $failed
