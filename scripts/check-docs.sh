#!/bin/bash
# Fails if docs/elements, docs/gst_plugins_cache.json or README.md's lists are not what the elements declare, pages of
# docs/benchmarks not what its results say, or a launch line does not run.
source "$(dirname "$0")/common.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/docs/elements" "$scratch/docs/benchmarks"
cp README.md "$scratch/"
scripts/docs.sh "$scratch"
cp docs/benchmarks/results.json docs/benchmarks/*.svg "$scratch/docs/benchmarks/"
pages="python3 Benchmarks/Report/pages.py"
PYTHONDONTWRITEBYTECODE=1 $pages "$scratch"
if ! diff -ru docs/benchmarks "$scratch/docs/benchmarks"; then
    echo "check-docs: docs/benchmarks is not what its results.json says; run $pages ." >&2
    exit 1
fi
if ! diff -ru docs/elements "$scratch/docs/elements" || ! diff -u README.md "$scratch/README.md" \
    || ! diff -u docs/gst_plugins_cache.json "$scratch/docs/gst_plugins_cache.json"; then
    echo "check-docs: documentation differs from the declarations; run make docs" >&2
    exit 1
fi

# News begin with the version that the plugin tells.
version=$(plugin_version)
case $(grep -m 1 '^## ' NEWS.md) in
"## $version"*) ;;
*) echo "check-docs: NEWS.md does not begin with version $version" >&2; exit 1 ;;
esac

# Links to files of this tree.
while IFS=: read -r page link; do
    [ -e "$(dirname "$page")/$link" ] || { echo "check-docs: $page links to $link, which is not there" >&2; exit 1; }
done < <(git ls-files -co --exclude-standard '*.md' | xargs grep -oHE '\]\([^)#:]+\)' | sed -E 's/\]\((.*)\)/\1/')

# Every launch line, with its screen or virtual camera replaced by nothing and its camera by a test picture. Those of
# gst-examples/launch need films and somebody who listens; the example itself runs them.
build_plugin
use_plugin
count=0
while IFS= read -r line; do
    line=$(sed -E 's/autovideosink|(v4l2sink|pipewiresink)( [a-z-]+=[^ ]+)*/fakesink/g' <<<"$line")
    line=$(sed -E 's/v4l2src( device=[^ ]*)?/videotestsrc num-buffers=10/; s/videotestsrc( pattern=[a-z]+)? !/videotestsrc num-buffers=10\1 !/g' <<<"$line")
    if ! timeout 60 bash -c "$line" >"$scratch/log" 2>&1; then
        cat "$scratch/log" >&2
        echo "check-docs: this line does not run: $line" >&2
        exit 1
    fi
    count=$((count + 1))
done < <(git ls-files -co --exclude-standard README.md 'docs/elements/*.md' 'gst-examples/*/README.md' ':!gst-examples/launch' \
    | xargs cat | sed -nE 's/^(GST_[A-Z_]+=[^ ]+ )?(gst-launch-1\.0 .*)/\2/p')
[ "$count" -gt 0 ] || { echo "check-docs: no launch line was found" >&2; exit 1; }
echo "check-docs: pages, lists and links are right; $count launch lines run"
