#!/bin/bash
# SPDX-License-Identifier: MIT
# What swift-render reads of a job, and what it makes of it.
#
# usage: scripts/check-archive-jobs.sh manifests|results|files
source "$(dirname "$0")/archive.sh"

# usage: rename_segments JOB     gives them the names that an edited manifest gives: each refusal tells one
rename_segments() {
    local number
    for ((number = 0; number < $(segments "$1"); number++)); do
        fails "segments[$number].name is" "$render" verify "$folder/$1"
        sed -i "s/$(basename "$(path "$1" $number)")/$(grep -oE 'seg-[0-9a-f-]+' "$folder/fails.log" | tail -n 1)/" \
            "$folder/$1/manifest.json"
    done
}

# usage: edit JOB STATEMENT [spaces]     changes its manifest m, of which s are the segments; without spaces it is written as plan does
edit() {
    python3 -c 'import json, sys
path, statement, *spaces = sys.argv[1:]
m = json.load(open(path))
s, source = m["segments"], m["sources"][0]
exec(statement)
json.dump(m, open(path, "w"), sort_keys=True, separators=None if spaces else (",", ":"))' "$folder/$1/manifest.json" "${@:2}"
}

# Manifests that plan has not written, or not so.
check_manifests() {
    small "$folder/small.mkv" "x264enc pass=quant quantizer=20 key-int-max=24" matroskamux
    plan pieces "$folder/small.mkv" sepia --segment 47f
    mkdir "$folder/precious"
    touch "$folder/precious/file"
    local statement sentence command form
    while IFS='|' read -r statement sentence; do
        # Whatever the form that it is written in.
        for form in "" spaces; do
            rm -rf "$folder/edited"
            cp -r "$folder/pieces" "$folder/edited"
            edit edited "$statement" $form
            for command in "segment $folder/edited 0" "verify $folder/edited --remove" "run $folder/edited"; do
                fails "$sentence" "$render" $command
            done
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
s[0]["end"] = "x"|is no manifest of this version
s[0]["name"] = "a\"b"|segments[0].name is a"b, and has to be seg-00000-
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
    # The same byte where there is no sound, before anything has been rendered.
    gst-launch-1.0 -q videotestsrc num-buffers=150 pattern=snow ! video/x-raw,format=I420,width=320,height=180 ! avenc_ffv1 ! matroskamux \
        ! filesink location="$folder/silent.mkv"
    plan changed "$folder/silent.mkv" swiftsepia --segment 47f
    printf xxxxxxxx | dd of="$folder/silent.mkv" bs=1 seek=$(($(stat -c %s "$folder/silent.mkv") / 2)) conv=notrunc 2>"$folder/log"
    fails "is not the file that it was when the job was planned" "$render" run "$folder/changed"
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
    # Nor is a segment that is cut off.
    plan cut "$folder/small.mkv" swiftsepia --segment 47f
    finish_job cut
    truncate -s -1 "$(path cut 1)/stream"
    "$render" status "$folder/cut" | grep -q "^2 of 3 segments" || stop "status counts a segment that is cut off"
    printf x | dd of="$result" bs=1 seek=5000 conv=notrunc 2>"$folder/log"
    fails "$result is not what join wrote" "$render" verify "$folder/pieces" --remove
    [ ! -e "$result" ] || stop "verify --remove leaves a changed result"
    finish_job pieces
    # Of two processes that join at once, note and file are of one.
    for change in 1 2 3 4 5 6; do
        rm -r "$folder/pieces/output" "$folder/pieces/joined"
        "$render" join "$folder/pieces" >"$folder/log" 2>&1 &
        "$render" join "$folder/pieces" >"$folder/run.log" 2>&1 && wait $! || stop "one of two joins fails" "$folder/log"
        "$render" verify "$folder/pieces" >"$folder/log" 2>&1 || stop "two joins at once spoil the result" "$folder/log"
    done
    "$render" verify "$folder/pieces" | grep -qx "1 of 1 segment, 1 of 1 result as they were written" || stop "verify does not count results"
}

