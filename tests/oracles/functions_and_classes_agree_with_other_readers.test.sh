#!/usr/bin/env bash
# On code that nobody here wrote, outlines have the functions and classes that others see, within 5 %:
# Python's ast, the TypeScript compiler, universal-ctags.
set -euo pipefail
source "$(dirname "$0")/oracle_runs.sh"
compare_sources names python "$python_library"
compare_sources names typescript npm:rxjs/src
compare_sources names javascript npm:express npm:prettier/internal npm:debug npm:qs npm:path-to-regexp
compare_sources names c npm:usb/libusb
compare_sources names cpp npm:leveldown/deps
compare_sources names java npm:cordova-android
compare_sources names go /usr/share/gocode/src
compare_sources names bash /usr/share /usr/lib/git-core
finish
