#!/usr/bin/env bash
# Names every missing system package at once, instead of failing one by one in the middle of an installation.
set -u
python=${1:-python3.11}
missing=()
command -v "$python" >/dev/null || missing+=("python3.11 (set PYTHON=/path/to/python3.11 if it has another name)")
command -v cc >/dev/null || missing+=("a C++ compiler to build pyworld (Debian: build-essential)")
if command -v "$python" >/dev/null; then
    "$python" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || missing+=("Python 3.11 ($python is another version)")
    "$python" -c 'import venv, ensurepip' 2>/dev/null || missing+=("python3.11-venv")
    header=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include") + "/Python.h")')
    [ -f "$header" ] || missing+=("the Python headers (Debian: python3.11-dev)")
fi
if [ ${#missing[@]} -gt 0 ]; then
    echo "Missing on this machine:" >&2
    printf '  - %s\n' "${missing[@]}" >&2
    echo "Install them with the system's package manager and run make again." >&2
    exit 1
fi
