#!/bin/bash
# Lets libFuzzer look for preset files that end the process, break memory, or are read other than as they say; it finds the
# release plugin built. A file that does is left in .build/preset-fuzzer.
#
# usage: scripts/fuzz-presets.sh SECONDS
source "$(dirname "$0")/common.sh"
find_plugin
use_plugin
folder=$root/.build/preset-fuzzer
rm -rf "$folder"
mkdir -p "$folder/corpus"
read -ra flags <<<"$(pkg-config --cflags --libs gstreamer-video-1.0 json-glib-1.0)"
"$swift_directory/clang" -std=gnu11 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
    -I Sources/CElementShim/include Tests/Attack/preset_fuzzer.c Sources/CElementShim/preset_file.c \
    "${flags[@]}" -o "$folder/fuzzer"

# To begin with: a whole preset, one of each kind of value, and all names as words to put together.
cp Tests/Conformance/ntsc/default_preset.json "$folder/corpus/"
printf '{"version":1,"random_seed":-5,"luma_smear":25e-2,"vhs_settings":false,"x":[null,{"a":"\\u00e4\\n"}]}' \
    >"$folder/corpus/kinds.json"
grep -oE '"[a-z_0-9]+"' Tests/Conformance/ntsc/default_preset.json | sed 's/"/\\"/g; s/.*/"&"/' | sort -u >"$folder/words"
printf '"%s"\n' '\"version\":1' true false null 1e999 -1e999 99999999999999999999 '\\u0000' '\xef\xbb\xbf' >>"$folder/words"

cd "$folder"
# What GLib and the plugin keep for ever is no leak; those of the loader show as growth.
SWIFTVIDEO_PLUGIN=$plugin G_DEBUG=fatal-criticals ASAN_OPTIONS=detect_leaks=0 GST_REGISTRY_FORK=no \
    ./fuzzer -dict=words -max_len=4096 -max_total_time="$1" -rss_limit_mb=1024 -print_final_stats=1 corpus
