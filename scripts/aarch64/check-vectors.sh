#!/bin/bash
# SPDX-License-Identifier: MIT
# Looks for kernels that the compiler made no vectors of on aarch64: functions of KernelsBaseline of more than 25 instructions that take
# no vector register as lanes in any loop, or nowhere. scripts/aarch64/scalar-kernels.txt has those that are known, with the reasons.
#
# usage: scripts/aarch64/check-vectors.sh     after scripts/aarch64.sh
source "$(dirname "$0")/../common.sh"
source scripts/aarch64/common.sh
known=scripts/aarch64/scalar-kernels.txt
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for object in "$arm_products"/KernelsBaseline.build/*.o; do
    aarch64-linux-gnu-objdump -d --no-show-raw-insn "$object"
done | awk '
    function flush(  i, j, loops, vectored, has) {
        if (name == "" || count <= 25) return
        for (i = 1; i <= count; i++) {
            if (!(i in back) || !(back[i] in at)) continue
            loops++
            has = 0
            for (j = at[back[i]]; j <= i; j++) if (vector[j]) { has = 1; break }
            vectored += has
        }
        print ((loops ? vectored : vectors) ? "vector" : "scalar"), count, name
    }
    /^[0-9a-f]+ <.*>:$/ {
        flush()
        name = substr($2, 2, length($2) - 3)
        count = vectors = 0
        split("", at); split("", back); split("", vector)
        next
    }
    /^ +[0-9a-f]+:\t/ {
        place = $1; sub(/:/, "", place)
        at[place] = ++count
        # A lane alone, as in `mov v1.s[1], v2.s[0]`, is no vector.
        if (/[ ,{\t]v[0-9]+\.(16b|8b|8h|4h|4s|2s|2d)([-, }]|$)/) { vector[count] = 1; vectors++ }
        # A branch back is the end of a loop.
        if ($2 ~ /^(b|b\.[a-z]+|cbn?z|tbn?z)$/ && match($0, /[0-9a-f]+ </)) {
            target = substr($0, RSTART, RLENGTH - 2)
            if (target in at) back[count] = target
        }
    }
    END { flush() }' >"$scratch/functions"
# A name and its labels: histogramRow8(_:_:step:count:).
swift demangle --simplified <"$scratch/functions" \
    | sed -nE 's/^scalar ([0-9]+) (.*[ .])?([A-Za-z0-9_]+)(<[^>]*>)?(\([^)]*\)).*/\3\t\1\t\2\3\5/p' | sort >"$scratch/scalar"
unnamed=$(($(grep -c '^scalar' "$scratch/functions") - $(wc -l <"$scratch/scalar")))
failed=0
while IFS=$'\t' read -r name count whole; do
    grep -q "^$name " "$known" && continue
    echo "check-vectors: $whole has $count instructions and no vectors; if it has to be so, $known says why" >&2
    failed=1
done <"$scratch/scalar"
while read -r name _; do
    grep -q "^$name"$'\t' "$scratch/scalar" && continue
    echo "check-vectors: $known has $name, which has vectors, or is no longer there" >&2
    failed=1
done < <(grep -v '^#' "$known")
[ "$unnamed" = 0 ] || { echo "check-vectors: $unnamed functions have names that can't be read" >&2; failed=1; }
vectors=$(grep -c '^vector' "$scratch/functions")
[ "$vectors" -gt 100 ] || { echo "check-vectors: only $vectors functions have vectors: are they the kernels?" >&2; failed=1; }
[ $failed = 0 ] && echo "check-vectors: $vectors functions have vectors, $(wc -l <"$scratch/scalar") of more than 25 instructions have none"
exit $failed
