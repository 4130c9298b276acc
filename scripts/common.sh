# SPDX-License-Identifier: MIT
# Sourced by the other scripts: goes to the top of the tree and puts Swift on PATH.
set -euo pipefail
# Scripts read what GStreamer and Swift print, and print numbers with a point.
export LC_ALL=C.UTF-8
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
# git refuses a tree of another user, which a CI machine may give us.
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0=$root
clip=$root/Tests/Media/bigbuckbunny.mp4
# ARCH=arm64 builds for another machine than this one: see scripts/aarch64/common.sh. Else `machine` is this one, as uname has it,
# and `package_architecture` what Debian calls it.
architecture=$(dpkg --print-architecture 2>/dev/null || true)
package_architecture=$architecture
case ${ARCH:-$architecture} in
"$architecture" | "$(uname -m)") machine=$(uname -m) ;;
arm64 | aarch64)
    machine=aarch64
    package_architecture=arm64
    ;;
*)
    echo "ARCH=$ARCH: what is built is this machine's architecture${architecture:+, $architecture}, and arm64" >&2
    exit 2
    ;;
esac
# Debian also has an OpenStack client named swift, so a swift without swiftc does not count.
for candidate in "${SWIFT_BIN:-}" ${PATH//:/ } /opt/swift/usr/bin /usr/local/swift/usr/bin \
    "${HOME:-/root}/.local/share/swiftly/bin" /usr/libexec/swift/bin; do
    if [ -x "$candidate/swift" ] && [ -x "$candidate/swiftc" ]; then
        swift_directory=$candidate
        export PATH="$candidate:$PATH"
        break
    fi
done

# Whether it is built for another machine than this one.
is_cross() {
    [ "$machine" != "$(uname -m)" ]
}

if is_cross; then source scripts/aarch64/common.sh; fi

# Options of a build without warnings, whose targets import only what they name.
strict=(-Xswiftc -warnings-as-errors -Xcc -Werror --explicit-target-dependency-import-check error)

# The version that the plugin tells.
plugin_version() {
    sed -nE 's/.*"([0-9]+\.[0-9]+\.[0-9]+)".*/\1/p' "$root/Sources/CPluginEntry/PluginEntry.c"
}

# Says on standard error how far a build is: on a terminal in one line that is written anew, elsewhere in a line for each
# quarter. Nothing where nothing is compiled.
# usage: show_build NAME     what `swift build` prints is its input
show_build() {
    local line quarter=-1 all=0 now
    while IFS= read -r line; do
        [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\ (Compiling|Emitting|Linking) ]] || continue
        # SwiftPM begins with a few steps and finds the others while it plans.
        if [ "${BASH_REMATCH[2]}" -gt $((2 * all)) ]; then
            all=${BASH_REMATCH[2]}
            quarter=-1
        fi
        now=$((4 * BASH_REMATCH[1] / BASH_REMATCH[2]))
        if [ -t 2 ]; then
            printf '\r\e[KBuilding %s: [%d/%d]' "$1" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" >&2
        elif [ $now -gt $quarter ]; then
            echo "Building $1: [${BASH_REMATCH[1]}/${BASH_REMATCH[2]}]" >&2
            quarter=$now
        fi
    done
    if [ -t 2 ]; then printf '\r\e[K' >&2; fi
}

# Builds, and shows how far it is; on failure shows why.
# usage: swift_build NAME [OPTION]...     with options of `swift build`; NAME is the log's
swift_build() {
    local name=$1 log=$root/.build/logs/build-$1.log
    shift
    mkdir -p "$root/.build/logs"
    if ! swift build "$@" 2>&1 | tee "$log" | show_build "$name"; then
        cat "$log" >&2
        echo "The build failed; see above, or $log." >&2
        return 1
    fi
}

# usage: for_target COMMAND...     with what pkg-config and programs of GStreamer are to know of the machine that is built for
for_target() {
    if is_cross; then env "${arm_environment[@]}" "$@"; else "$@"; fi
}

