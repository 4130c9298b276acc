#!/bin/bash
# usage: run.sh [FILM] | run.sh --test
needs=(python3-gst-1.0)
test_job=examples
source "$(dirname "$0")/../example.sh" "$@"
source "$root/gst-examples/embed.sh"
embed "$root/gst-examples/embed-python/embed.py"
