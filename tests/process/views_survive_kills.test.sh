#!/usr/bin/env bash
# A command on a session with a view is killed at seeded random moments: the next command leaves the
# view clean and nothing half written in its folder, and the state file and its backup are never both
# invalid. CLEW_KILLS sets how often.
set -euo pipefail
kills=${CLEW_KILLS:-60}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work CLEW_STORE=$work/store.db
unset XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME CLEW_SESSION CLEW_ACTOR
cd "$work"
RANDOM=20261116

"$CLEW_BIN" start "Why cities forget" --id essay --dialect essay --dir essays >/dev/null
state=$(echo essays/*/session-state.yaml)

valid() { "$CLEW_BIN" validate "$1" --dialect essay >said.txt 2>&1; }

for ((i = 1; i <= kills; ++i)); do
  "$CLEW_BIN" set -s essay "target_word_count=$i" --step 2 >/dev/null 2>&1 &
  victim=$!
  sleep "0.00$((RANDOM % 10))"
  kill -9 "$victim" 2>/dev/null || true
  wait "$victim" 2>/dev/null || true

  cp "$state.bak" backup.yaml 2>/dev/null || cp "$state" backup.yaml
  if ! valid "$state" && ! valid backup.yaml; then
    echo "after kill $i neither the state nor its backup is valid:"
    cat said.txt
    exit 1
  fi
  "$CLEW_BIN" note -s essay "after kill $i" >/dev/null
  if ! "$CLEW_BIN" view list | grep -q "· clean\$"; then
    echo "after kill $i and the next command:"
    "$CLEW_BIN" view list
    exit 1
  fi
  left=$(find essays -name '.*.tmp')
  if [[ -n $left ]]; then
    echo "after kill $i and the next command there is still $left"
    exit 1
  fi
done
"$CLEW_BIN" verify essay >/dev/null
