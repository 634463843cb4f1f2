#!/usr/bin/env bash
# Push and pull are killed at seeded random moments: the next run finishes what was begun, nothing is
# lost, nothing comes twice, and the folder never shows half an object. CLEW_KILLS sets how often.
set -euo pipefail
kills=${CLEW_KILLS:-30}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME CLEW_SESSION CLEW_ACTOR CLEW_STORE
RANDOM=20261116

fail() {
  echo "$*"
  exit 1
}
on() { # MACHINE WORDS…
  local home=$work/$1
  shift
  (cd "$home" && HOME=$home exec "$CLEW_BIN" "$@")
}
mkdir "$work/ana" "$work/ben"
on ana start "Work" --id work --step Plan >/dev/null
on ana remote add home "$work/place" >/dev/null
on ana remote invite home | on ben remote join home >/dev/null
on ana sync --yes >/dev/null
on ben sync --yes >/dev/null
# More than fits into an entry, so that packs are written, too.
large=$(head -c 60000 /dev/urandom | base64 -w 0)

kill_soon() { # MACHINE WORDS…
  local home=$work/$1
  shift
  (cd "$home" && HOME=$home exec "$CLEW_BIN" "$@") >/dev/null 2>&1 &
  local victim=$!
  sleep "0.0$(printf '%02d' $((RANDOM % 60)))"
  kill -9 "$victim" 2>/dev/null && hit=$((hit + 1))
  wait "$victim" 2>/dev/null || true
}

hit=0
for ((round = 1; round <= kills; ++round)); do
  # The session is passed to and fro.
  if ((round % 2)); then from=ana to=ben; else from=ben to=ana; fi
  on "$from" note "round $round" -s work >/dev/null
  if ((round % 3 == 0)); then on "$from" note "$large" -s work >/dev/null; fi
  kill_soon "$from" push
  on "$from" sync >"$work/said" 2>&1 || fail "round $round: $(cat "$work/said")"
  kill_soon "$to" pull
  on "$to" sync >"$work/said" 2>&1 || fail "round $round: $(cat "$work/said")"
  one=$(on ana log work --json | sha256sum)
  other=$(on ben log work --json | sha256sum)
  [ "$one" = "$other" ] || fail "round $round: the logs differ"
done
for machine in ana ben; do
  on "$machine" verify --all >/dev/null
  for ((round = 1; round <= kills; ++round)); do
    count=$(on "$machine" log work --json | grep -o "\"text\":\"round $round\"" | wc -l)
    [ "$count" = 1 ] || fail "$machine has round $round $count times"
  done
done
# Whoever comes later reads the whole journal.
mkdir "$work/eve"
on ana remote invite home | on eve remote join home >/dev/null
on eve sync >/dev/null
[ "$(on ana log work --json | sha256sum)" = "$(on eve log work --json | sha256sum)" ] || fail "eve's log differs"
echo "$kills rounds, $hit of $((2 * kills)) killed before their end"
