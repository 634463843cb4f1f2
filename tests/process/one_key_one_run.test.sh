#!/usr/bin/env bash
# `clew done --key K -- CMD`: however many ask at once, CMD runs once; and a process that is killed
# between running it and recording it stands in nobody's way.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/home" "$work/project"
export HOME=$work/home CLEW_STORE=$work/home/store.db
unset XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME CLEW_SESSION CLEW_ACTOR
cd "$work/project"

fail() {
  echo "$1"
  exit 1
}
runs() { [ ! -e "$1" ] || wc -l <"$1"; }
wait_for() { # FILE
  for _ in $(seq 200); do
    [ -e "$1" ] && return
    sleep 0.05
  done
  fail "$1 never came"
}

"$CLEW_BIN" start "Ship it" --id ship --step A --step B --step C >/dev/null

# Four at once: one runs it, and the others answer what that one recorded.
pids=()
for i in 1 2 3 4; do
  "$CLEW_BIN" done --key k1 --json -- sh -c "echo ran >>'$work/count'; sleep 1" >"$work/answer$i" 2>&1 &
  pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid" || fail "one of four with the same key failed"; done
[ "$(runs "$work/count")" = 1 ] || fail "it ran $(runs "$work/count") times"
[ "$(cat "$work"/answer? | grep -c '"changed":true')" = 1 ] || fail "not one of them changed something"
[ "$(cat "$work"/answer? | grep -c '"changed":false')" = 3 ] || fail "not three of them repeated it"

# Without a recording nothing happened: the next one runs it again, at once.
setsid "$CLEW_BIN" done --key k2 -- sh -c "echo ran >>'$work/killed'; echo \$\$ >'$work/child'; sleep 30" \
  >/dev/null 2>&1 &
first=$!
wait_for "$work/child"
kill -9 "$first"
kill -9 "$(cat "$work/child")" 2>/dev/null || true
wait "$first" 2>/dev/null || true
timeout 8 "$CLEW_BIN" done --key k2 -- sh -c "echo ran >>'$work/killed'" >/dev/null 2>&1 ||
  fail "a killed process stands in the way"
[ "$(runs "$work/killed")" = 2 ] || fail "after a kill it ran $(runs "$work/killed") times"

# Other keys do not wait for each other; nothing is left beside the store.
"$CLEW_BIN" done --key k3 -- sh -c "touch '$work/slow'; sleep 3" >/dev/null 2>&1 &
slow=$!
wait_for "$work/slow"
timeout 2 "$CLEW_BIN" note "meanwhile" --key k4 >/dev/null || fail "another key had to wait"
wait "$slow"
if ls -A "$work/home" | grep -q 'key-'; then fail "lock files are left: $(ls -A "$work/home")"; fi
