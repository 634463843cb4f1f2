# To be sourced: push and pull are killed at seeded random moments. The next run finishes what was
# begun, nothing is lost, nothing comes twice, and the place never shows half an object.
#
#   sync_under_kills FOLDER KILLS SPREAD URL [OPTION...]    at a place that `remote add` takes
#
# Kills come within SPREAD milliseconds, about as long as a push or pull takes there.

sync_under_kills() {
  local work=$1 kills=$2 spread=$3
  shift 3
  local rounds=$((kills / 2))
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
  on ana remote add home "$@" >/dev/null
  on ana remote invite home 2>/dev/null | on ben remote join home >/dev/null
  on ana sync --yes >/dev/null
  on ben sync --yes >/dev/null
  # More than fits into an entry, so that packs are written, too.
  large=$(head -c 40000 /dev/urandom | base64 -w 0)

  kill_soon() { # MACHINE WORDS…
    local home=$work/$1
    shift
    (cd "$home" && HOME=$home exec "$CLEW_BIN" "$@") >/dev/null 2>&1 &
    local victim=$!
    sleep "0.$(printf '%03d' $((RANDOM % spread)))"
    kill -9 "$victim" 2>/dev/null && hit=$((hit + 1))
    wait "$victim" 2>/dev/null || true
  }

  hit=0
  for ((round = 1; round <= rounds; ++round)); do
    # The session is passed to and fro.
    if ((round % 2)); then from=ana to=ben; else from=ben to=ana; fi
    on "$from" note "round $round" -s work >/dev/null
    if ((round % 3 == 0)); then on "$from" note "$large" -s work >/dev/null; fi
    kill_soon "$from" push --yes
    on "$from" sync --yes >"$work/said" 2>&1 || fail "round $round: $(cat "$work/said")"
    kill_soon "$to" pull
    on "$to" sync --yes >"$work/said" 2>&1 || fail "round $round: $(cat "$work/said")"
    one=$(on ana log work --json | sha256sum)
    other=$(on ben log work --json | sha256sum)
    [ "$one" = "$other" ] || fail "round $round: the logs differ"
  done
  for machine in ana ben; do
    on "$machine" verify --all >/dev/null
    on "$machine" log work --json >"$work/log"
    for ((round = 1; round <= rounds; ++round)); do
      count=$(grep -o "\"text\":\"round $round\"" "$work/log" | wc -l)
      [ "$count" = 1 ] || fail "$machine has round $round $count times"
    done
  done
  # Whoever comes later reads the whole journal.
  mkdir "$work/eve"
  on ana remote invite home 2>/dev/null | on eve remote join home >/dev/null
  on eve sync --yes >/dev/null
  [ "$(on ana log work --json | sha256sum)" = "$(on eve log work --json | sha256sum)" ] || fail "eve's log differs"
  echo "$hit of $((2 * rounds)) pushes and pulls were killed before their end"
}
