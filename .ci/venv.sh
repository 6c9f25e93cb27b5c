#!/bin/sh
# venv.sh PYTHON FOLDER [--compiler]: a virtual environment; on Debian and Ubuntu, with root or
# sudo, installs the system packages that are missing for it.
set -eu
python=$1 folder=$2

missing=""
"$python" -c 'import ensurepip, venv' 2>/dev/null || missing="python3-venv"
if [ "${3:-}" = --compiler ]; then
    command -v cc >/dev/null || missing="$missing gcc libc6-dev"
    "$python" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' || missing="$missing python3-dev"
fi
# shellcheck disable=SC2086
[ -z "$missing" ] || sh "$(dirname "$0")/packages.sh" $missing
if [ ! -x "$folder/bin/pip" ]; then
    "$python" -m venv "$folder"
    # What comes with Python may be years old, and takes twice as long to find what is needed.
    "$folder/bin/pip" install --quiet --upgrade pip
fi