# Jobs of several files, and what processes leave behind.
check_files() {
    small "$folder/good.mkv" "x264enc pass=quant quantizer=20 key-int-max=24" matroskamux
    local long host file left command other
    long=$(printf 'x%.0s' {1..240})
    cp "$folder/good.mkv" "$folder/bad.mkv"
    cp "$folder/good.mkv" "$folder/$long.mkv"
    plan files "$folder/bad.mkv" sepia "$folder/good.mkv" "$folder/$long.mkv" --segment 47f
    # One that fails keeps no other from its result.
    printf x >>"$folder/bad.mkv"
    fails "Segment 0: $folder/bad.mkv is not the file" "$render" run "$folder/files"
    grep -qE '^9 segments: 264 of 396 frames' "$folder/fails.log" || stop "run counts frames that are not there" "$folder/fails.log"
    for file in good "$long"; do has_sound "$folder/files/output/$file.mkv"; done
    rm "$folder"/files/output/*
    fails "$folder/bad.mkv is not the file" "$render" join "$folder/files"
    for file in good "$long"; do has_sound "$folder/files/output/$file.mkv"; done
    rm "$folder"/files/output/*
    "$render" join "$folder/files" --file 1 >"$folder/log" 2>&1 || stop "a file can't be joined alone" "$folder/log"
    [ "$(ls "$folder/files/output")" = good.mkv ] || stop "join of a file makes others"
    fails "There is no file 3" "$render" join "$folder/files" --file 3
    # What a shell reads fails as well.
    for command in "slurm $folder/nowhere" "slurm $folder/files --threads 0"; do
        ! "$render" $command 2>"$folder/log" | sh || stop "$command | sh ends with 0"
    done
    fails "--threads is from 1 to 256." "$render" commands "$folder/files" --threads 0
    # A file that is empty is named before anything is written.
    : >"$folder/empty.mkv"
    fails "$folder/empty.mkv can't be read" \
        "$render" plan "$folder/good.mkv" "$folder/empty.mkv" --filters sepia -o "$folder/none"
    [ ! -e "$folder/none" ] || stop "plan leaves a folder"
    cp "$folder/good.mkv" "$folder/$(printf 'x%.0s' {1..254})"
    fails "has a name too long" "$render" plan "$folder"/xxx*x --filters sepia -o "$folder/none"

    # Names that a terminal would obey, and that lines of engines can't have.
    file=$folder/$'red\e[31m\r\nu\u0308.mkv'
    cp "$folder/good.mkv" "$file"
    plan named "$file" sepia
    "$render" status "$folder/named" | grep -qF 'red\u{1B}[31m\r\n'$'u\u0308.mkv  0/1 ' || stop "status does not write a name as it is"
    fails "has a control character in its name" "$render" plan "$folder/good.mkv" --filters sepia -o "$folder/"$'new\nline'
    mv "$folder/named" "$folder/"$'new\nline'
    fails "has a control character in its name" "$render" commands "$folder/"$'new\nline'

    # A folder of one letter, from where it is.
    (cd "$folder" && "$render" plan good.mkv --filters sepia -o j >log 2>&1) || stop "a folder of one letter is refused" "$folder/log"

    # Files of processes that have ended are removed, those of others are not.
    plan pieces "$folder/good.mkv" sepia --segment 47f
    finish_job pieces
    host=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["content"]["host"])' "$(path pieces 0)/frames.json")
    left=(output/.0 times-0.json manifest.json joined/00000.json segments/seg-0)
    for command in run join; do
        for file in "${left[@]}"; do touch "$folder/pieces/$file.$host."{$$,4194304}.tmp "$folder/pieces/$file.elsewhere.4194304.tmp"; done
        "$render" $command "$folder/pieces" >"$folder/log" 2>&1 || stop "$command fails" "$folder/log"
        for file in "${left[@]}"; do
            [ ! -e "$folder/pieces/$file.$host.4194304.tmp" ] || stop "$command leaves $file of a process that has ended"
            for other in "$host.$$" elsewhere.4194304; do
                [ -e "$folder/pieces/$file.$other.tmp" ] || stop "$command removes $file of another process"
            done
        done
    done
    # A terminal has a bar.
    rm -rf "$folder"/pieces/segments/seg-*
    script -qec "$render run $folder/pieces" /dev/null >"$folder/log" </dev/null
    grep -qE '3 segments \[#+-*\] 132/132 frames' "$folder/log" || stop "run shows no bar" "$folder/log"
}

case ${1:-} in
manifests | results | files) "check_$1" ;;
*) echo "usage: scripts/check-archive-jobs.sh manifests|results|files" >&2; exit 2 ;;
esac
