# Sourced by every run.sh: takes --test, makes the plugin known, keeps the other arguments.
#
# What a run.sh may set before: `needs`, Debian packages besides the demo's, and `test_job`, the job of setup.sh for --test.
start=$PWD
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/common.sh"
test=
arguments=()
for argument in "$@"; do
    if [ "$argument" = --test ]; then test=1; else arguments+=("$argument"); fi
done
if [ -n "$test" ]; then
    scripts/setup.sh "${test_job:-demo}" "${needs[@]}"
else
    scripts/setup.sh demo "${needs[@]}"
fi
build_plugin
use_plugin

# A path as it was meant where the script was started.
from_start() {
    case $1 in /*) echo "$1" ;; *) echo "$start/$1" ;; esac
}

# usage: sound_of FILM.mp4     sets `sound`, what takes the sound of qtdemux "in" to the muxer "out": nothing where there is none,
# for which the muxer would wait for ever
sound_of() {
    sound=()
    # How MP4 says of a track that it is sound.
    ! LC_ALL=C grep -qaP 'hdlr.{8}soun' "$1" || sound=(in.audio_0 ! queue ! aacparse ! out.)
}
