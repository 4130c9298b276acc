#!/bin/bash
# usage: run.sh [FILM] | run.sh --test
needs=(gcc meson ninja-build)
test_job=examples
source "$(dirname "$0")/../example.sh" "$@"
here=$root/gst-examples/embed-c
build=$root/.build/embed-c
log=$root/.build/logs/embed-c.log
{ [ -f "$build/build.ninja" ] || meson setup "$build" "$here"; } >"$log" 2>&1 && meson compile -C "$build" >>"$log" 2>&1 || {
    cat "$log" >&2
    exit 1
}
source "$here/../embed.sh"
embed "$build/embed-c"
