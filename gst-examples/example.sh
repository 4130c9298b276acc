# SPDX-License-Identifier: MIT
# Sourced by every run.sh, with its arguments: looks at options, keeps the other arguments in `arguments`, and makes the plugin
# known to GStreamer.
#
# What a run.sh sets before:
# - `usage`: what --help prints, first "usage: run.sh ..."; without it --help is the program's, as own options are
# - `later=1`: `prepare_example` is called by run.sh itself, after it has looked at its arguments
# - `timeout`: seconds; --timeout sets others
# - `most`: how many arguments there may be; more are an error. Without it any number
# - `own_options=1`: options other than --help and --test are the program's, and stay in `arguments`
# - `needs`: Debian packages besides the demo's, and `test_job`: the job of setup.sh for --test
start=$PWD
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/common.sh"
test=
arguments=()
# Ends with usage's own status.
wrong() {
    printf '%s\n%s\n' "$1" "${usage%%$'\n'*} (--help says more)" >&2
    exit 2
}
while [ $# -gt 0 ]; do
    case $1 in
    --test) test=1 ;;
    --help | -h)
        [ -n "${usage:-}" ] || { arguments+=("$1"); shift; continue; }
        printf '%s\n' "$usage"
        exit
        ;;
    -?*)
        if [ -n "${own_options:-}" ] || [ -z "${usage:-}" ]; then
            arguments+=("$1")
        elif [ "$1" = --timeout ] && [ -n "${timeout:-}" ]; then
            [[ ${2:-} =~ ^[1-9][0-9]{0,8}$ ]] || wrong "--timeout takes whole seconds from 1, not \"${2:-}\"."
            timeout=$2
            shift
        else
            wrong "There is no option $1."
        fi
        ;;
    *) arguments+=("$1") ;;
    esac
    shift
