#!/bin/bash
# SPDX-License-Identifier: MIT
# Jobs of swift-render on this machine, whose pieces have to be those of one process.
#
# usage: scripts/check-archive.sh cuts|windows|sources|encoders|faults
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

# Elements say truly how far back they look: less is not enough, and what has no bound is refused.
check_windows() {
    small "$folder/small.mkv" "x264enc pass=quant quantizer=20 key-int-max=24" matroskamux
    local filters less window
    # They look back 1.6 s. What is a frame less than that has weights of less than a millionth, which no code shows; what these have
    # less does.
    while IFS='|' read -r filters less; do
        same_as_whole "$filters" 47f
        for window in 0s "$less"; do
            plan short "$folder/small.mkv" "$filters" --segment 47f --window "$window"
            fails "Segments 0 and 1 do not agree on frame 47" "$render" run "$folder/short"
        done
    done <<'EOF'
swifteq smoothing-time=0.1|600ms
eq method=clahe smoothing-time=0.1 ! sepia|1s
EOF
    # Depth, whose range follows the last seconds: 0.8 s of them.
    same_as_whole "swiftdepthgray range-time=0.05" 11f Tests/Media/aloe-depth.mkv
    plan short Tests/Media/aloe-depth.mkv "swiftdepthgray range-time=0.05" --segment 11f --window 134ms
    fails "do not agree on frame" "$render" run "$folder/short"
    for filters in "swiftlowpass strength=0.5" "swifthighpass strength=0.5" "swiftframedelay frames=3" "swiftmotiondetector strength=0.5"; do
        fails "${filters%% *} looks back to the beginning (its temporal-window is -1)" \
            "$render" plan "$folder/small.mkv" --filters "$filters" --segment 47f -o "$folder/refused"
    done
    # No window is enough.
    fails "swifthighpass looks back to the beginning" "$render" plan "$folder/small.mkv" --segment 47f --window 3s -o "$folder/none" \
        --filters "swifthighpass strength=0.5 ! swiftmotiondetector"
    fails "The filter lowpass0 of swiftchain looks back to the beginning" \
        "$render" plan "$folder/small.mkv" --filters "sepia ! lowpass strength=0.5" --segment 47f -o "$folder/refused"
    # Whole files can have all of them.
    plan whole "$folder/small.mkv" "sepia ! lowpass strength=0.5"
    finish_job whole
    # What comes before the encoder is of the filters.
    local lossless="videoconvert ! avenc_ffv1"
    fails "swiftlowpass looks back to the beginning" \
        "$render" plan "$folder/small.mkv" --filters sepia --encoder "swiftlowpass strength=0.5 ! avenc_ffv1" --segment 47f -o "$folder/refused"
    fails "streaktv does not say how far back it looks" \
        "$render" plan "$folder/small.mkv" --filters sepia --encoder "videoconvert ! streaktv ! $lossless" --segment 47f -o "$folder/refused"
    for window in "( swiftlowpass ! avenc_ffv1 )" "jpegenc ! jpegdec ! avenc_ffv1"; do
        fails "has to be one encoder" "$render" plan "$folder/small.mkv" --filters sepia --encoder "$window" --segment 47f -o "$folder/refused"
    done
    plan short "$folder/small.mkv" sepia --encoder "videoconvert ! streaktv ! $lossless" --segment 47f --window 100ms
    fails "Segments 0 and 1 do not agree on frame 47" "$render" run "$folder/short"
    plan whole "$folder/small.mkv" "sepia ! vignette" --encoder "swifteq smoothing-time=0.02 ! avenc_ffv1"
    finish_job whole
    plan pieces "$folder/small.mkv" "sepia ! vignette" --encoder "swifteq smoothing-time=0.02 ! avenc_ffv1" --segment 47f
    grep -qx "Filters look back 0.320 s." "$folder/plan.log" || stop "the history of elements before the encoder is not seen" "$folder/plan.log"
    finish_job pieces
    same_frames whole pieces
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
    # Filters that keep all, and branches that wait for each other: looked at below, a minute later.
    local stuck=("valve drop=true" "tee name=t ! filesink location=$folder/leak t. ! queue") waiting=()
    for file in 0 1; do
        mkdir "$folder/stuck-$file"
        # A folder of its own each, as "fails" keeps what was said in a file there.
        (folder=$folder/stuck-$file
            fails "--filters ${stuck[file]}: nothing has come out for a minute" "$render" plan "$clip" --filters "${stuck[file]}" \
                -o "$folder/none") >"$folder/stuck-$file.log" 2>&1 &
        waiting+=($!)
    done
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
    # One that can't be sought to each frame.
    make $pattern ! $size,framerate=25/1 ! y4menc ! filesink location="$folder/raw.y4m"
    for file in open.mkv open.mp4 refresh.mkv ntsc.mp4 variable.mkv late.mkv interlaced.mkv intra.mkv parts.mp4 more.mkv raw.y4m; do
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
    # Frames that are to be turned.
    python3 -c 'import struct, sys
data = bytearray(open(sys.argv[1], "rb").read())
matrix = data.index(b"tkhd") + 44
data[matrix : matrix + 36] = struct.pack(">9i", 0, 1 << 16, 0, -1 << 16, 0, 0, 0, 0, 1 << 30)
open(sys.argv[2], "wb").write(data)' "$folder/ntsc.mp4" "$folder/turned.mp4"
    plan turned "$folder/turned.mp4" swiftsepia
    grep -qF "turned.mp4 is to be shown turned (rotate-90)" "$folder/plan.log" || stop "plan does not tell of a rotation" "$folder/plan.log"
    fails "There is no $folder/nowhere.mkv." "$render" plan "$folder/nowhere.mkv" --filters swiftsepia -o "$folder/none"
    mkfifo "$folder/pipe"
    for file in "$folder" "$folder/pipe"; do
        fails "$file is not a file." "$render" plan "$file" --filters swiftsepia -o "$folder/none"
    done
    fails "Names of files have to be UTF-8" "$render" plan "$folder"/$'latin\xe9.mkv' --filters swiftsepia -o "$folder/none"
    # What is above a link is not above the folder that it names.
    mkdir -p "$folder/real/deep"
    ln -s real/deep "$folder/link"
    ln "$folder/late.mkv" "$folder/real/late.mkv"
    plan linked "$folder/link/../late.mkv" swiftsepia
    grep -qF "\"path\":\"$folder/real/late.mkv\"" "$folder/linked/manifest.json" || stop "a path through a link is another file"
    # What GStreamer has not.
    fails "GStreamer does not find the plugin swiftvideo" env GST_PLUGIN_PATH= GST_REGISTRY="$folder/registry" \
        "$render" plan "$folder/late.mkv" --filters sepia -o "$folder/none"
    fails "GStreamer can't read: it has no MPEG-4 AAC decoder." \
        env GST_PLUGIN_FEATURE_RANK=faad:NONE,avdec_aac:NONE,avdec_aac_fixed:NONE,fdkaacdec:NONE \
        "$render" plan "$clip" --filters swiftsepia -o "$folder/none"
    fails "no property \"wrong\"" "$render" plan "$folder/late.mkv" --filters "swiftsepia wrong=1" -o "$folder/none"
    fails "one frame for each" "$render" plan "$folder/late.mkv" --filters "videorate ! video/x-raw,framerate=50/1" -o "$folder/none"
    fails "swiftperlinsrc gives frames of its own" "$render" plan "$folder/late.mkv" -o "$folder/none" --filters \
        "queue ! b. swiftperlinsrc ! video/x-raw,width=160,height=120,framerate=25/1 ! b. swiftblend name=b"
    # Streams that results have not, sound that containers do not take, and frames that encoders do not.
    printf '1\n00:00:01,000 --> 00:00:02,000\nwords\n' >"$folder/words.srt"
    make matroskamux name=out ! filesink location="$folder/two.mkv" $pattern ! $size ! $quant ! out. $pattern ! $size ! jpegenc ! out. \
        filesrc location="$folder/words.srt" ! subparse ! out.
    plan left "$folder/two.mkv" swiftsepia
    grep -q "two.mkv: its other video stream (.*) is left out" "$folder/plan.log" \
        && grep -qF "its stream of subtitles or data (text/x-raw) is left out" "$folder/plan.log" \
        || stop "plan does not tell what is left out" "$folder/plan.log"
    make qtmux name=out ! filesink location="$folder/alac.mov" $pattern ! $size,framerate=25/1 ! $quant ! out. \
        audiotestsrc num-buffers=100 ! audioconvert ! avenc_alac ! out.
    fails "(audio/x-alac) can't go into mkv as it is: use --container mp4 or --container mov." \
        "$render" plan "$folder/alac.mov" --filters swiftsepia -o "$folder/none"
    make matroskamux name=out ! filesink location="$folder/floats.mkv" $pattern ! $size ! $quant ! out. \
        audiotestsrc num-buffers=100 ! audioconvert ! audio/x-raw,format=F32LE ! out.
    fails "(audio/x-raw) can't go into mp4 as it is: use --container" \
        "$render" plan "$folder/floats.mkv" --filters swiftsepia --container mp4 -o "$folder/none"
    # A sound that nobody knows.
    sed 's,A_PCM/FLOAT/IEEE,A_PCM/NOBODY/XXX,' "$folder/floats.mkv" >"$folder/unknown.mkv"
    fails "can't go into mkv as it is, nor into another container" \
        "$render" plan "$folder/unknown.mkv" --filters swiftsepia -o "$folder/none"
    fails "use --encoder \"videoconvert ! x264enc pass=quant\"" \
        "$render" plan "$folder/late.mkv" --filters "videoconvert ! video/x-raw,format=RGB" --encoder "x264enc pass=quant" -o "$folder/none"
    for file in audioconvert "capsfilter caps=video/x-raw,framerate=1/1"; do
        fails "--filters $file: they can't make frames for the encoder" "$render" plan "$folder/late.mkv" --filters "$file" -o "$folder/none"
    done
    # Pieces have a frame at least.
    plan pieces "$folder/late.mkv" swiftsepia --segment 0.000000001s
    [ "$(segments pieces)" = 150 ] || stop "there are $(segments pieces) pieces of a nanosecond in 150 frames"
    # Two seconds are two pieces of one, though Matroska rounds the last frame up to 34 ms.
    make videotestsrc num-buffers=60 ! $size,framerate=30/1 ! jpegenc ! matroskamux ! filesink location="$folder/two-seconds.mkv"
    plan pieces "$folder/two-seconds.mkv" swiftsepia --segment 1s
    [ "$(segments pieces)" = 2 ] || stop "two seconds are $(segments pieces) pieces of one"
    fails "not empty" "$render" plan "$folder/late.mkv" --filters swiftsepia -o ""
    fails "words.srt is a file: give -o a folder." "$render" plan "$folder/late.mkv" --filters swiftsepia -o "$folder/words.srt/job"
    for file in 0 1; do wait "${waiting[file]}" || stop "${stuck[file]} does not end" "$folder/stuck-$file.log"; done
}

