#!/usr/bin/env bash
# The published schemas, judged by ajv, and clew accept exactly the same documents.
#   ajv_agrees.test.sh [DOCUMENTS [SEED]]
set -euo pipefail
source=${CLEW_SOURCE_DIR:-$(cd "$(dirname "$0")/../.." && pwd)}
children=${CLEW_CHILD_DIR:-$source/build/tests/children}
skip() { echo "skipped: $*"; exit 77; }
command -v node >/dev/null || skip "node is not installed"
[ -f "$source/node_modules/ajv/dist/2020.js" ] || skip "ajv is not in node_modules/ (tools/install test)"
[ -x "$children/mutated_documents_child" ] || skip "mutated_documents_child is not built"
"$children/mutated_documents_child" "$@" | node "$source/tests/differential/ajv_agrees.mjs"
