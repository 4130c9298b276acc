#!/bin/bash
# SPDX-License-Identifier: MIT
# Containers that swift-render reads and writes: pieces have the frames and the sound of one process, and the sound is beside the video
# as in the source, as ffprobe reads both.
source "$(dirname "$0")/archive.sh"

# usage: packets FILE v|a     when packets are shown, and their sizes, in the order of their times
packets() { ffprobe -v error -select_streams "$2:0" -show_entries packet=pts_time,size -of csv=p=0 "$1" | grep '^[-0-9]' | sort -t , -n; }

# usage: ahead FILE     how long before the first frame sound begins, in milliseconds
ahead() {
    python3 -c 'import sys
video, sound = (float(text.split(",")[0]) for text in sys.argv[1:])
print(round((video - sound) * 1000))' "$(packets "$1" v | head -n 1)" "$(packets "$1" a | head -n 1)"
}

# Video of 100 frames with a keyframe each 30, and sound a little longer.
video="testsrc2=s=160x120:r=25:d=4" sound="sine=f=440:r=48000:d=4.1"
h264="-c:v libx264 -preset veryfast -g 30 -bf 3 -pix_fmt yuv420p"
printf '1\n00:00:01,000 --> 00:00:02,000\nwords\n' >"$folder/words.srt"
count=0
while IFS='|' read -r name options containers; do
    source=$folder/$name
    ffmpeg -v error -y -f lavfi -i "$video" -f lavfi -i "$sound" $options "$source" >"$folder/make.log" 2>&1 </dev/null \
        || stop "$name can't be made" "$folder/make.log"
    for container in $containers; do
        for job in whole "pieces --segment 53f"; do
            plan ${job%% *} "$source" swiftsepia --encoder "x264enc pass=quant quantizer=30 speed-preset=ultrafast" \
                --container "$container" ${job#"${job%% *}"}
            finish_job ${job%% *}
        done
        same_frames whole pieces
        [ "$(hashes pieces | wc -l)" = 100 ] || stop "$name to $container: there are $(hashes pieces | wc -l) frames"
        for job in whole pieces; do packets "$folder/$job/output/"* a >"$folder/$job.sound"; done
        [ -s "$folder/pieces.sound" ] && cmp -s "$folder/whole.sound" "$folder/pieces.sound" \
            || stop "$name to $container: the sound differs"
        count=$((count + 1))
        # AVI has no times that ffprobe knows.
        [[ $name != *.avi ]] || continue
        left=$(ahead "$source") && right=$(ahead "$folder/pieces/output/"*) || stop "$name to $container: ffprobe gives no times"
        difference=$((left - right))
        # MP4 as GStreamer writes it does not tell that the first 6.5 ms of Opus are not played.
        [ ${difference#-} -le 7 ] || stop "$name to $container: the sound is $difference ms late"
    done
done <<EOF
aac.mkv|$h264 -c:a aac|mkv mp4 mov
aac.mp4|$h264 -c:a aac|mkv mp4
aac.mov|$h264 -c:a aac|mov
aac.ts|$h264 -c:a aac|mkv mp4
aac.flv|$h264 -c:a aac|mkv mp4
flac.mkv|$h264 -c:a flac|mkv
pcm.mkv|$h264 -c:a pcm_s16le|mov
words.mkv|-i $folder/words.srt $h264 -c:a aac -c:s srt|mkv
h264.avi|$h264 -c:a libmp3lame|mkv
b-frames.avi|-c:v mpeg4 -bf 2 -g 30 -c:a libmp3lame|mkv
b-frames.mpg|-c:v mpeg2video -bf 2 -g 15 -c:a mp2|mp4
opus.mkv|$h264 -c:a libopus|mkv
opus.webm|-c:v libvpx -b:v 300k -g 30 -c:a libopus|mp4
EOF
# usage: make FILE OPTION...     by ffmpeg
make() { ffmpeg -v error -y "${@:2}" "$folder/$1" >"$folder/make.log" 2>&1 </dev/null || stop "$1 can't be made" "$folder/make.log"; }
# A stream of sound that begins after 70 MiB of another one.
make late.mkv -f lavfi -i "color=s=160x120:r=25:d=28" -f lavfi -i "aevalsrc=0|0|0|0|0|0|0|0:s=96000:d=28:c=7.1" -itsoffset 26 \
    -f lavfi -i sine=d=2 -map 0 -map 1 -map 2 $h264 -c:a:0 pcm_s32le -c:a:1 flac
plan late "$folder/late.mkv" swiftsepia
finish_job late
# A file that is cut off, whose demuxer takes what there is for all of it.
make whole.avi -f lavfi -i "$video" -c:v huffyuv
head -c $(($(stat -c %s "$folder/whole.avi") * 6 / 10)) "$folder/whole.avi" >"$folder/cut.avi"
fails "before its container says (4.000 s): it is cut off or damaged." "$render" plan "$folder/cut.avi" --filters swiftsepia -o "$folder/none"
# Edit lists that qtdemux does not follow to their end: of the video, and of the sound alone.
for frames in 3 0; do
    make long.mp4 -f lavfi -i "$video" -f lavfi -i "$sound" $h264 -bf $frames -g 250 -c:a aac
    plan whole "$folder/long.mp4" swiftsepia
    make edited.mp4 -ss 1.5 -i "$folder/long.mp4" -c copy
    fails "or has an edit list that GStreamer does not follow to its end" \
        "$render" plan "$folder/edited.mp4" --filters swiftsepia -o "$folder/none"
done
# Where reading can't begin in the middle, plan says so.
plan pieces "$folder/aac.ts" swiftsepia --segment 53f
grep -qF "aac.ts is decoded from the beginning for each piece: GStreamer" "$folder/plan.log" || stop "plan does not tell what pieces cost"
# Another size in the middle, and frames that have other times than packets.
make large.ts -f lavfi -i "testsrc2=s=320x240:r=25:d=1" $h264
cat "$folder/aac.ts" "$folder/large.ts" >"$folder/sizes.ts"
fails "sizes.ts changes from 160x120 to 320x240 at frame 100" "$render" plan "$folder/sizes.ts" --filters swiftsepia -o "$folder/none"
make all.gif -f lavfi -i "$video"
fails "all.gif: frame 1 is not decoded at its time." "$render" plan "$folder/all.gif" --filters swiftsepia -o "$folder/none"
# Packets without a frame, and without a time, in a program stream that begins in the middle.
tail -c +102401 "$folder/b-frames.mpg" >"$folder/middle.mpg"
fails "middle.mpg: it is not known when its frames are shown" "$render" plan "$folder/middle.mpg" --filters swiftsepia -o "$folder/none"
echo "check-archive-containers: $count ways from a container to another give the same frames and sound in pieces"
