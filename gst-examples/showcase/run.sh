#!/bin/bash
# SPDX-License-Identifier: MIT
# usage: run.sh [OPTION]...     the options of showcase: see run.sh --help
#        run.sh --test
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
