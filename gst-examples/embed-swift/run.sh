#!/bin/bash
# usage: run.sh [FILM] | run.sh --test
test_job=examples
source "$(dirname "$0")/../example.sh" "$@"
here=$root/gst-examples/embed-swift
build_program "$here" embed-swift
source "$here/../embed.sh"
embed "$program"
