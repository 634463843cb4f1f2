#!/usr/bin/env bash
# A project's folder is moved: the session is known by its repository, and its view goes on there.
set -euo pipefail
. "$CLEW_SOURCE_DIR/tests/process/git_place.sh"
mkdir "$work/project"
cd "$work/project"
git init -q -b main
git commit -q --allow-empty -m begin

expect() { # WHAT PATTERN TEXT
  if ! grep -qE -- "$2" <<<"$3"; then
    echo "$1: no /$2/ in"
    echo "$3"
    exit 1
  fi
}

"$CLEW_BIN" start "Login form" --id work --step Plan --step Build --step Ship --dialect feature --model opus >/dev/null
for name in moved again; do
  cd "$work"
  mv "$(ls -d project moved 2>/dev/null | head -1)" "$name"
  cd "$name"
  expect "to $name" "moved with its project to $work/$name/.ai-session" "$("$CLEW_BIN" view list)"
  "$CLEW_BIN" done -s work >/dev/null
  expect "in $name" "in $work/$name/.ai-session . clean" "$("$CLEW_BIN" view list)"
  grep -q 'status: "completed"' .ai-session/*/implementation-plan.yaml || { echo "$name: nothing was written"; exit 1; }
done
[ "$(ls -d .ai-session/*/ | wc -l)" = 1 ] || { echo "it has another id"; exit 1; }

# The files alone are moved: the command that is said keeps the id.
entry=$(ls .ai-session | grep login)
mv .ai-session elsewhere
said=$("$CLEW_BIN" note -s work "where is it" 2>&1)
expect "gone" "clew view attach feature --dir WHERE" "$said"
"$CLEW_BIN" view detach -s work >/dev/null
"$CLEW_BIN" view attach feature --dir elsewhere -s work >/dev/null
expect "found" "feature $entry in $work/again/elsewhere . clean" "$("$CLEW_BIN" view list)"