# The same stream in each run, or a refusal.
check_encoders() {
    small "$folder/small.mkv" "x264enc pass=quant quantizer=20 key-int-max=24" matroskamux
    local encoder first second row container
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
    # Each that is known, in each container that takes it; others are refused.
    for row in "avenc_mpeg4 mkv mp4 mov" "avenc_ffv1 mkv" "videoconvert ! avenc_huffyuv mkv" "avenc_mjpeg mkv mov" \
        "videoconvert ! avenc_prores_ks mov" "jpegenc mkv mov" "x264enc mkv mp4 mov"; do
        for container in mkv mp4 mov; do
            encoder=${row%% m[kpo]*}
            case " ${row#"$encoder"} " in
            *" $container "*)
                plan first "$folder/small.mkv" swiftsepia --segment 47f --encoder "$encoder" --container $container
                finish_job first
                ;;
            *)
                rm -rf "$folder/refused"
                fails "$container" "$render" plan "$folder/small.mkv" --filters swiftsepia --encoder "$encoder" \
                    --container $container -o "$folder/refused"
                ;;
            esac
        done
    done
    refused() { fails "$2" "$render" plan "$folder/small.mkv" --filters swiftsepia --encoder "$1" -o "$folder/refused"; }
    refused "x264enc pass=qual vbv-buf-capacity=600" "set vbv-buf-capacity=0"
    refused "x264enc pass=cbr threads=4" "set threads=1"
    for encoder in non-deterministic=1 no_deterministic threads=4 bframes=2:vbv-maxrate=400; do
        refused "x264enc pass=quant threads=4 option-string=$encoder" "may give another stream in each run, or on each machine"
    done
    plan first "$folder/small.mkv" swiftsepia --encoder "x264enc option-string=bframes=2"
    grep -qF "x264enc: option-string=bframes=2:cpu-independent=1" "$folder/plan.log" || stop "the CPU decides over a stream" "$folder/plan.log"
    refused "avenc_mpeg4 max-bframes=2" "set max-bframes=0"
    refused "x264enc pass=pass1" "needs several passes"
    refused "vp8enc" "is not known to give the same stream in each run"
    refused "x264enc bitrate=wrong" "bitrate"
    refused "nothing" "nothing"
    for encoder in theoraenc avenc_ffvhuff pngenc avenc_mpeg2video; do
        refused $encoder "$encoder is not known to give the same stream in each run"
    done
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

    # A process that is killed when a tenth, a half and nine tenths of its stream are written leaves no segment, and the next one
    # does the same as one that lives.
    local bytes share child
    bytes=$(stat -c %s "$(path whole 0)/stream")
    plan killed "$folder/small.mkv" "identity sleep-time=20000 ! $filters"
    for share in 10 50 90; do
        "$render" segment "$folder/killed" 0 >"$folder/log" 2>&1 &
        child=$!
        until [ "$(stat -c %s "$folder/killed/segments"/*".$child.tmp/stream" 2>/dev/null || echo 0)" -ge $((bytes * share / 100)) ]; do
            kill -0 $child 2>/dev/null || stop "it ends before $share % are written" "$folder/log"
            sleep 0.01
        done
        kill -KILL $child
        wait $child 2>/dev/null || true
        [ ! -e "$(path killed 0)" ] || stop "a process killed at $share % leaves a part of a segment"
    done
    finish_job killed
    same_frames whole killed
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
    for ((number = 0; number < 100; number++)); do
        pgrep -f "segment $folder/pieces " >/dev/null || break
        sleep 0.05
    done
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
        flip "$(path pieces 4)/$file"
        fails "Segment 4" "$render" join "$folder/pieces"
        fails "Segment 4" "$render" verify "$folder/pieces" --remove
        fails "Segment 4 is missing" "$render" join "$folder/pieces"
        finish_job pieces
        "$render" join "$folder/pieces" >"$folder/log" 2>&1 || stop "join fails after a repair" "$folder/log"
        same_frames whole pieces
    done

    # A plugin of another version on one worker.
    plan encoded "$folder/small.mkv" sepia --encoder "x264enc pass=quant"
    make_old_plugin
    rm -rf "$(path pieces 5)"
    fails "has plugin swiftvideo 9.9.9, and the job was planned with $(plugin_version)" env GST_PLUGIN_PATH="$folder/old" \
        GST_REGISTRY="$folder/old/registry" "$render" segment "$folder/pieces" 5
    fails "Segment 5" env GST_PLUGIN_PATH="$folder/old" GST_REGISTRY="$folder/old/registry" "$render" run "$folder/pieces"
    fails "Segment 5 is missing" "$render" join "$folder/pieces"
    "$render" status "$folder/pieces" | grep -q "$((all - 1))/$all" || stop "status does not count what is missing"

    # Another build of the same version.
    { cat "$plugin" && echo; } >"$folder/old/libgstswiftvideo.so"
    rm "$folder/old/registry"
    fails "has plugin swiftvideo, by content," env GST_PLUGIN_PATH="$folder/old" GST_REGISTRY="$folder/old/registry" \
        "$render" segment "$folder/pieces" 5
    # Libraries count too.
    python3 -c 'import json, sys
