#!/usr/bin/env bash
# share and unshare are killed at seeded random moments: the same command again finishes what was
# begun, both sides have the same log, and who is not meant reads nothing. CLEW_KILLS sets how often.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME CLEW_SESSION CLEW_ACTOR CLEW_STORE
RANDOM=${CLEW_SEED:-20261119}

fail() {
  echo "$*"
  exit 1
}
on() { # MACHINE WORDS…
  local home=$work/$1
  shift
  (cd "$home" && HOME=$home exec "$CLEW_BIN" "$@")
}
field() { grep -o "\"$1\":[^,}]*" | head -n 1 | cut -d: -f2- | tr -d '"'; }
hit=0
kill_soon() { # MACHINE WORDS…
  local home=$work/$1
  shift
  (cd "$home" && HOME=$home exec "$CLEW_BIN" "$@") >/dev/null 2>&1 &
  local victim=$!
  sleep "0.$(printf '%03d' $((RANDOM % 110)))"
  kill -9 "$victim" 2>/dev/null && hit=$((hit + 1))
  wait "$victim" 2>/dev/null || true
}

mkdir "$work/ana" "$work/tower" "$work/ben" "$work/carl" "$work/stick"
on ana start "Work" --id work --step Plan >/dev/null
on ana note "$(head -c 40000 /dev/urandom | base64 -w 0)" -s work >/dev/null
on ana remote add home "$work/stick/clew" >/dev/null
on ana sync --yes >/dev/null
on ana remote invite home 2>/dev/null | on tower remote join home >/dev/null
on tower sync --yes >/dev/null
ben=$(on ben key show --json | field line)
carl=$(on carl key show --json | field line)
rounds=$((${CLEW_KILLS:-60} / 4))
for ((round = 1; round <= rounds; ++round)); do
  if ((round % 2)); then from=ana other=tower; else from=tower other=ana; fi
  kill_soon "$from" share work --with "$ben" --yes
  line=$(on "$from" share work --with "$ben" --yes --json 2>"$work/said" | field join) || fail "round $round: $(cat "$work/said")"
  [ -n "$line" ] || fail "round $round: no line: $(cat "$work/said")"
  on ben remote join shop --code "$line" >/dev/null
  on ben sync shop >"$work/said" 2>&1 || fail "round $round, ben: $(cat "$work/said")"
  on ben note "ben $round" -s work >/dev/null
  on ben sync shop --yes >"$work/said" 2>&1 || fail "round $round, ben: $(cat "$work/said")"
  kill_soon "$from" share work --with "$carl" --yes
  line=$(on "$from" share work --with "$carl" --yes --json | field join)
  on carl remote join shop --code "$line" >/dev/null
  carl_syncs=$((round % 2))
  if ((carl_syncs)); then on carl sync shop >"$work/said" 2>&1 || fail "round $round, carl: $(cat "$work/said")"; fi
  # First without ben, then without carl.
  kill_soon "$from" unshare work --with "$ben" --yes
  on "$from" sync --yes >"$work/said" 2>&1 || fail "round $round: $(cat "$work/said")"
  on "$from" unshare work --with "$ben" --yes >"$work/said" 2>&1 || grep -q "not shared with" "$work/said" ||
    fail "round $round: $(cat "$work/said")"
  on "$from" log work --json | grep -q "\"ben $round\"" || fail "round $round: ben's note is lost"
  on "$from" note "without ben $round" -s work >/dev/null
  on "$from" sync --yes >"$work/said" 2>&1 || fail "round $round: $(cat "$work/said")"
  code=0
  on ben sync shop >"$work/said" 2>&1 || code=$?
  [ "$code" = 4 ] || fail "round $round: ben's sync exits $code: $(cat "$work/said")"
  on carl sync shop >"$work/said" 2>&1 || fail "round $round, carl: $(cat "$work/said")"
  on carl log work --json | grep -q "without ben $round" || fail "round $round: carl lacks the last note"
  kill_soon "$from" unshare work --with "$carl" --yes
  on "$from" sync --yes >"$work/said" 2>&1 || fail "round $round: $(cat "$work/said")"
  on "$from" unshare work --with "$carl" --yes >"$work/said" 2>&1 || grep -q "is not shared" "$work/said" ||
    fail "round $round: $(cat "$work/said")"
  on "$from" sync --yes >"$work/said" 2>&1 || fail "round $round: $(cat "$work/said")"
  on "$other" sync --yes >"$work/said" 2>&1 || fail "round $round: $(cat "$work/said")"
  [ "$(on ana log work --json | sha256sum)" = "$(on tower log work --json | sha256sum)" ] || fail "round $round: the logs differ"
  ! on ben log work --json | grep -q "without ben $round" || fail "round $round: ben reads on"
  ! find "$work/stick/clew/r" -type f -path '*/[jps]/*' ! -name '.*' | grep -q . || fail "round $round: something is left of what was shared"
  on ben remote remove shop --yes >/dev/null
  on carl remote remove shop --yes >/dev/null
done
for machine in ana tower ben carl; do on "$machine" verify --all >/dev/null; done
on ana log work --json >"$work/log"
for ((round = 1; round <= rounds; ++round)); do
  for text in "ben $round" "without ben $round"; do
    [ "$(grep -o "\"text\":\"$text\"" "$work/log" | wc -l)" = 1 ] || fail "\"$text\" is not there once"
  done
done
echo "$hit of $((4 * rounds)) were killed before their end"
