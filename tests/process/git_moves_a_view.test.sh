#!/usr/bin/env bash
# `git switch` back and forth under a view loses nothing and records nothing; the next change writes
# the view anew, and `clew view accept` takes what git put there.
set -euo pipefail
. "$CLEW_SOURCE_DIR/tests/process/git_place.sh"
mkdir "$work/project"
cd "$work/project"
git init -q -b main

events() { "$CLEW_BIN" log work --json | grep -o '"seq":[0-9]*' | wc -l; }
expect() { # WHAT PATTERN TEXT
  if ! grep -qE -- "$2" <<<"$3"; then
    echo "$1: no /$2/ in"
    echo "$3"
    exit 1
  fi
}

"$CLEW_BIN" start "Login form" --id work --step Plan --step Build --step Ship --dialect feature --model opus >/dev/null
git add -A && git commit -qm one
git switch -qc later
"$CLEW_BIN" done -s work >/dev/null
"$CLEW_BIN" done -s work >/dev/null
git add -A && git commit -qm two
before=$(events)

for round in 1 2 3; do
  git switch -q main
  expect "round $round, at the old commit" "was reverted to seq" "$("$CLEW_BIN" view list)"
  git switch -q later
  expect "round $round, back again" "clean" "$("$CLEW_BIN" view list)"
done
[ "$(events)" = "$before" ] || { echo "switching recorded something"; exit 1; }

git switch -q main
expect "a change at the old commit" "was reverted to seq" "$("$CLEW_BIN" note -s work "on main" 2>&1)"
grep -q 'status: "completed"' .ai-session/*/implementation-plan.yaml || { echo "the plan was not written anew"; exit 1; }
expect "after it" "clean" "$("$CLEW_BIN" view list)"
git checkout -q -- .
expect "what git put there is taken" "now matches its files" "$("$CLEW_BIN" view accept -s work 2>&1)"
expect "step 1 is to do again" "step 1 of 3" "$("$CLEW_BIN" status work)"
