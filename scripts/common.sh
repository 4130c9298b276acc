# Sourced by the other scripts: goes to the top of the tree and puts Swift on PATH.
set -euo pipefail
# Scripts read what GStreamer and Swift print, and print numbers with a point.
export LC_ALL=C.UTF-8
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
# git refuses a tree of another user, which a CI machine may give us.
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0=$root
clip=$root/Tests/Media/bigbuckbunny.mp4
# Debian also has an OpenStack client named swift, so a swift without swiftc does not count.
for candidate in "${SWIFT_BIN:-}" ${PATH//:/ } /opt/swift/usr/bin /usr/local/swift/usr/bin \
    "${HOME:-/root}/.local/share/swiftly/bin" /usr/libexec/swift/bin; do
    if [ -x "$candidate/swift" ] && [ -x "$candidate/swiftc" ]; then
        swift_directory=$candidate
        export PATH="$candidate:$PATH"
        break
    fi
done

# The version that the plugin tells.
plugin_version() {
    sed -nE 's/.*"([0-9]+\.[0-9]+\.[0-9]+)".*/\1/p' Sources/CPluginEntry/PluginEntry.c
}

# Builds; on failure shows why.
# usage: swift_build NAME [OPTION]...     with options of `swift build`; NAME is the log's
swift_build() {
    local log=$root/.build/logs/build-$1.log
    shift
    mkdir -p "$root/.build/logs"
    if ! swift build "$@" >"$log" 2>&1; then
        cat "$log" >&2
        echo "The build failed; see above, or $log." >&2
        return 1
    fi
}

# Builds the plugin.
build_plugin() {
    swift_build plugin -c release --product gstswiftvideo || return
    find_plugin
}

# Takes the plugin as it was built.
find_plugin() {
    plugin=$(swift build -c release --show-bin-path)/libgstswiftvideo.so
    [ -f "$plugin" ] || { echo "$plugin is missing: run swift build -c release" >&2; return 1; }
}

# Builds a program that is a package of its own, as $program.
# usage: build_program FOLDER NAME [OPTION]...
build_program() {
    local options=("${@:3}" --package-path "$1")
    swift_build "$2" "${options[@]}" || return
    program=$(swift build "${options[@]}" --show-bin-path)/$2
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
