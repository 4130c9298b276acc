#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs elements on large frames with less and less address space (ulimit -v), from what the pipeline needs without them up to where
# all goes well. Each run has to end well or with the element's own error; a signal is a fault.
#
# What the sources need is found out first, as GStreamer (1.22) ends the process where its own elements get no memory. (Of a pattern that
# does not move videotestsrc keeps a copy of its own, from then on when it knows the caps.)
source "$(dirname "$0")/attack.sh"
# Stacks and arenas of threads take address space that no memory stands behind.
export MALLOC_ARENA_MAX=1
gst-inspect-1.0 swiftvideo >/dev/null
step=$((12 * 1024))

# usage: limited KIB PIPELINE     returns its status
limited() {
    local kib=$1
    shift
    launch 20 bash -c 'ulimit -s 512 -c 0 -v "$0" && exec gst-launch-1.0 -q "$@"' "$kib" "$@"
}

# usage: enough LOW HIGH WITHIN PIPELINE     the KiB that it needs, by halves
enough() {
    local low=$1 high=$2 within=$3 middle
    read -ra words <<<"$4"
    while [ $((high - low)) -gt "$within" ]; do
        middle=$(((low + high) / 2))
        if limited $middle "${words[@]}"; then high=$middle; else low=$middle; fi
    done
    echo "$high"
}

# usage: attack PIPELINE-WITHOUT PIPELINE-WITH
attack() {
    local high status kib errors=0 sources=0 edge
    read -ra with <<<"$2"
    # And the element's own threads and small things.
    high=$(($(enough $((64 * 1024)) $((6 * 1024 * 1024)) $((step / 4)) "$1") + 16 * 1024))
    for ((kib = high; ; kib += step)); do
        status=0
        limited $kib "${with[@]}" || status=$?
        count=$((count + 1))
        [ $status != 0 ] || break
        # A source that gets no memory from the allocator that an element offers has an error of its own.
        if [ $status = 1 ] && grep -q 'reason error (-5)' "$output"; then
            sources=$((sources + 1))
            [ $sources -lt 200 ] || break
            grep -q 'There is no memory of' "$output" || continue
        fi
        if [ $status != 1 ] || ! grep -q 'There is no memory of' "$output"; then
            fault "with $kib KiB: status $status: $2"
            break
        fi
        errors=$((errors + 1))
    done
    [ $sources -lt 200 ] || fault "no memory is enough: $2"
    # Where the element just gets its memory little may be left for the small things of others.
    edge=$(enough $((kib - step)) "$kib" 32 "$2")
    for ((kib = edge - 256; kib < edge + 256; kib += 64)); do
        status=0
        limited $kib "${with[@]}" || status=$?
        count=$((count + 1))
        [ $status -le 1 ] || fault "with $kib KiB, where $edge are enough: status $status: $2"
        ! grep -q 'There is no memory of' "$output" || errors=$((errors + 1))
    done
    echo "$errors times too little from $((high / 1024)) MiB to $((edge / 1024)) MiB: $2"
    [ $errors -gt 0 ] || fault "the limit was never met: $2"
}

# usage: filter FORMAT SIZE ELEMENT
filter() {
    local source="videotestsrc num-buffers=1 pattern=ball ! video/x-raw,format=$1,$2"
    attack "$source ! swiftrosy intensity=0 ! fakesink" "$source ! $3 ! fakesink"
}

large=width=4096,height=4096
filter BGRx $large swiftntsc
filter P010_10LE $large "swiftntsc compatibility=corrected chroma-delay-vertical=2 n-threads=2"
filter ARGB64 $large "swifteq mode=rgb smoothing-time=1 method=clahe grid-width=12 grid-height=12"
filter GRAY16_LE $large "swiftdepthgray ! video/x-raw,format=BGRx"
filter GRAY8 $large "swiftdepthgray smoothing=true colormap=turbo ! video/x-raw,format=I420"
for format in I420 BGRA; do
    source="videotestsrc num-buffers=1 pattern=ball ! video/x-raw,format=$format,$large"
    small="videotestsrc num-buffers=1 pattern=ball ! video/x-raw,format=NV12,width=3000,height=2000"
    attack "$source ! swiftrosy intensity=0 ! fakesink $small ! fakesink" "$source ! swiftmix name=m ! fakesink $small ! m."
done
echo "attack-memory: $count runs, $interrupts of them interrupted, $failed of them failed"
[ $failed = 0 ]
