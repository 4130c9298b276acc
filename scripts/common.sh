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

# Builds the plugin; on failure shows why.
build_plugin() {
    mkdir -p "$root/.build/logs"
    local log=$root/.build/logs/build-plugin.log
    if ! swift build -c release --product gstswiftvideo >"$log" 2>&1; then
        cat "$log" >&2
        echo "The build failed; see above, or $log." >&2
        return 1
    fi
    plugin=$(swift build -c release --show-bin-path)/libgstswiftvideo.so
}

# Lets GStreamer see the plugin that was built, and keeps the user's registry out of it.
use_plugin() {
    mkdir -p "$root/.build/plugin"
    ln -sf "$plugin" "$root/.build/plugin/"
    export GST_PLUGIN_PATH=$root/.build/plugin GST_REGISTRY=$root/.build/gst-registry.bin
}
