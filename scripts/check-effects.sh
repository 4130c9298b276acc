#!/bin/bash
# Builds the library product Effects and its tests where no GStreamer header can be found.
source "$(dirname "$0")/common.sh"
build=$root/.build/effects
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# GStreamer's headers are only found through pkg-config's files; this pkg-config has none.
cat >"$scratch/pkg-config" <<'END'
#!/bin/sh
exit 1
END
chmod +x "$scratch/pkg-config"
rm -rf "$build"
export PATH="$scratch:$PATH" PKG_CONFIG_PATH=$scratch PKG_CONFIG_LIBDIR=$scratch
for target in Effects EffectTests; do
    swift build --scratch-path "$build" --target "$target"
done

objects=$(find "$build"/ -path '*.build/*' -name '*.o' | wc -l)
[ "$objects" -gt 0 ] || { echo "check-effects: nothing was built" >&2; exit 1; }
# Flags are looked for too: SwiftPM may find the files without pkg-config's help.
found=$(find "$build"/ -path '*.build/*' -name '*.d' -exec grep -lE 'gstreamer|glib-2' {} + || true)
[ -z "$found" ] || { echo "check-effects: built from GStreamer's headers: $found" >&2; exit 1; }
shim=$(find "$build"/ -path '*/CElementShim.build/*' -name '*.o' -o -path '*/ElementKit.build/*' -name '*.o')
[ -z "$shim" ] || { echo "check-effects: these were built too: $shim" >&2; exit 1; }
echo "check-effects: $objects objects without GStreamer"
