#!/bin/bash
# SPDX-License-Identifier: MIT
# Nothing but conditional code names x86, and the vector header compiles for aarch64.
source "$(dirname "$0")/common.sh"

for target in aarch64-linux-gnu x86_64-linux-gnu; do
    printf '#include "CVector.h"\n' | "$swift_directory/clang" -target "$target" -ffreestanding -Wall -Werror \
        -Wno-unused-function -Wno-unused-const-variable -fsyntax-only -I Sources/CVector/include -x c -
done

found=$(grep -rnE 'immintrin|x86intrin|_mm(256|512)?_|import _Builtin_intrinsics' Sources || true)
[ -z "$found" ] || { printf 'check-portable: x86 by name:\n%s\n' "$found" >&2; exit 1; }
# An x86 builtin is between a condition that names x86 and the #else or #endif after it.
unguarded=$(find Sources -name '*.[ch]' -print0 | xargs -0 awk '
    FNR == 1 { depth = 0; split("", guard) }
    /^#if/ { guard[++depth] = /__x86_64__/ }
    /^#el/ { guard[depth] = /__x86_64__/ }
    /^#endif/ { delete guard[depth--] }
    /__builtin_(ia32|cpu)_/ {
        guarded = 0
        for (d in guard) guarded += guard[d]
        if (!guarded) print FILENAME ":" FNR ":" $0
    }')
[ -z "$unguarded" ] || { printf 'check-portable: outside #if:\n%s\n' "$unguarded" >&2; exit 1; }
echo "check-portable: the vector header compiles for aarch64, no x86 name outside #if"
