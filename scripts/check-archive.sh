#!/bin/bash
# SPDX-License-Identifier: MIT
# Jobs of swift-render on this machine, whose pieces have to be those of one process.
#
# usage: scripts/check-archive.sh cuts|windows|sources|encoders|manifests|results|faults
source "$(dirname "$0")/archive.sh"

# Elements and chains in pieces of an odd length, and the frames of gst-launch-1.0.
check_cuts() {
    small "$folder/small.mkv" "x264enc pass=quant quantizer=20 key-int-max=24" matroskamux
    local names name filters count=0
    names=$(python3 scripts/elements.py kinds | awk '$2 == "filter" { print $1 }' \
        | grep -vxE 'swift(framedelay|highpass|lowpass|motiondetector)')
    for name in $(sample 6 archive <<<"$names" | grep -vx 'swift\(mix\|depthgray\)'); do
        filters=$(python3 scripts/elements.py fragment "$name")
        [ "$name" != swiftchain ] || filters="sepia intensity=0.8 ! sobel ! vignette"
        same_as_whole "$filters" 47f
        count=$((count + 1))
    done
    for filters in "eq smoothing-time=0.05 ! sepia ! eq method=clahe smoothing-time=0.02" \
        "swiftntsc preset=vhs-ep-worn ! swiftchain filters=\"gamma gamma=1.2 ! gaussianblur radius=2\" ! swifteq smoothing-time=0.05"; do
        same_as_whole "$filters" 47f
        count=$((count + 1))
    done
    # The time of frames is that of gst-launch-1.0, and so are frames and what is read from the result.
    plan whole "$folder/small.mkv" "swiftntsc preset=vhs-sp ! swiftsepia"
    finish_job whole
    gst-launch-1.0 -q filesrc location="$folder/small.mkv" ! decodebin ! swiftntsc preset=vhs-sp ! swiftsepia ! avenc_ffv1 threads=1 \
        ! matroskamux ! filesink location="$folder/launch.mkv"
    [ "$(decoded "$folder/launch.mkv")" = "$(decoded "$folder/whole/output/small.mkv")" ] || stop "gst-launch-1.0 gives other frames"
    echo "check-archive: $count elements and chains give the same frames in three pieces"
}

# usage: same_as_whole FILTERS LENGTH [SOURCE]
same_as_whole() {
    local source=${3:-$folder/small.mkv}
    plan whole "$source" "$1"
    finish_job whole
    plan pieces "$source" "$1" --segment "$2"
    [ "$(segments pieces)" -ge 2 ] || stop "$1: there is one piece"
    finish_job pieces
    same_frames whole pieces
    [ "$(decoded "$folder"/whole/output/*)" = "$(decoded "$folder"/pieces/output/*)" ] || stop "$1: the results differ"
}

# Elements say truly how far back they look: less is not enough, and what has no bound is refused.
check_windows() {
    small "$folder/small.mkv" "x264enc pass=quant quantizer=20 key-int-max=24" matroskamux
    local filters
    for filters in "swifteq smoothing-time=0.1" "eq method=clahe smoothing-time=0.1 ! sepia"; do
        same_as_whole "$filters" 47f
        plan short "$folder/small.mkv" "$filters" --segment 47f --window 0s
        fails "Segments 0 and 1 do not agree on frame 47" "$render" run "$folder/short"
    done
    # Depth, whose range follows the last seconds.
    same_as_whole "swiftdepthgray range-time=0.05" 11f Tests/Media/aloe-depth.mkv
    for filters in "swiftlowpass strength=0.5" "swifthighpass strength=0.5" "swiftframedelay frames=3" "swiftmotiondetector strength=0.5"; do
        fails "${filters%% *} looks back to the beginning (its temporal-window is -1)" \
            "$render" plan "$folder/small.mkv" --filters "$filters" --segment 47f -o "$folder/refused"
    done
    fails "swiftchain looks back to the beginning" \
        "$render" plan "$folder/small.mkv" --filters "sepia ! lowpass strength=0.5" --segment 47f -o "$folder/refused"
    # Whole files can have all of them.
    plan whole "$folder/small.mkv" "sepia ! lowpass strength=0.5"
    finish_job whole
    # What others say nothing of.
    fails "agingtv does not say how far back it looks" \
        "$render" plan "$folder/small.mkv" --filters "videoconvert ! agingtv" --segment 47f -o "$folder/refused"
    # streaktv shows up to 32 frames at once.
    plan whole "$folder/small.mkv" "videoconvert ! streaktv ! videoconvert"
    finish_job whole
    plan pieces "$folder/small.mkv" "videoconvert ! streaktv ! videoconvert" --segment 47f --window 1500ms
    finish_job pieces
    same_frames whole pieces
    plan short "$folder/small.mkv" "videoconvert ! streaktv ! videoconvert" --segment 47f --window 100ms
    fails "Segments 0 and 1 do not agree on frame 47" "$render" run "$folder/short"
}

