#!/usr/bin/env bash
# Whatever was recorded, by whomever: on no surface that a model reads does it pass for a line of
# clew's own, close the quotes it stands in, or hide characters. The surfaces are listed in the .mjs.
set -euo pipefail
if ! command -v node >/dev/null; then
  echo "skipped: there is no node"
  exit 77
fi
. "$CLEW_SOURCE_DIR/tests/process/git_place.sh"
export XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache USER=ana
mkdir "$work/project" && cd "$work/project"
node "$CLEW_SOURCE_DIR/tests/process/stored_text_is_quoted.mjs" "$CLEW_BIN"
