#!/usr/bin/env bash
# `clew remote auto on`: checkpoints, turns, pauses and closes are sent by a process of its own. It
# holds nobody, whatever pipe the hook was started with; a folder that cannot be reached is said by
# `clew status` and tried again; nothing is sent while recording is off.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME CLEW_SESSION CLEW_ACTOR CLEW_STORE CLEW_OFF

fail() {
  echo "$*"
  exit 1
}
on() { # MACHINE WORDS…
  local home=$work/$1
  shift
  (cd "$home/project" && HOME=$home "$CLEW_BIN" "$@")
}
entries() { find "$work/stick/clew/" -path '*/j/*' -type f | wc -l; }
# The processes that were started in the background and are still there: they share nothing with
# whoever started them, so they are known by their words.
at_work() {
  local line
  grep -l -- '[-]-background' /proc/[0-9]*/cmdline 2>/dev/null | while read -r line; do
    if grep -q "$work" "$line" 2>/dev/null; then echo "${line%/cmdline}"; fi
  done || true
}
wait_until() { # WHAT COMMAND…
  local what=$1
  shift
  for _ in $(seq 200); do
    if "$@"; then return 0; fi
    sleep 0.1
  done
  fail "in 20 seconds not: $what"
}
has_entries() { [ "$(entries)" -ge "$1" ]; }
is_at_work() { [ -n "$(at_work)" ]; }
is_idle() { [ -z "$(at_work)" ]; }
says() { on "$1" status 2>&1 | grep -q "$2"; }
hook() { # EVENT FIELDS
  printf '{"session_id":"11111111-aaaa-4bbb-8ccc-000000000001","cwd":"%s","hook_event_name":"%s"%s}' \
    "$work/ana/project" "$1" "${2:+,$2}" | on ana hook claude-code
}

mkdir -p "$work/ana/project" "$work/ben/project" "$work/stick"
on ana start "Add OAuth" --id oauth --step Plan --step Build >/dev/null
on ana remote add home "$work/stick/clew" >/dev/null

# Somebody sees what would travel, and agrees, or nothing is sent.
code=0
on ana remote auto on home >"$work/said" 2>&1 </dev/null || code=$?
[ "$code" = 2 ] || fail "auto on without an answer exits $code: $(cat "$work/said")"
grep -q "1 session (oauth)" "$work/said" || fail "auto on does not show what would travel: $(cat "$work/said")"
on ana checkpoint early >/dev/null
sleep 0.3
[ ! -e "$work/stick/clew/j" ] || fail "something was sent before anybody agreed"
on ana remote auto on home --yes >/dev/null
on ana remote list | grep -q "auto  *on" || fail "remote list does not show it"
on ana doctor | grep -q "home: work is sent by itself" || fail "doctor does not show it"

# A note alone is not sent; a checkpoint, a pause and a close are.
on ana note "between two checkpoints" >/dev/null
sleep 0.3
[ ! -e "$work/stick/clew/j" ] || fail "a note was sent"
on ana checkpoint first >/dev/null
wait_until "a checkpoint is sent" has_entries 1
wait_until "idle" is_idle
on ana pause oauth --reason lunch >/dev/null
wait_until "a pause is sent" has_entries 2
wait_until "idle" is_idle
on ana resume oauth >/dev/null

# A turn that ends. The client waits for the pipe to be closed: it is, while the other process is
# still at work, which here waits for a lock.
hook SessionStart '"source":"startup"' >/dev/null
wait_until "idle" is_idle
hook UserPromptSubmit '"prompt":"Go on with OAuth"' >/dev/null
echo one >"$work/ana/project/a.c"
hook PostToolUse '"tool_name":"Write","tool_use_id":"t1","tool_input":{"file_path":"'"$work"'/ana/project/a.c","content":"one\n"},"tool_response":{"type":"create","originalFile":null,"structuredPatch":[]}' >/dev/null
remote=$(basename "$work"/ana/.local/state/clew/remotes/*)
lock=$work/ana/.local/state/clew/remotes/$remote/.sync-lock
before=$(entries)
flock -x "$lock" sleep 3 &
locker=$!
sleep 0.2
begun=$(date +%s%N)
hook Stop | cat >/dev/null
took=$((($(date +%s%N) - begun) / 1000000))
wait_until "something is started at the end of a turn" is_at_work
[ "$took" -lt 2000 ] || fail "the hook's pipe was open for $took ms"
process=$(at_work | head -n 1)
[ "$(readlink "$process/cwd")" = / ] || fail "it is in $(readlink "$process/cwd")"
for end in 0 1 2; do
  [ "$(readlink "$process/fd/$end")" = /dev/null ] || fail "it has $(readlink "$process/fd/$end") as $end"
done
! tr '\0' '\n' <"$process/environ" | grep -q "^PATH=\|^PWD=" || fail "it has more of the environment than it needs"
# A second one leaves a mark, and goes.
on ana checkpoint second >/dev/null
sleep 0.5
[ "$(at_work | wc -l)" = 1 ] || fail "two at a time: $(at_work)"
wait $locker
wait_until "the turn is sent" has_entries $((before + 1))
wait_until "idle" is_idle
on ana push home | grep -q "up to date" || fail "what came meanwhile was not sent"

# Off is off.
before=$(entries)
CLEW_OFF=1 on ana checkpoint third >/dev/null 2>&1 || true
on ana note "before off" >/dev/null
on ana off >/dev/null
hook Stop >/dev/null
sleep 0.3
[ "$(entries)" = "$before" ] || fail "sent while recording was off"
on ana on >/dev/null

# A folder that is not there: said in one line, tried again later, and sent when it is back.
mv "$work/stick" "$work/away"
on ana checkpoint offline >/dev/null
wait_until "status says what waits" says ana "session not sent since"
wait_until "idle" is_idle
on ana status --json | grep -q '"waiting_since"' || fail "status --json does not say what waits"
if on ana doctor >"$work/said" 2>&1; then fail "doctor finds nothing wrong: $(cat "$work/said")"; fi
grep -q "not sent since" "$work/said" || fail "doctor does not say what waits: $(cat "$work/said")"
on ana checkpoint "offline too" >/dev/null
sleep 0.2
is_idle || fail "an unreachable folder is tried again at once"
mv "$work/away" "$work/stick"
on ana sync home >/dev/null
! says ana "not sent since" || fail "it still waits after a sync"

# Another device goes on; whoever starts an agent here is told, in the place of a look by hand.
on ana remote invite home --json 2>/dev/null | grep -o 'clew-join-[^"]*' | on ben remote join home >/dev/null
on ben sync >/dev/null
on ben note "from the other desk" -s oauth >/dev/null
on ben sync --yes >/dev/null
hook SessionStart '"source":"startup"' >"$work/said"
grep -q "newer work at home: oauth; run: clew pull home" "$work/said" || fail "an agent is not told: $(cat "$work/said")"
wait_until "idle" is_idle
says ana "newer work at home: oauth" || fail "status does not say it"
on ana pull home >/dev/null
hook SessionStart '"source":"startup"' >"$work/said"
! grep -q "newer work" "$work/said" || fail "told again after the pull"
wait_until "idle" is_idle

on ana remote auto off >/dev/null
before=$(entries)
on ana checkpoint last >/dev/null
sleep 0.3
[ "$(entries)" = "$before" ] || fail "sent after auto off"
for machine in ana ben; do on "$machine" verify --all >/dev/null; done
echo "sent by itself, and nobody waited"
