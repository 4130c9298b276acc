# SPDX-License-Identifier: MIT
# Sourced by run.sh: runs each line without camera, screen and sound, and looks at what came out.
source "$(dirname "${BASH_SOURCE[0]}")/../program-test.sh"
prepare "$folder"

# What a screen shows, scaled to 64 x 36, three bytes a pixel.
rows=36
frame_bytes=$((64 * rows * 3))

# usage: dry NAME CAMERA VIEW     sets `text` to the line with a test pattern's settings and a file for the screen
dry() {
    local sink="videoscale ! video/x-raw,format=RGB,width=64,height=$rows ! filesink location=$3"
    text=$(line "$1")
    text=${text/v4l2src num-buffers=30/v4l2src}
    text=${text/v4l2src/videotestsrc $2}
    text=${text/! image\/jpeg/! jpegenc ! image\/jpeg}
    text=${text/autoaudiosrc/audiotestsrc is-live=true num-buffers=86}
    text=${text/autoaudiosink/fakesink}
    text=${text/autovideosink/$sink}
    text=${text/5004/$port}
    text=${text/7001/$port}
}
port=$((20000 + $$ % 20000))

# usage: play TEXT LOG
play() {
    timeout --foreground 120 bash -c "exec $1" >"$2.log" 2>&1 || stop "this line fails: $1"
}

# usage: plain     sets `text` to the same without effects
plain() {
    text=$(sed -E 's/swift(rosy|eq|ntsc)( [a-z-]+=[^ ]+)*/identity/g' <<<"$text")
}

# usage: frames FILE     decodes a video or a photo to FILE.rgb
frames() {
    gst-launch-1.0 -q filesrc location="$1" ! decodebin ! videoconvert ! videoscale \
        ! "video/x-raw,format=RGB,width=64,height=$rows" ! filesink location="$1.rgb" >"$1.log" 2>&1 || stop "$1 can't be played"
}

# usage: count VIEW NUMBER
count() {
    local bytes
    bytes=$(stat -c %s "$1")
    [ "$bytes" = $(($2 * frame_bytes)) ] || stop "$1 has $((bytes / frame_bytes)) frames, not $2"
}

# usage: colours VIEW     the means of red, green and blue
colours() {
    od -An -v -tu1 -w3 "$1" | awk '{ r += $1; g += $2; b += $3 } END { printf "%d %d %d\n", r / NR, g / NR, b / NR }'
}

# usage: rosy VIEW     of white frames
rosy() {
    local red green blue
    read -r red green blue <<<"$(colours "$1")"
    [ "$red" -gt 230 ] && [ "$green" -lt 25 ] && [ "$blue" -gt 230 ] || stop "$1 is ($red, $green, $blue), not rosy"
}

