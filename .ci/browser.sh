#!/bin/sh
# browser.sh: Chromium for the tests of the inspector; installs it on Debian where there is none.
set -eu
[ -z "${TREESIM_BROWSER:-}" ] || exit 0
for name in chromium chromium-browser google-chrome; do
    ! command -v "$name" >/dev/null || exit 0
done
exec sh "$(dirname "$0")/packages.sh" chromium chromium-sandbox fonts-dejavu-core
