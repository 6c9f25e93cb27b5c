#!/bin/sh
# packages.sh PACKAGE...: installs system packages on Debian and Ubuntu, with root or sudo.
set -eu
if ! command -v apt-get >/dev/null; then
    echo "needed and not found: $*" >&2
    exit 1
fi
root=""
[ "$(id -u)" = 0 ] || root=sudo
$root apt-get update -q
$root apt-get install -q -y --no-install-recommends "$@"