# What sources are like.
check_sources() {
    local pattern="videotestsrc num-buffers=150 pattern=ball motion=sweep" size="video/x-raw,format=I420,width=320,height=180"
    local quant="x264enc pass=quant quantizer=20" file
    make() { gst-launch-1.0 -q "$@" >"$folder/make.log" 2>&1 || stop "a source can't be made" "$folder/make.log"; }
    # One keyframe, in the clip that is here anyway.
    same_as_whole "swiftchain filters=sepia" 47f "$clip"
    small "$folder/open.mkv" "x264enc pass=quant quantizer=20 key-int-max=30 option-string=open-gop=1:bframes=3:b-pyramid=normal" matroskamux
    small "$folder/open.mp4" "x264enc pass=quant quantizer=20 key-int-max=30 option-string=open-gop=1:bframes=3:b-pyramid=normal" mp4mux
    small "$folder/refresh.mkv" "x264enc pass=quant quantizer=30 key-int-max=20 intra-refresh=true" matroskamux
    make $pattern ! $size,framerate=30000/1001 ! $quant key-int-max=40 ! mp4mux ! filesink location="$folder/ntsc.mp4"
    make $pattern ! $size,framerate=30/1 ! identity drop-probability=0.3 ! $quant key-int-max=40 ! matroskamux \
        ! filesink location="$folder/variable.mkv"
    make $pattern timestamp-offset=1234000000 ! $size,framerate=25/1 ! $quant key-int-max=40 ! matroskamux \
        ! filesink location="$folder/late.mkv"
    make $pattern ! $size,framerate=25/1,interlace-mode=interleaved,field-order=top-field-first ! $quant interlaced=true key-int-max=40 \
        ! matroskamux ! filesink location="$folder/interlaced.mkv"
    make $pattern ! $size,framerate=25/1 ! jpegenc ! matroskamux ! filesink location="$folder/intra.mkv"
    make $pattern ! $size,framerate=25/1 ! $quant key-int-max=40 bframes=3 ! mp4mux fragment-duration=500 ! filesink location="$folder/parts.mp4"
    # A container whose duration is that of half of its frames.
    python3 -c 'import struct, sys
data = bytearray(open(sys.argv[1], "rb").read())
place = data.index(b"\x44\x89\x88") + 3
data[place : place + 8] = struct.pack(">d", struct.unpack(">d", data[place : place + 8])[0] / 2)
open(sys.argv[2], "wb").write(data)' "$folder/late.mkv" "$folder/more.mkv"
    for file in open.mkv open.mp4 refresh.mkv ntsc.mp4 variable.mkv late.mkv interlaced.mkv intra.mkv parts.mp4 more.mkv; do
        echo "$file"
        same_as_whole "swiftntsc random-seed=3" 47f "$folder/$file"
    done
    # The sound is the source's, packet for packet; join compares them. Here its length is looked at.
    plan pieces "$folder/open.mp4" "swiftsepia" --segment 2s --encoder "x264enc pass=quant quantizer=25" --container mp4
    finish_job pieces
    has_sound "$folder/pieces/output/open.mp4"
    # Damage: a file that is cut off, and one with a hole in it. Where a container has no length, there is none to compare with.
    head -c $(($(stat -c %s "$folder/open.mkv") * 2 / 3)) "$folder/open.mkv" >"$folder/cut.mkv"
    fails "$folder/cut.mkv ends" "$render" plan "$folder/cut.mkv" --filters swiftsepia -o "$folder/cut"
    grep -qF "before its container says" "$folder/fails.log" || stop "a cut file is not called so" "$folder/fails.log"
    python3 -c 'import sys
data = bytearray(open(sys.argv[1], "rb").read())
data[len(data) // 2 :] = bytes(len(data) - len(data) // 2)
open(sys.argv[2], "wb").write(data)' "$folder/open.mkv" "$folder/damaged.mkv"
    fails "$folder/damaged.mkv" "$render" plan "$folder/damaged.mkv" --filters swiftsepia -o "$folder/cut"
    make $pattern ! $size,framerate=25/1 ! $quant key-int-max=40 ! matroskamux streamable=true ! filesink location="$folder/endless.mkv"
    same_as_whole swiftsepia 47f "$folder/endless.mkv"
    plan changed "$folder/open.mkv" swiftsepia --segment 47f
    printf x >>"$folder/open.mkv"
    fails "is not the file that it was when the job was planned" "$render" segment "$folder/changed" 1
    fails "There is no $folder/nowhere.mkv." "$render" plan "$folder/nowhere.mkv" --filters swiftsepia -o "$folder/none"
    fails "is not a file." "$render" plan "$folder" --filters swiftsepia -o "$folder/none"
    fails "no property \"wrong\"" "$render" plan "$folder/late.mkv" --filters "swiftsepia wrong=1" -o "$folder/none"
    fails "one frame for each" "$render" plan "$folder/late.mkv" --filters "videorate ! video/x-raw,framerate=50/1" -o "$folder/none"
}

# The same stream in each run, or a refusal.
check_encoders() {
    small "$folder/small.mkv" "x264enc pass=quant quantizer=20 key-int-max=24" matroskamux
    local encoder first second
    streams() {
        local number
        for ((number = 0; number < $(segments "$1"); number++)); do sha256sum <"$(path "$1" $number)/stream"; done
    }
    for encoder in "x264enc pass=quant quantizer=22" "x264enc pass=qual quantizer=24 threads=4" "x264enc pass=cbr bitrate=500" \
        "x264enc pass=quant threads=3 speed-preset=slow" avenc_ffv1 avenc_mpeg4 jpegenc; do
        plan first "$folder/small.mkv" swiftsepia --segment 47f --encoder "$encoder"
        finish_job first
        cp -r "$folder/first" "$folder/second"
        rm -rf "$folder"/second/segments/* "$folder"/second/output
        "$render" run "$folder/second" --processes 3 --threads 2 >"$folder/log" 2>&1 || stop "$encoder fails" "$folder/log"
        first=$(streams first) second=$(streams second)
        [ "$first" = "$second" ] || stop "$encoder gives two streams"
        rm -rf "$folder/second"
    done
    refused() { fails "$2" "$render" plan "$folder/small.mkv" --filters swiftsepia --encoder "$1" -o "$folder/refused"; }
    refused "x264enc pass=qual vbv-buf-capacity=600" "set vbv-buf-capacity=0"
    refused "x264enc pass=cbr threads=4" "set threads=1"
    refused "avenc_mpeg4 max-bframes=2" "set max-bframes=0"
    refused "x264enc pass=pass1" "needs several passes"
    refused "vp8enc" "is not known to give the same stream in each run"
    refused "x264enc bitrate=wrong" "bitrate"
    refused "nothing" "nothing"
}

# usage: rename_segments JOB     gives them the names that an edited manifest gives: each refusal tells one
rename_segments() {
    local number
    for ((number = 0; number < $(segments "$1"); number++)); do
        fails "segments[$number].name is" "$render" segment "$folder/$1" 0
        sed -i "s/$(basename "$(path "$1" $number)")/$(grep -oE 'seg-[0-9a-f-]+' "$folder/fails.log" | tail -n 1)/" \
            "$folder/$1/manifest.json"
    done
}

# usage: edit JOB STATEMENT     changes its manifest m, of which s are the segments
edit() {
    python3 -c 'import json, sys
path, statement = sys.argv[1:]
m = json.load(open(path))
s, source = m["segments"], m["sources"][0]
exec(statement)
json.dump(m, open(path, "w"))' "$folder/$1/manifest.json" "$2"
}

# Manifests that plan has not written, or not so.
check_manifests() {
    small "$folder/small.mkv" "x264enc pass=quant quantizer=20 key-int-max=24" matroskamux
    plan pieces "$folder/small.mkv" sepia --segment 47f
    mkdir "$folder/precious"
    touch "$folder/precious/file"
    local statement sentence command
    while IFS='|' read -r statement sentence; do
        rm -rf "$folder/edited"
        cp -r "$folder/pieces" "$folder/edited"
        edit edited "$statement"
        for command in "segment $folder/edited 0" "verify $folder/edited --remove" "run $folder/edited"; do
            fails "$sentence" "$render" $command
        done
        [ ! -e "$folder/edited/output" ] && [ -z "$(ls "$folder/edited/segments")" ] || stop "$statement: something is rendered"
    done <<'EOF'
s[0]["name"] = "../../precious"|segments[0].name is ../../precious, and has to be seg-00000-
m["encoder"] = "avenc_ffv1 slices=4"|segments[0].name is seg-00000-
m["filters"] = "swiftsepia"|segments[0].name is seg-00000-
m["versions"] = {}|segments[0].name is seg-00000-
source["audio"] = []|segments[0].name is seg-00000-
m["window"] = 5|segments[0].name is seg-00000-
s[0]["end"] = s[1]["first"] = s[1]["start"] = 46|segments[0].name is seg-00000-
s[0]["keyframe"] = 5000|segments[0].keyframe is 5000, and has to be from 0 to 0.
s[0]["start"] = -1|segments[0].start is -1, and has to be from 0 to 0.
s[0]["source"] = 7|segments[0].source is 7, and has to be 0.
s[0]["source"] = -1|segments[0].source is -1, and has to be 0.
s[1]["first"] = 50|segments[1].first is 50, and has to be 47, where the one before ends.
s[2]["end"] = 10**9|segments[2].end is 1000000000, and has to be above 94 and at most 132.
s.pop()|segments is 2 long, and has to be all frames of all sources.
s.append(s[0])|segments[3].first is 0, and has to be 132
m["segments"] = m["sources"] = []|sources is [], and has to be one file at least.
m["seam"] = 2**63 - 1|seam is 9223372036854775807, and has to be from 0 to 1000.
m["window"] = -2**63|window is -9223372036854775808, and has to be 0 at least.
m["container"] = "avi"|container is avi, and has to be mp4, mov or mkv.
m["pinned"] = [["avenc_ffv1"]]|pinned[0] is ["avenc_ffv1"], and has to be an element, a property and a value.
source["output"] = "../../evil.mkv"|sources[0].output is ../../evil.mkv, and has to be the name of a file
source["frames"] = 10**12|segments is 3 long
source["frames"] = 0|sources[0].frames is 0
source["times"] = "../../../etc/passwd"|sources[0].times is ../../../etc/passwd, and has to be 64 hexadecimal digits.
m["format"] = 1|has form 1, and this swift-render writes form 2: plan the job anew.
del s[0]["end"]|is no manifest of this version
EOF
    [ -e "$folder/precious/file" ] || stop "a manifest has a folder removed that is none of the job's"
    # Times that are none, with their hash.
    rm -rf "$folder/edited"
    cp -r "$folder/pieces" "$folder/edited"
    python3 -c 'import glob, hashlib, json, os, sys
job = sys.argv[1]
path = glob.glob(f"{job}/times-*.json")[0]
os.remove(path)
text = json.dumps({"times": [2**62] * 132, "keyframes": [9], "unsure": []})
name = hashlib.sha256(text.encode()).hexdigest()
open(f"{job}/times-{name[:16]}.json", "w").write(text)
manifest = json.load(open(f"{job}/manifest.json"))
manifest["sources"][0]["times"] = name
json.dump(manifest, open(f"{job}/manifest.json", "w"))' "$folder/edited"
    rename_segments edited
    fails "is missing or not as it was planned" "$render" segment "$folder/edited" 0
    # More sound than there is.
    plan edited "$folder/small.mkv" sepia --segment 47f
    edit edited 'source["audio"] *= 3'
    rename_segments edited
    fails "The source has 1 stream of sound, and 3 streams when it was planned." "$render" run "$folder/edited"
    finish_job pieces
    "$render" verify "$folder/pieces" >"$folder/log" 2>&1 || stop "a manifest of plan is refused" "$folder/log"
}

# What join makes, and of what.
check_results() {
    local quant="x264enc pass=quant quantizer=20 key-int-max=24" file change
    small "$folder/small.mkv" "$quant" matroskamux
    # Another byte in the middle of the source, after all has been rendered.
    cat "$folder/small.mkv" <(head -c 3000000 /dev/zero) >"$folder/long.mkv"
    plan changed "$folder/long.mkv" swiftsepia --segment 47f
    finish_job changed
    printf x | dd of="$folder/long.mkv" bs=1 seek=1500000 conv=notrunc 2>"$folder/log"
    fails "is not the file that it was when the job was planned" "$render" join "$folder/changed"
    fails "is not the file that it was when the job was planned" "$render" verify "$folder/changed" --sources
    # Another source, without sound.
    gst-launch-1.0 -q videotestsrc num-buffers=3 ! matroskamux ! filesink location="$folder/long.mkv"
    fails "is not the file that it was when the job was planned" "$render" join "$folder/changed"
    # Containers whose demuxers want all of their streams to go somewhere.
    small "$folder/sound.flv" "$quant" flvmux
    # Those whose first frame has another time than 0, and whose sound has other packets than muxers take.
    small "$folder/sound.ts" "$quant bframes=3" mpegtsmux
    for file in sound.flv sound.ts; do
        same_as_whole swiftsepia 47f "$folder/$file"
        has_sound "$folder/pieces/output/sound.mkv"
    done
    plan pieces "$folder/sound.ts" swiftsepia --encoder "$quant" --segment 47f --container mp4
    finish_job pieces
    has_sound "$folder/pieces/output/sound.mp4"
    # Results that are empty, cut or changed are not taken for those of join.
    plan pieces "$folder/small.mkv" swiftsepia
    finish_job pieces
    local result=$folder/pieces/output/small.mkv right
    right=$(decoded "$result")
    for change in ": >$result" "truncate -s -1 $result" "rm $result"; do
        eval "$change"
        ! "$render" status "$folder/pieces" | grep -q joined || stop "$change: status says that it is joined"
        [ ! -e "$result" ] || fails "$result is not what join wrote" "$render" verify "$folder/pieces"
        finish_job pieces
        [ "$(decoded "$result")" = "$right" ] || stop "$change: run leaves it as it is"
    done
    "$render" status "$folder/pieces" | grep -q joined || stop "status does not say that it is joined"
    printf x | dd of="$result" bs=1 seek=5000 conv=notrunc 2>"$folder/log"
    fails "$result is not what join wrote" "$render" verify "$folder/pieces" --remove
    [ ! -e "$result" ] || stop "verify --remove leaves a changed result"
    finish_job pieces
    "$render" verify "$folder/pieces" | grep -qx "1 of 1 segment, 1 of 1 result as they were written" || stop "verify does not count results"
}

# usage: has_sound FILE
has_sound() {
    gst-discoverer-1.0 "$1" >"$folder/discovered" 2>&1 || stop "$1 can't be played" "$folder/discovered"
    grep -q 'audio.*MPEG-4 AAC' "$folder/discovered" || stop "$1 has no sound" "$folder/discovered"
}

# What happens to processes and files.
check_faults() {
    small "$folder/small.mkv" "x264enc pass=quant quantizer=20 key-int-max=24" matroskamux
    local filters="swiftntsc preset=vhs-sp ! swifteq smoothing-time=0.05" number file
    plan whole "$folder/small.mkv" "$filters"
    finish_job whole
    plan pieces "$folder/small.mkv" "$filters" --segment 17f
    local all
    all=$(segments pieces)

    # A process that is killed in the middle leaves no segment, and the next one does the same.
    for share in 10 50 90; do
        "$render" segment "$folder/pieces" 3 >"$folder/log" 2>&1 &
        local child=$!
        sleep "$(awk -v s=$share 'BEGIN { print s / 100 }')"
        kill -KILL $child 2>/dev/null || true
        wait $child 2>/dev/null || true
        [ ! -e "$(path pieces 3)" ] || [ -s "$(path pieces 3)/frames.json" ] || stop "a killed process leaves a part of a segment"
    done
    # So is one whose parent is killed: run, and all that it started.
    rm -rf "$folder"/pieces/segments/seg-*
    "$render" run "$folder/pieces" >"$folder/log" 2>&1 &
    child=$!
    for ((number = 0; number < 600; number++)); do
        [ "$(find "$folder/pieces/segments" -name frames.json -not -path '*.tmp/*' | wc -l)" -lt 2 ] || break
        sleep 0.05
    done
    kill -KILL $child
    wait $child 2>/dev/null || true
    sleep 0.5
    ! pgrep -f "segment $folder/pieces " >/dev/null || stop "processes outlive run"
    local kept
    kept=$(find "$folder/pieces/segments" -name frames.json -not -path '*.tmp/*' -printf '%p %T@\n' | sort)
    [ "$(wc -l <<<"$kept")" -ge 2 ] && [ "$(wc -l <<<"$kept")" -lt "$all" ] || stop "it was not killed in the middle"
    finish_job pieces
    [ -z "$(find "$folder/pieces" -name '*.tmp')" ] || stop "run leaves files of those that were killed"
    local after
    after=$(find "$folder/pieces/segments" -name frames.json -printf '%p %T@\n' | sort)
    [ -z "$(comm -23 <(echo "$kept") <(echo "$after"))" ] || stop "run renders again what there was"
    same_frames whole pieces

    # Two processes on one segment.
    rm -rf "$(path pieces 2)"
    "$render" segment "$folder/pieces" 2 >"$folder/one.log" 2>&1 &
    local one=$!
    "$render" segment "$folder/pieces" 2 >"$folder/two.log" 2>&1 || stop "one of two processes fails" "$folder/two.log"
    wait $one || stop "one of two processes fails" "$folder/one.log"
    "$render" verify "$folder/pieces" >"$folder/log" 2>&1 || stop "two processes on one segment damage it" "$folder/log"
    same_frames whole pieces
    "$render" segment "$folder/pieces" 2 | grep -qx 'Segment 2 is done.' || stop "a segment that is done is rendered"

    # A flipped byte, in the stream and beside it; a missing segment.
    for file in stream frames.json; do
        python3 -c 'import sys
with open(sys.argv[1], "r+b") as file:
    file.seek(100)
    byte = file.read(1)[0]
    file.seek(100)
    file.write(bytes([byte ^ 1]))' "$(path pieces 4)/$file"
        fails "Segment 4" "$render" join "$folder/pieces"
        fails "Segment 4" "$render" verify "$folder/pieces" --remove
        fails "Segment 4 is missing" "$render" join "$folder/pieces"
        finish_job pieces
        "$render" join "$folder/pieces" >"$folder/log" 2>&1 || stop "join fails after a repair" "$folder/log"
        same_frames whole pieces
    done

    # A plugin of another version on one worker.
    mkdir -p "$folder/old"
    sed "s/$(plugin_version)/9.9.9/g" "$plugin" >"$folder/old/libgstswiftvideo.so"
    rm -rf "$(path pieces 5)"
    fails "has plugin swiftvideo 9.9.9, and the job was planned with $(plugin_version)" env GST_PLUGIN_PATH="$folder/old" \
        GST_REGISTRY="$folder/old/registry" "$render" segment "$folder/pieces" 5
    fails "Segment 5" env GST_PLUGIN_PATH="$folder/old" GST_REGISTRY="$folder/old/registry" "$render" run "$folder/pieces"
    fails "Segment 5 is missing" "$render" join "$folder/pieces"
    "$render" status "$folder/pieces" | grep -q "$((all - 1))/$all" || stop "status does not count what is missing"

    # What users get wrong.
    fails "There is no segment $all" "$render" segment "$folder/pieces" "$all"
    fails "There is no $folder/nowhere/manifest.json" "$render" status "$folder/nowhere"
    fails "has the manifest of another job" "$render" plan "$folder/small.mkv" --filters swiftsepia -o "$folder/pieces"
    echo '{}' >"$folder/old/manifest.json"
    fails "is no manifest" "$render" status "$folder/old"
}

case ${1:-} in
cuts | windows | sources | encoders | manifests | results | faults) "check_$1" ;;
*) echo "usage: scripts/check-archive.sh cuts|windows|sources|encoders|manifests|results|faults" >&2; exit 2 ;;
esac
