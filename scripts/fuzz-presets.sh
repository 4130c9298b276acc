#!/bin/bash
# SPDX-License-Identifier: MIT
# Lets libFuzzer look for preset files that end the process, break memory, leak it, or are read other than as they say; it finds
# the release plugin built. A file that does is left in .build/preset-fuzzer, and is tried first the next time: what does no more
# joins the corpus, which is kept too.
#
# usage: scripts/fuzz-presets.sh SECONDS
source "$(dirname "$0")/common.sh"
find_plugin
use_plugin
folder=$root/.build/preset-fuzzer
mkdir -p "$folder/corpus"
read -ra flags <<<"$(pkg-config --cflags --libs gstreamer-video-1.0 json-glib-1.0)"
"$swift_directory/clang" -std=gnu11 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
    -I Sources/CElementShim/include Tests/Attack/preset_fuzzer.c Sources/CElementShim/preset_file.c Sources/CElementShim/file.c \
    "${flags[@]}" -o "$folder/fuzzer"

# To begin with: a whole preset, one of each kind of value, an octal escape, whose byte json-glib quotes in its error, and all
# names as words to put together.
cp Tests/Conformance/ntsc/default_preset.json "$folder/corpus/"
printf '{"version":1,"random_seed":-5,"luma_smear":25e-2,"vhs_settings":false,"x":[null,{"a":"\\u00e4\\n"}]}' \
    >"$folder/corpus/kinds.json"
printf '{"version":1,"a":"\\222" "b":1}' >"$folder/corpus/octal.json"
grep -oE '"[a-z_0-9]+"' Tests/Conformance/ntsc/default_preset.json | sed 's/"/\\"/g; s/.*/"&"/' | sort -u >"$folder/words"
printf '"%s"\n' '\"version\":1' true false null 1e999 -1e999 99999999999999999999 '\\u0000' '\xef\xbb\xbf' >>"$folder/words"

cd "$folder"
export SWIFTVIDEO_PLUGIN=$plugin G_DEBUG=fatal-criticals GST_REGISTRY_FORK=no
# GLib's slices would hide what is lost in them.
export G_SLICE=always-malloc ASAN_OPTIONS=detect_leaks=1
export LSAN_OPTIONS=suppressions=$root/scripts/lsan.supp:print_suppressions=0
fuzz=(./fuzzer -max_len=4096 -rss_limit_mb=1024)

# What was found before.
for kind in crash leak oom timeout slow-unit; do
    for file in "$kind"-*; do
        [ -f "$file" ] || continue
        # It has its own name for what it finds, if that is something else.
        if ! "${fuzz[@]}" "$file" 2>&1; then
            echo "fuzz-presets: FAILED as before: $folder/$file" >&2
            exit 1
        fi
        mv "$file" corpus/
    done
done
"${fuzz[@]}" -dict=words -max_total_time="$1" -print_final_stats=1 corpus