done
[ -z "${most:-}" ] || [ ${#arguments[@]} -le "$most" ] || wrong "There are ${#arguments[@]} arguments; $most at most are taken."

# Installs what is missing, builds the plugin and makes it known to GStreamer. What can be wrong with arguments comes first.
prepare_example() {
    if [ -n "$test" ]; then
        scripts/setup.sh "${test_job:-demo}" "${needs[@]}"
    else
        scripts/setup.sh demo "${needs[@]}"
    fi
    build_plugin
    use_plugin
}

# Builds a program in C that Meson knows, as $program.
# usage: build_c EXAMPLE     the folder's name is the program's
build_c() {
    local build=$root/.build/$1 log=$root/.build/logs/$1.log
    { [ -f "$build/build.ninja" ] || meson setup "$build" "$root/gst-examples/$1"; } >"$log" 2>&1 \
        && meson compile -C "$build" >>"$log" 2>&1 || { cat "$log" >&2; return 1; }
    program=$build/$1
}

# A path as it was meant where the script was started.
from_start() {
    case $1 in /*) echo "$1" ;; *) echo "$start/$1" ;; esac
}

# A text as gst-launch-1.0 takes it for the value of a property. Its parser gives quotes, backslashes and blanks a meaning, and
# mistakes some of them for others. A string in quotes may have any byte in octal, and then has none of those.
# usage: gst_text TEXT     prints it
gst_text() {
    local LC_ALL=C text=$1 i byte
    if [[ $text =~ ^[A-Za-z0-9_+/:.-]+$ ]]; then
        printf '%s' "$text"
        return
    fi
    printf '\\"'
    for ((i = 0; i < ${#text}; i++)); do
        byte=${text:i:1}
        case $byte in
        [A-Za-z0-9_+/:.-]) printf '%s' "$byte" ;;
        *) printf '\\\\%03o' $(($(printf '%d' "'$byte") & 255)) ;;
        esac
    done
    printf '\\"'
}

# usage: require_file PATH     ends the script, with a sentence, where that is no file that can be read
require_file() {
    if [ ! -e "$1" ]; then
        echo "There is no $1." >&2
    elif [ ! -f "$1" ]; then
        echo "$1 is not a file." >&2
    elif [ ! -r "$1" ]; then
        echo "$1 can't be read: permission denied." >&2
    else
        return 0
    fi
    exit 1
}

# usage: look_at VIDEO     ends the script, with a sentence, where that is no video. Sets what gst-discoverer-1.0 found: `width` and
# `height` of the first video stream, and `audio`, the name of the first audio stream's codec: empty where there is none.
look_at() {
    local found message
    require_file "$1"
    found=$(timeout --kill-after=5 60 gst-discoverer-1.0 -t 30 "$1" 2>&1 </dev/null) || true
    message=$(awk '/^An error was encountered/ { getline; sub(/^ +/, ""); print; exit }
        /timed out$/ { print "it could not be read in time"; exit }' <<<"$found")
    # What is not installed has a line of its own; subtitles are not needed.
    [ -n "$message" ] || message=$(sed -nE 's/^ *\(?gstreamer\|[^|]*\|[^|]*\|([^|]*)\|.*/no \1 is installed/p' <<<"$found" \
        | grep -viE 'subtitle|text' | head -n 1 || true)
    if [ -n "$message" ]; then
        echo "$1 can't be played: ${message%.}." >&2
        exit 1
    fi
    read -r width height audio < <(awk '
        /^ *video #[0-9]+:/ && !video { video = here = 1 }
        /^ *audio #[0-9]+:/ { here = 0; if (audio == "") { audio = $0; sub(/^[^:]*: /, "", audio) } }
        here && $1 == "Width:" { width = $2 }
        here && $1 == "Height:" { height = $2; here = 0 }
        END { print width + 0, height + 0, audio }' <<<"$found")
    if [ "$width" = 0 ] || [ "$height" = 0 ]; then
        echo "$1 has no video stream." >&2
        exit 1
    fi
}

# usage: has_all_options PROGRAM RUN     ends the script where RUN --help, which needs no build, lacks an option of the program
has_all_options() {
    local option options help
    help=$("$2" --help)
    # Those of GLib's libraries are not the program's.
    options=$("$1" --help | grep -oE -- '--[a-z-]+' | grep -vE -- '^--help-' | sort -u)
    for option in $options; do
        grep -qE -- "^ +(.*[ (])?$option([ ,:)]|\$)" <<<"$help" || { echo "$2 --help does not have $option" >&2; exit 1; }
    done
}

# usage: watched TEXT     prints the line with an end where its camera gives nothing for 20 seconds. Needs gstreamer1.0-plugins-bad
watched() { sed -E 's|(v4l2src[^!]*! [a-z]+/[^!]*)!|\1! watchdog timeout=20000 !|' <<<"$1"; }

# usage: bounded SECONDS COMMAND...     runs it; where it has neither read nor written anything for so long, or it can't be told
# whether it has, ends it with status 124
bounded() {
    local seconds=$1 before= now since=$SECONDS status=0
    shift
    "$@" &
    child=$!
    while kill -0 $child 2>/dev/null; do
        sleep 0.2
        # Bytes that it has read and written so far.
        now=$(grep -s char: "/proc/$child/io") || true
        if [ "$now" != "$before" ]; then
            before=$now
            since=$SECONDS
        elif [ $((SECONDS - since)) -gt "$seconds" ]; then
            end_child
            return 124
        fi
    done
    wait $child || status=$?
    child=
    return $status
}

# Ends what `bounded` runs, by force where it does not end by itself.
child=
end_child() {
    local i
    [ -n "$child" ] || return 0
    kill "$child" 2>/dev/null || true
    for ((i = 0; i < 20; i++)); do
        kill -0 "$child" 2>/dev/null || break
        sleep 0.1
    done
    kill -KILL "$child" 2>/dev/null || true
    wait "$child" 2>/dev/null || true
    child=
}

[ -n "${later:-}" ] || prepare_example
