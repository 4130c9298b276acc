#!/bin/bash
# SPDX-License-Identifier: MIT
# Shows the elements on a web page; run.sh --help says how.
usage='usage: run.sh [OPTION]... | run.sh --test
Shows the elements of a plugin on a web page, where they can be set while they play. Prints the address of the page when it can be
opened. Ctrl-C ends it.

  --open            open the page in the desktop'"'"'s browser, by xdg-open
  --listen ADDRESS  the address to listen at (default: 127.0.0.1). Other than the loopback, anyone who reaches it can use the page
  --port NUMBER     the port to listen at (default: 8080); 0 takes any that is free
  --name NAME       a name of this machine that browsers may use for it, besides localhost; may be given more than once
  --plugin PLUGIN   the plugin whose elements are shown (default: swiftvideo)
  --media FOLDER    the folder with the bundled videos
  --page FOLDER     the folder with the page
  --camera SOURCE   the source of the page'"'"'s camera, as gst-launch-1.0 takes it (default: v4l2src, unless others can use the page too)
  --max-upload MIB  the largest video that can be loaded (default: 256)
  --test            play all elements, and check what comes out
  --help            print this'
own_options=1
# Many videos need its parsers.
needs=(gstreamer1.0-plugins-bad)
source "$(dirname "$0")/../example.sh" "$@"
here=$root/gst-examples/showcase
build_program "$here" showcase
# Relative, so that the launch line on the page runs where this was started and names no folder above it.
media=$(realpath --relative-to="$start" "$root/Tests/Media")
folders=(--media "$media" --page "$here/page")

if [ -z "$test" ]; then
    cd "$start"
    exec "$program" "${folders[@]}" "${arguments[@]}"
fi

has_all_options "$program" "$root/gst-examples/showcase/run.sh"
# All elements play; scripts/check-showcase.sh attacks the server and opens the page.
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
stop() {
    echo "showcase: $1" >&2
    cat "$folder/log" >&2
    exit 1
}
cd "$start"
serve 20 "$folder/log" env TMPDIR="$folder" "$program" "${folders[@]}" --port 0
[[ $url == http://127.0.0.1:* ]] || stop "it prints no address of the loopback: $url"
PYTHONDONTWRITEBYTECODE=1 python3 "$root/Tests/Showcase/client.py" "$url" || stop "the server fails"
kill -INT "$server"
wait "$server" || stop "it ends with an error"
server=
[ "$(ls -A "$folder")" = log ] || stop "it leaves $(ls -A "$folder")"
