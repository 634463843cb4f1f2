#!/usr/bin/env bash
# Several sessions are started at once with one goal: each has an id and files of its own.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work CLEW_STORE=$work/store.db
unset XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME CLEW_SESSION CLEW_ACTOR
mkdir "$work/project"
cd "$work/project"

for dialect in feature orchestration; do
  starts=()
  for ((i = 1; i <= 8; ++i)); do
    "$CLEW_BIN" start "Same goal" --id "$dialect-$i" --dialect "$dialect" --model opus --step a \
      >/dev/null &
    starts+=($!)
  done
  wait "${starts[@]}"
done

files=$(ls -d .ai-session/*/state.yaml .craft/cache/orchestration-sessions/*-*.json | wc -l)
clean=$("$CLEW_BIN" view list | grep -c "· clean\$")
if [[ $files != 16 || $clean != 16 ]]; then
  echo "16 sessions, $files files, $clean clean views:"
  "$CLEW_BIN" view list
  exit 1
fi
"$CLEW_BIN" validate .ai-session .craft >/dev/null
