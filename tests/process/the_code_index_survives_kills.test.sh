#!/usr/bin/env bash
# The indexer is killed at seeded random moments, while files change: the next run gives the same index
# as one made from nothing. CLEW_KILLS sets how often.
set -euo pipefail
kills=${CLEW_KILLS:-60}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work CLEW_STORE=$work/store.db XDG_CACHE_HOME=$work/cache
unset XDG_DATA_HOME XDG_STATE_HOME CLEW_SESSION CLEW_ACTOR
RANDOM=20261116
mkdir "$work/project"
cd "$work/project"
for ((i = 0; i < 300; ++i)); do
  mkdir -p "d$((i % 7))"
  {
    for ((j = 0; j < 12; ++j)); do
      printf 'def f%d_%d(a, b=%d):\n    return f%d_%d(a) + g(b)\n\n' "$i" "$j" "$j" $((i + 1)) "$j"
    done
  } >"d$((i % 7))/m$i.py"
done

middle=0
for ((round = 1; round <= kills; ++round)); do
  # A new checkout now and then, otherwise some files change: the two ways through an update.
  if ((round % 3 == 1)); then rm -rf "$work/cache"; fi
  for ((n = RANDOM % 90; n > 0; --n)); do
    i=$((RANDOM % 300))
    printf 'def k%d_%d():\n    return f%d_1(%d)\n' "$round" "$i" "$i" "$round" >"d$((i % 7))/m$i.py"
  done
  rm -f "d$((RANDOM % 7))/m$((RANDOM % 300)).py"
  "$CLEW_BIN" code index >/dev/null 2>&1 &
  victim=$!
  sleep "0.$(printf '%03d' $((RANDOM % 60)))"
  if kill -9 "$victim" 2>/dev/null; then middle=$((middle + 1)); fi
  wait "$victim" 2>/dev/null || true

  "$CLEW_BIN" code status --json >followed.json
  XDG_CACHE_HOME=$work/fresh "$CLEW_BIN" code status --json >fresh.json
  "$CLEW_BIN" code callers g --json >>followed.json 2>&1 || true
  XDG_CACHE_HOME=$work/fresh "$CLEW_BIN" code callers g --json >>fresh.json 2>&1 || true
  rm -rf "$work/fresh"
  if [ "$(sed 's/"changed_files":[0-9]*//' followed.json)" != "$(sed 's/"changed_files":[0-9]*//' fresh.json)" ]; then
    echo "after kill $round the index is another than a fresh one:"
    diff followed.json fresh.json || true
    exit 1
  fi
done
[ "$middle" -gt 0 ] || { echo "no kill came in time"; exit 1; }
echo "$kills rounds, $middle kills"
