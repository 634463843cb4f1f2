#!/usr/bin/env bash
# Every published vector of the age format for the kinds of keys that clew has is opened or refused
# as published, for the published reason, and releases no other bytes.
set -euo pipefail
source=${CLEW_SOURCE_DIR:-$(cd "$(dirname "$0")/../.." && pwd)}
children=${CLEW_CHILD_DIR:-$source/build/tests/children}
skip() { echo "skipped: $*"; exit 77; }
command -v node >/dev/null || skip "node is not installed"
[ -f "$source/node_modules/cctv-age/index.js" ] || skip "cctv-age is not in node_modules/ (tools/install test)"
[ -x "$children/age_child" ] || skip "age_child is not built"
node "$source/tests/sealing/published_vectors.mjs" | "$children/age_child" vectors
