#!/bin/sh
# renderers.sh: the JavaScript renderers of Markdown for the tests, where npm is at hand.
set -eu
command -v npm >/dev/null || exit 0
folder="$(dirname "$0")/../build/renderers"
mkdir -p "$folder"
cp "$(dirname "$0")/../benchmarks/renderers/package.json" "$folder"
npm install --prefix "$folder" --no-audit --no-fund --silent ||
    echo "npm has no renderers: their tests are skipped" >&2