# usage: differs VIEW OTHER     by more than an encoder makes
differs() {
    local mean
    mean=$({ cmp -l "$1" "$2" || true; } | awk -v n="$(stat -c %s "$1")" 'function octal(s) { return substr(s, length(s) - 2, 1) * 64 \
        + substr(s, length(s) - 1, 1) * 8 + substr(s, length(s)) } { d = octal("00" $2) - octal("00" $3); sum += d < 0 ? -d : d }
        END { printf "%d", 100 * sum / n }')
    [ "$mean" -gt 300 ] || stop "$1 differs from $2 by a mean of $mean hundredths of a code"
}

# usage: holds FILE TEXT...     what gst-discoverer-1.0 says of it
holds() {
    local file=$1 text
    shift
    gst-discoverer-1.0 -v "$file" >"$file.found.log" 2>&1 || stop "gst-discoverer-1.0 does not know $file"
    for text in "$@"; do grep -qiE "$text" "$file.found.log" || stop "$file has no $text"; done
}

# The clip has 132 frames.
for name in play views chain; do
    dry $name - $name.rgb
    play "$text" $name
    count $name.rgb 132
    plain
    play "${text//$name.rgb/plain-$name.rgb}" plain-$name
    differs $name.rgb plain-$name.rgb
done
read -r _ green _ <<<"$(colours play.rgb)"
[ "$green" -lt 10 ] || stop "play leaves green: $green"
# Each quarter against the upper left one.
quarters=$(od -An -v -tu1 -w192 views.rgb | awk -v rows=$rows 'function add(q, d) { sum[q] += d < 0 ? -d : d }
    { y = (NR - 1) % rows; if (y < rows / 2) { for (i = 1; i <= 96; i++) { first[y, i] = $i; add(1, $(i + 96) - $i) } }
    else for (i = 1; i <= 96; i++) { add(2, $i - first[y - rows / 2, i]); add(3, $(i + 96) - first[y - rows / 2, i]) } }
    END { print (sum[1] > 2e6 && sum[2] > 2e6 && sum[3] > 2e6) ? "differ" : sum[1] " " sum[2] " " sum[3] }')
[ "$quarters" = differ ] || stop "the four views are the same: $quarters"

dry file - -
play "$text" file
holds equalized.mp4 'container #0: video/quicktime' 'video/x-h264' 'audio/mpeg, mpegversion=\(int\)4' 'Width: 1280' 'Height: 720' 'Duration: 0:00:05'
frames equalized.mp4
count equalized.mp4.rgb 132
differs equalized.mp4.rgb plain-play.rgb

# Two halves make a whole: the sum of what each input gives.
dry crossfade - -
text=${text/location=second.mp4/location=plain.mkv}
gst-launch-1.0 -q videotestsrc pattern=white num-buffers=132 ! video/x-raw,format=I420,width=640,height=360,framerate=25/1 \
    ! x264enc speed-preset=ultrafast ! matroskamux ! filesink location=plain.mkv
play "$text" crossfade
frames crossfade.mp4
count crossfade.mp4.rgb 132
read -r red green blue <<<"$(colours crossfade.mp4.rgb)"
read -r plain_red plain_green plain_blue <<<"$(colours plain-play.rgb)"
for pair in "$red $plain_red" "$green $plain_green" "$blue $plain_blue"; do
    difference=$((${pair% *} - (255 + ${pair#* }) / 2))
    [ ${difference#-} -le 8 ] || stop "a cross-fade with white is ($red, $green, $blue)"
done
# Near is blue, far is red.
dry depth - depth.rgb
play "$text" depth
count depth.rgb 80
read -r red green blue <<<"$(colours depth.rgb)"
[ $((red + green)) -gt 60 ] && [ "$red" != "$green" ] && [ "$green" != "$blue" ] \
    || stop "depth is ($red, $green, $blue), no colours"

dark="! videobalance contrast=0.3"
dry camera "num-buffers=20 $dark" camera.rgb
play "$text" camera
count camera.rgb 20
plain
play "${text//camera.rgb/plain-camera.rgb}" plain-camera
differs camera.rgb plain-camera.rgb
dry camera-jpeg "pattern=white num-buffers=20" camera-jpeg.rgb
play "$text" camera-jpeg
count camera-jpeg.rgb 20
rosy camera-jpeg.rgb

dry photo - -
play "$text" photo
[[ $(gst-typefind-1.0 photo.png) == "photo.png - image/png"* ]] || stop "photo.png is no PNG"
holds photo.png 'Width: 1280' 'Height: 720'
frames photo.jpg
frames photo.png
count photo.png.rgb 1
differs photo.png.rgb photo.jpg.rgb
dry snapshot "num-buffers=30 $dark" -
play "$text" snapshot
[[ $(gst-typefind-1.0 snapshot.jpg) == "snapshot.jpg - image/jpeg"* ]] || stop "snapshot.jpg is no JPEG"
frames snapshot.jpg
head -c $frame_bytes plain-camera.rgb >plain-snapshot.rgb
differs snapshot.jpg.rgb plain-snapshot.rgb

dry record "pattern=white is-live=true num-buffers=60" -
play "$text" record
holds recording.mkv 'container #0: video/x-matroska' 'video/x-h264' 'audio/x-opus' 'Width: 1280' 'Duration: 0:00:0[12]'
frames recording.mkv
count recording.mkv.rgb 60
rosy recording.mkv.rgb

# Both ends at once; the one that receives ends after ten frames.
for way in rtp srt; do
    dry $way-receive - $way.rgb
    receiver=${text/! videoscale/! identity eos-after=11 ! videoscale}
    dry $way-send "pattern=white is-live=true" -
    timeout 120 bash -c "exec $text" >$way-send.log 2>&1 &
    sender=$!
    children+=($sender)
    play "$receiver" $way-receive
    kill $sender
    wait $sender || true
    unset "children[-1]"
    [ "$(stat -c %s $way.rgb)" -ge $((10 * frame_bytes)) ] || stop "$way brings $(stat -c %s $way.rgb) bytes, not ten frames"
    rosy $way.rgb
done

# A screen of its own, with a rosy window on it.
screen
# The clip, in whatever window GStreamer thinks best.
text=$(line play)
export G_DEBUG=fatal-criticals
play "${text/autoaudiosink/fakesink}" window-play
unset G_DEBUG
text=$(line camera-jpeg)
text=${text/v4l2src/videotestsrc pattern=white is-live=true}
timeout 600 bash -c "exec ${text/! image\/jpeg/! jpegenc ! image\/jpeg}" >window.log 2>&1 &
children+=($!)
# Until the window has its first frame.
for ((i = 0; i < 120; i++)); do
    gst-launch-1.0 -q ximagesrc num-buffers=1 ! videoconvert ! videoscale ! "video/x-raw,format=RGB,width=64,height=$rows" \
        ! filesink location=window.rgb >look.log 2>&1 || stop "the screen can't be read"
    read -r red green blue <<<"$(colours window.rgb)"
    [ "$red" -le 200 ] || break
    sleep 0.5
done
[ "$red" -gt 200 ] || stop "the window shows no frame"
dry screen - -
play "${text/ximagesrc/ximagesrc num-buffers=10}" screen
unset DISPLAY
holds screen.mkv 'container #0: video/x-matroska' 'video/x-h264' 'Width: 1280' 'Height: 720'
frames screen.mkv
count screen.mkv.rgb 10
read -r red green blue <<<"$(colours screen.mkv.rgb)"
[ "$red" -gt 200 ] && [ "$green" -lt 60 ] && [ "$blue" -gt 200 ] || stop "the screen's video is ($red, $green, $blue), not rosy"

# A camera that gives nothing is not waited for.
for name in camera camera-jpeg; do
    text=$(watched "$(line $name)")
    text=${text/v4l2src/videotestsrc is-live=true ! valve drop=true}
    text=${text/valve drop=true ! image/jpegenc ! valve drop=true ! image}
    text=${text/timeout=20000/timeout=2000}
    if timeout 120 bash -c "exec ${text/autovideosink/fakesink}" >dead.log 2>&1; then stop "$name goes on without frames"; fi
    grep -qF 'Watchdog triggered' dead.log || stop "$name waits for frames"
done

# What can't be run is said in a sentence.
run=$root/gst-examples/launch/run.sh
if "$run" nothing >wrong.log 2>&1; then stop "an unknown name is no error"; fi
grep -qF 'There is no line "nothing"; there are:' wrong.log || stop "an unknown name is not named"
if "$run" file /nowhere.mp4 >wrong.log 2>&1; then stop "a missing video is no error"; fi
grep -qF 'There is no /nowhere.mp4.' wrong.log || stop "a missing video is not named"
mkfifo pipe.mkv
if timeout 60 "$run" file pipe.mkv >wrong.log 2>&1; then stop "a pipe that nobody writes is no error"; fi
grep -qF 'pipe.mkv is not a file.' wrong.log || stop "a pipe is not named"
if "$run" file in.mp4 second.mp4 >wrong.log 2>&1; then stop "a second video is no error"; fi
grep -qF 'has no second video' wrong.log || stop "a second video is not named"
if "$run" file --wrong >wrong.log 2>&1; then stop "a wrong option is no error"; fi
grep -qF 'There is no option --wrong.' wrong.log || stop "a wrong option is not named"
# A line that neither reads nor writes any more is ended; here its process is stopped.
"$run" --timeout 1 file >stalled.log 2>&1 &
stalled=$!
children+=($stalled)
reader=
until [ -n "$reader" ] || ! kill -0 $stalled 2>/dev/null; do
    sleep 0.05
    reader=$(pgrep -P $stalled -f 'location=[.]equalized' || true)
done
[ -z "$reader" ] || kill -STOP "$reader"
status=0
wait $stalled || status=$?
unset "children[-1]"
[ $status = 124 ] || stop "a line that does nothing any more ends with $status"
grep -qF 'Nothing could be read or written for 1 seconds.' stalled.log || stop "a line that does nothing is not told"
"$run" --help >help.log 2>&1 || stop "--help fails"
grep -q '^usage: run.sh ' help.log || stop "--help does not tell the usage"
if env -u DISPLAY -u WAYLAND_DISPLAY "$run" camera >wrong.log 2>&1; then stop "no screen is no error"; fi
grep -qF 'There is no screen' wrong.log || stop "a missing screen is not named"

names=$(names | wc -l)
tested=$(grep -cE '^gst-launch-1.0 ' "$page")
[ "$names" = "$tested" ] && [ "$names" = 16 ] || stop "README.md has $names names and $tested lines; the test knows 16"
echo "$names lines run"
