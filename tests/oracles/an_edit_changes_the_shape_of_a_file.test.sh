#!/usr/bin/env bash
# On code that nobody here wrote, another name of a definition, one more parameter and a call of another
# function always change the shape of a file.
set -euo pipefail
source "$(dirname "$0")/oracle_runs.sh"
compare_sources edited python "${python_library:+$python_library/asyncio}"
compare_sources edited typescript npm:rxjs/src
compare_sources edited javascript npm:express npm:debug npm:qs
compare_sources edited c npm:usb/libusb
compare_sources edited cpp npm:leveldown/deps
compare_sources edited java npm:cordova-android
finish
