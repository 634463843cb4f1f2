#!/usr/bin/env bash
# Under force nothing is lost and nothing doubled: every call that was acknowledged is in the log
# exactly once. Fifty calls in flight at one server, four servers on one store, fifty hooks at once.
set -u
clew="${CLEW_BIN:?}"
if [ ! -x "$clew" ]; then echo "skipped: $clew is not built"; exit 77; fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
project="$folder/project"
mkdir -p "$project"
cd "$project" || exit 1
export HOME="$folder/home" USER=ana CLEW_STORE="$folder/store/clew.db"
export XDG_STATE_HOME="$folder/state" XDG_CACHE_HOME="$folder/cache"
unset CLEW_ACTOR CLEW_SESSION CLEW_OFF
failed=0
fail() { echo "FAILED: $*" >&2; failed=1; }

calls=50
servers=4
hello='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"force","version":"1"}}}'

requests() { # NAME SESSION: a handshake, then all calls without waiting for an answer
  echo "$hello"
  echo '{"jsonrpc":"2.0","method":"notifications/initialized"}'
  local i
  for i in $(seq "$calls"); do
    printf '{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"session_log","arguments":{"session":"%s","entries":[{"type":"note","text":"%s-%d."}],"key":"%s-%d"}}}\n' \
      $((i + 100)) "$2" "$1" "$i" "$1" "$i"
  done
}
acknowledged() { # FILE: how many calls were answered, and with success
  grep -c '"id":1[0-9][0-9],.*recorded 1 entry' "$1"
}
all_once() { # NAME SESSION ANSWERS
  local got
  got=$(acknowledged "$3")
  [ "$got" = "$calls" ] || fail "$1: $got of $calls calls acknowledged: $(grep isError "$3" | head -1)"
  local i
  for i in $(seq "$calls"); do grep -o "\"text\":\"$1-$i\\.\"" "$folder/log" | wc -l; done |
    sort | uniq -c | grep -qx " *$calls 1" || fail "$1: a call is not in the log exactly once"
}
session_of() { grep -o '"session":"[^"]*"' | head -1 | cut -d'"' -f4; }

# --- one server, fifty calls in flight
one=$("$clew" start "One server" --json | session_of)
requests alone "$one" | timeout 60 "$clew" mcp >"$folder/alone.out" || fail "alone: exit $?"
"$clew" log "$one" --json >"$folder/log"
all_once alone "$one" "$folder/alone.out"

# --- four servers on one store, fifty calls in flight at each
four=$("$clew" start "Four servers" --json | session_of)
pids=()
for s in $(seq "$servers"); do
  requests "server$s" "$four" | timeout 60 "$clew" mcp >"$folder/server$s.out" &
  pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid" || fail "four servers: exit $?"; done
"$clew" log "$four" --json >"$folder/log"
for s in $(seq "$servers"); do all_once "server$s" "$four" "$folder/server$s.out"; done

# --- the same calls again, with the same keys: answered again, recorded no second time
requests alone "$one" | timeout 60 "$clew" mcp >"$folder/again.out" || fail "again: exit $?"
"$clew" log "$one" --json >"$folder/log"
all_once alone "$one" "$folder/again.out"

# --- fifty hooks at once, each for an edit of a file of its own
agent=11111111-aaaa-4bbb-8ccc-000000000001
event() { # EVENT FIELDS
  printf '{"session_id":"%s","cwd":"%s","hook_event_name":"%s",%s}' "$agent" "$project" "$1" "$2"
}
"$clew" use --none >/dev/null
event UserPromptSubmit '"prompt":"Change fifty files"' | "$clew" hook claude-code >/dev/null
pids=()
for i in $(seq 50); do
  echo "$i" >"file$i.txt"
  event PostToolUse "\"tool_name\":\"Write\",\"tool_use_id\":\"call$i\",\"tool_input\":{\"file_path\":\"$project/file$i.txt\",\"content\":\"$i\\n\"},\"tool_response\":{\"type\":\"create\",\"originalFile\":null,\"structuredPatch\":[]}" >"$folder/edit$i"
done
for i in $(seq 50); do
  timeout 60 "$clew" hook claude-code <"$folder/edit$i" >"$folder/said$i" &
  pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid" || fail "hooks: exit $?"; done
cat "$folder"/said* >"$folder/said"
[ ! -s "$folder/said" ] || fail "hooks: said $(head -c 200 "$folder/said")"
[ ! -s "$folder/state/clew/hook.log" ] || fail "hooks: $(head -1 "$folder/state/clew/hook.log")"
# However many sessions there are: the work of one agent belongs to one.
for id in $("$clew" list --json | grep -o '"session":"[^"]*"' | cut -d'"' -f4 | sort -u); do
  case $id in "$one" | "$four") continue ;; esac
  "$clew" log "$id" --type file_changed --json >>"$folder/edits"
  worked=$((${worked:-0} + 1))
done
[ "${worked:-0}" = 1 ] || fail "hooks: ${worked:-0} sessions of one agent"
for i in $(seq 50); do
  [ "$(grep -o "\"path\":\"file$i\\.txt\"" "$folder/edits" | wc -l)" = 1 ] ||
    fail "hooks: file$i.txt is not in the log exactly once"
done

"$clew" verify --all >/dev/null || fail "the store does not verify"
[ "$failed" = 0 ] && echo "nothing lost: $calls calls, $servers times $calls calls, 50 hooks"
exit "$failed"