names = json.load(open(sys.argv[1]))["versions"]
assert {"library libavcodec", "library libx264", "library libx264, by content,"} <= set(names), names' \
        "$folder/encoded/manifest.json" || stop "the manifest has no libraries"

    # A file that a filter names changes, in an element and in a chain.
    for filters in "swiftlut3d location=$folder/table.cube" "sepia ! lut3d location=\"$folder/table.cube\" ! vignette"; do
        cp Tests/Media/warm.cube "$folder/table.cube"
        plan named "$folder/small.mkv" "$filters" --segment 47f
        "$render" segment "$folder/named" 0 >"$folder/log" 2>&1 || stop "$filters fails" "$folder/log"
        echo '# another' >>"$folder/table.cube"
        fails "has file $folder/table.cube" "$render" segment "$folder/named" 1
        fails "has file $folder/table.cube" "$render" run "$folder/named"
    done

    # What users get wrong.
    fails "There is no segment $all" "$render" segment "$folder/pieces" "$all"
    fails "There is no $folder/nowhere/manifest.json" "$render" status "$folder/nowhere"
    fails "has the manifest of another job" "$render" plan "$folder/small.mkv" --filters swiftsepia -o "$folder/pieces"
    echo '{}' >"$folder/old/manifest.json"
    fails "is no manifest" "$render" status "$folder/old"
}

case ${1:-} in
cuts | windows | sources | encoders | faults) "check_$1" ;;
*) echo "usage: scripts/check-archive.sh cuts|windows|sources|encoders|faults" >&2; exit 2 ;;
esac
