#!/usr/bin/env bash
# An import of many files is killed at seeded random moments: what is in the store is whole, and the
# next import brings the rest, each file once. CLEW_KILLS sets how often.
set -euo pipefail
kills=${CLEW_KILLS:-8}
files=600
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work
unset XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME CLEW_SESSION CLEW_ACTOR
cd "$work"
RANDOM=20261116

fixture=${CLEW_SOURCE_DIR:?}/tests/fixtures/workflow/sessions/3b0c5f1e-8a47-4d0e-9c55-0f6a7e21b9d4.json
id=$(basename "$fixture" .json)
mkdir state
for ((i = 0; i < files; ++i)); do
  entry=$(printf '%08x-0000-4000-8000-%012x' "$i" "$i")
  sed "s/$id/$entry/g" "$fixture" >"state/$entry.json"
done
before=$(cat state/*.json | sha256sum)

entries() {
  "$CLEW_BIN" list --all --limit 5000 --json | { grep -o '"session":"[^"]*"' || true; } | sort -u | wc -l
}

partly=0
for ((round = 1; round <= kills; ++round)); do
  export CLEW_STORE=$work/store-$round.db
  "$CLEW_BIN" import state >/dev/null 2>&1 &
  victim=$!
  sleep "0.$(printf '%02d' $((RANDOM % 30)))"
  kill -9 "$victim" 2>/dev/null || true
  wait "$victim" 2>/dev/null || true

  there=0
  if [ -e "$CLEW_STORE" ]; then
    "$CLEW_BIN" verify --all >said.txt || { echo "after kill $round:"; cat said.txt; exit 1; }
    there=$(entries)
  fi
  if ((there > 0 && there < files)); then partly=$((partly + 1)); fi
  "$CLEW_BIN" import state >told.txt
  known=$(grep -c 'already in the store' told.txt || true)
  new=$(grep -c ' imported · ' told.txt || true)
  if [ "$known $new" != "$there $((files - there))" ] || [ "$(entries)" != "$files" ]; then
    echo "round $round: $there were there; $known known, $new new, $(entries) now"
    exit 1
  fi
  "$CLEW_BIN" verify --all >/dev/null
  rm -f "$CLEW_STORE"*
done
[ "$before" = "$(cat state/*.json | sha256sum)" ] || { echo "the source was changed"; exit 1; }
echo "$kills kills, $partly of them in the middle"
