#!/bin/bash
# SPDX-License-Identifier: MIT
# Attacks the showcase's server, then uses its page in a headless browser, with some of the elements each day. Frames of the
# page go to out/showcase.
source "$(dirname "$0")/common.sh"
scripts/setup.sh showcase
use_python showcase Tests/Showcase/requirements.txt
export PYTHONDONTWRITEBYTECODE=1

folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
stop() {
    cat "$folder/log" >&2
    echo "check-showcase: $1" >&2
    exit 1
}
mkdir -p out/showcase "$folder/videos"
rm -f out/showcase/*.png
# run.sh becomes the server, so that its number is the server's.
export CAMERA='videotestsrc is-live=true pattern=ball ! video/x-raw,format=YUY2,width=640,height=480,framerate=30/1'
serve 300 "$folder/log" env TMPDIR="$folder/videos" XDG_DATA_HOME="$folder/data" \
    gst-examples/showcase/run.sh --port 0 --max-upload 8 --camera "$CAMERA"
port=$(sed -nE 's|^http://127\.0\.0\.1:([0-9]+)/$|\1|p' <<<"$url")
[ -n "$port" ] || stop "the server does not start, or elsewhere than at 127.0.0.1: $url"

build_plugin
use_plugin
ELEMENTS=$(elements | sample 1 showcase | tr '\n' ' ')
export ELEMENTS

# What can be wrong on the command line; the port is taken by the first.
build_program gst-examples/showcase showcase
wrong() {
    local sentence=$1
    shift
    if timeout --foreground 60 "$program" --media Tests/Media "$@" >"$folder/wrong.log" 2>&1; then stop "$* is no error"; fi
    grep -qF -e "$sentence" "$folder/wrong.log" || { cat "$folder/wrong.log" >&2; stop "$* is not told: $sentence"; }
}
wrong "Port $port of 127.0.0.1 is in use by another program" --port "$port"
wrong "Choose another port, such as --port" --port "$port"
wrong '--listen is an address' --listen nowhere
wrong 'This machine does not have the address 192.0.2.1' --listen 192.0.2.1 --port 0
wrong 'GStreamer knows no plugin nothing' --plugin nothing
wrong 'There is no /nowhere/bigbuckbunny.mp4' --media /nowhere
wrong 'There is no /nowhere/index.html' --page /nowhere
wrong '--max-upload is from 1' --max-upload 0
wrong '--camera nosuch: no element "nosuch".' --camera nosuch
wrong '--camera fakesink: could not link' --camera fakesink

# The browser: on request alone, and a sentence where there is none.
# usage: opens PATH TEXT FILE     a server that finds xdg-open on PATH or does not; waits for TEXT in FILE
opens() {
    PATH=$1 "$program" --media Tests/Media --port 0 --open >"$folder/open.log" 2>&1 &
    local opener=$! end=$((SECONDS + 60))
    until grep -qsE "$2" "$3" || [ $SECONDS -ge $end ]; do sleep 0.2; done
    kill -INT $opener
    wait $opener || stop "a server that opens a browser ends with an error"
    grep -qsE "$2" "$3" || { cat "$folder/open.log" >&2; stop "--open does not lead to: $2"; }
}
mkdir "$folder/with" "$folder/without"
printf '#!/bin/sh\necho "$1" >"%s/opened"\n' "$folder" >"$folder/with/xdg-open"
chmod +x "$folder/with/xdg-open"
opens "$folder/with:$PATH" '^http://127\.0\.0\.1:[0-9]+/$' "$folder/opened"
opens "$folder/without" 'open the address above by hand' "$folder/open.log"

# Cameras: none for others unless it is allowed, and one that gives no video leaves what was shown.
# usage: camera STATUS SENTENCE [OPTION]...     what a server of its own answers to who wants to see the camera
camera() {
    "$python" - "$1" "$2" "$program" --media Tests/Media --port 0 "${@:3}" <<'EOF' || stop "with ${*:3} a camera is answered wrongly"
import subprocess
import sys

sys.path.insert(0, "Tests/Showcase")
from client import Server

with subprocess.Popen(sys.argv[3:], stdout=subprocess.PIPE, text=True) as process:
    status, _, content = Server(process.stdout.readline().strip().replace("0.0.0.0", "127.0.0.1")).ask("POST", "/api/camera")
    process.send_signal(2)
assert status == int(sys.argv[1]) and sys.argv[2] in content.decode(), (status, content)
assert process.returncode == 0, process.returncode
EOF
}
camera 403 'only if started with --camera' --listen 0.0.0.0
camera 200 '"video":"Camera"' --listen 0.0.0.0 --camera "$CAMERA"
camera 422 "Camera can't be shown: " --camera 'v4l2src device=/dev/null'

timeout --foreground 900 "$python" Tests/Showcase/attack.py "$url" "$clip" "$folder/videos" || stop "the server fails"
timeout --foreground 1200 "$python" Tests/Showcase/browse.py "$url" "$clip" out/showcase "$root" || stop "the page fails; see out/showcase"

# It ends without waiting for anything and leaves nothing behind, though a video of a user's is playing.
"$python" - "$url" "$clip" <<'EOF' || stop "a video can't be loaded"
import sys
sys.path.insert(0, "Tests/Showcase")
from client import Server
Server(sys.argv[1]).do("POST", "/api/video?name=video", open(sys.argv[2], "rb").read())
EOF
[ -n "$(find "$folder/videos" -name 'video-*')" ] || stop "the video is not where it should be"
kill -INT $server
timeout 60 tail --pid=$server -s 0.1 -f /dev/null || stop "the server does not end in a minute"
wait $server || stop "the server ends with an error"
server=
# Swift's builds leave files there too.
! compgen -G "$folder/videos/showcase-*" >&2 || stop "the server leaves its videos"
count=$(find out/showcase -name '*.png' | wc -l)
echo "check-showcase: the server stands its attacks, the page works in Chromium, $count frames in out/showcase"