# usage: on_target COMMAND...     runs a program of GStreamer, emulated if need be
on_target() {
    if is_cross; then arm_run "$@"; else "$@"; fi
}

# usage: strip_plugin FROM TO [OPTION]     (default: --strip-unneeded)
strip_plugin() {
    if is_cross; then llvm-objcopy "${3:---strip-unneeded}" "$1" "$2"; else strip "${3:---strip-unneeded}" -o "$2" "$1"; fi
}

# Builds the plugin, as $plugin.
build_plugin() {
    if is_cross; then
        build_arm_plugin
        return
    fi
    swift_build plugin -c release --product gstswiftvideo || return
    find_plugin
}

# Takes the plugin as it was built.
find_plugin() {
    plugin=$(swift build -c release --show-bin-path)/libgstswiftvideo.so
    [ -f "$plugin" ] || { echo "$plugin is missing: run swift build -c release" >&2; return 1; }
}

# Prints which functions our objects call that give other last bits with another C library; Swift's own part of the plugin is not in question.
# usage: inexact_calls NM FOLDER     a build folder
inexact_calls() {
    local functions='(a?(sin|cos|tan)h?|atan2|sincos|exp(2|10|m1)?|log(2|10|1p)?|pow|cbrt|hypot)f?' target objects=()
    for target in PixelCore KernelTypes Kernels{Baseline,V3,V4} Expressions ShaderLanguage Engine Effects Filters ElementKit Elements \
        CElementShim; do
        # Levels are of x86-64.
        [[ $target == KernelsV? && ! -d $2/$target.build ]] || objects+=("$2/$target.build"/*.o)
    done
    "$1" --undefined-only --print-file-name "${objects[@]}" | { grep -E " U $functions(@|\$)" || true; } | sed 's|.*/||'
}

# Builds a program that is a package of its own, as $program.
# usage: build_program FOLDER NAME [OPTION]...
build_program() {
    local options=("${@:3}" --package-path "$1")
    # Swift looks for new files of the packages that this one depends on only when its manifest is newer than the last build.
    touch "$1/Package.swift"
    swift_build "$2" "${options[@]}" || return
    program=$(swift build "${options[@]}" --show-bin-path)/$2
}

# Whether OpenGL can be used without a screen.
has_mesa() { command -v xvfb-run >/dev/null && gst-inspect-1.0 --exists glshader; }

# usage: on_mesa COMMAND...     on a screen that is none, where Mesa renders OpenGL without a graphics card. GStreamer has other elements
# there, so a registry of its own.
on_mesa() {
    xvfb-run -a env GST_REGISTRY="$root/.build/gst-registry-gl.bin" LIBGL_ALWAYS_SOFTWARE=1 GST_GL_PLATFORM=egl GST_GL_API=gles2 \
        GST_GL_WINDOW=x11 "$@"
}

# Makes a Python with packages from PyPI, as $python.
# usage: use_python NAME REQUIREMENTS     NAME is the folder's
use_python() {
    local folder=$root/.build/python-$1
    python=$folder/bin/python
    [ -x "$python" ] || python3 -m venv "$folder"
    "$python" -m pip -q --disable-pip-version-check install -r "$2"
}

# Lets GStreamer see the plugin that was built, and keeps the user's registry out of it.
use_plugin() {
    mkdir -p "$root/.build/plugin"
    ln -sf "$plugin" "$root/.build/plugin/"
    export GST_PLUGIN_PATH=$root/.build/plugin GST_REGISTRY=$root/.build/gst-registry.bin
}

# The elements of the plugin in use, a line each.
elements() {
    gst-inspect-1.0 swiftvideo 2>/dev/null | sed -nE 's/^ +(swift[a-z]+):.*/\1/p' | grep .
}

# Elements that every check has each day.
special=(swiftdepthgray swifteq swiftmix swiftntsc swiftrosy)

# The day's, in days since 1970. SWIFTVIDEO_SEED is that of another day.
seed() {
    echo "${SWIFTVIDEO_SEED:-$(($(date +%s) / 86400))}"
}

# usage: turn N [DAYS]     whether it is the turn of the N-th, from 0 on, of things that take long: every DAYS-th day, or every
# second. SWIFTVIDEO_LONG has all.
turn() {
    [ -n "${SWIFTVIDEO_LONG:-}" ] || [ $(($(seed) % ${2:-2})) = "$1" ]
}

# usage: is_late [SECONDS]     whether what takes so long would not be over by SWIFTVIDEO_UNTIL, in seconds since 1970; never without it
is_late() {
    [ $(($(date +%s) + ${1:-0})) -gt "${SWIFTVIDEO_UNTIL:-9999999999}" ]
}

# usage: sample COUNT SALT     reads names, a line each; writes the special ones, and COUNT of the others: other ones each day, for
# each SALT. SWIFTVIDEO_ELEMENT is an element that is taken alone; SWIFTVIDEO_LONG takes all.
sample() {
    local names others
    names=$(cat)
    if [ -n "${SWIFTVIDEO_ELEMENT:-}" ]; then
        grep -Fx "$SWIFTVIDEO_ELEMENT" <<<"$names" && return
        echo "SWIFTVIDEO_ELEMENT=$SWIFTVIDEO_ELEMENT is no element" >&2
        return 1
    fi
    if [ -n "${SWIFTVIDEO_LONG:-}" ]; then
        echo "$names"
        return
    fi
    grep -Fx "$(printf '%s\n' "${special[@]}")" <<<"$names" || true
    others=$(grep -vFx "$(printf '%s\n' "${special[@]}")" <<<"$names" || true)
    [ -n "$others" ] || return 0
    # (Of shuf's random sources only the first bytes count, which are those of most days.)
    python3 -c 'import hashlib, sys
count, key = sys.argv[1:]
names = sorted(sys.stdin.read().split(), key=lambda name: hashlib.sha1(f"{key} {name}".encode()).digest())
print("\n".join(names[: int(count)]))' "$1" "$(seed) $2" <<<"$others"
}

# The elements of the plugin in use that are not special, a line each.
ordinary_elements() {
    elements | grep -vFx "$(printf '%s\n' "${special[@]}")" || true
}

# usage: serve SECONDS LOG COMMAND...     starts a server in the background; sets `server`, its number, and `url`, the address that
# it prints: nothing if it ends, or takes longer
serve() {
    local end=$((SECONDS + $1)) log=$2
    shift 2
    "$@" >"$log" 2>&1 &
    server=$!
    url=
    while [ -z "$url" ] && [ $SECONDS -lt $end ] && kill -0 "$server" 2>/dev/null; do
        sleep 0.2
        url=$(grep -m 1 '^http://' "$log" || true)
    done
}

# Swift Testing counts nothing if the tests are not there; that is a failure too.
swift_test() {
    swift test "$@" --disable-xctest 2>&1 | awk '{ print; fflush() } /Test run with [1-9]/ { found = 1 } END { exit !found }'
}
export -f swift_test

# Runs a script of this tree on a copy of it, so that it may change files. As root the copy is a layer in memory over the tree:
# Swift finds it at its path, with its builds, and compiles what is new alone. Else it is the files, and all is compiled.
# usage: in_copy SCRIPT [ARGUMENT]...
in_copy() {
    local copy layered status=0
    copy=$(mktemp -d)
    layered='mount -t tmpfs tmpfs "$1" && mkdir "$1/upper" "$1/work" \
        && mount -t overlay overlay -o "lowerdir=$2,upperdir=$1/upper,workdir=$1/work" "$2"'
    if [ "$(id -u)" = 0 ] && unshare --mount sh -c "$layered" -- "$copy" "$root" 2>/dev/null; then
        unshare --mount sh -euc "$layered"' && cd "$2" && shift 2 && exec "$@"' -- "$copy" "$root" "$@" || status=$?
    else
        git ls-files -co --exclude-standard -z | tar --null -T - -c | tar -x -C "$copy"
        (cd "$copy" && "$@") || status=$?
    fi
    rm -rf "$copy"
    return $status
}
