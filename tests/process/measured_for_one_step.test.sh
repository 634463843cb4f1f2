#!/usr/bin/env bash
# What `clew done -- CMD` measures belongs to the step it was begun for: when somebody else has
# completed that step before CMD ends, it does not complete the one after it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/home" "$work/project"
export HOME=$work/home CLEW_STORE=$work/home/store.db
unset XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME CLEW_SESSION CLEW_ACTOR
cd "$work/project"

"$CLEW_BIN" start "Ship it" --id ship --step A --step B >/dev/null
code=0
"$CLEW_BIN" done -- "$CLEW_BIN" done >"$work/said" 2>&1 || code=$?
if [ "$code" -ne 5 ] || ! grep -q 'step 1 "A" is done' "$work/said"; then
  echo "exit $code:"
  cat "$work/said"
  exit 1
fi
"$CLEW_BIN" status --json | grep -q '"steps_complete":1,' || {
  "$CLEW_BIN" status
  exit 1
}
