#!/usr/bin/env bash
# ast.unparse, prettier and clang-format leave the shape of at least 98 % of real files.
set -euo pipefail
source "$(dirname "$0")/oracle_runs.sh"
compare_sources formatted python "$python_library"
compare_sources formatted typescript npm:rxjs/src
compare_sources formatted javascript npm:express npm:debug npm:qs npm:path-to-regexp npm:cordova-android/lib
compare_sources formatted c npm:usb/libusb
compare_sources formatted cpp npm:leveldown/deps
finish
