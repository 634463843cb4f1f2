#!/usr/bin/env bash
# What others do reaches a running MCP server with its next call: a write of another process, `clew
# off` and `clew on`, and a store that was removed or replaced.
set -u
clew="${CLEW_BIN:?}"
if [ ! -x "$clew" ]; then echo "skipped: $clew is not built"; exit 77; fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/project" "$folder/home"
cd "$folder/project" || exit 1
export HOME="$folder/home" USER=ana CLEW_STORE="$folder/store/clew.db"
export XDG_STATE_HOME="$folder/state" XDG_CACHE_HOME="$folder/cache"
unset CLEW_ACTOR CLEW_SESSION CLEW_OFF
failed=0
fail() { echo "FAILED: $*" >&2; failed=1; }

coproc server { "$clew" mcp; }
ask() { # REQUEST: the line that it is answered with
  local line
  echo "$1" >&"${server[1]}"
  read -r -t 30 line <&"${server[0]}" || fail "no answer to $1"
  printf '%s\n' "$line"
}
call() { # TOOL ARGUMENTS
  ask '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"'"$1"'","arguments":'"$2"'}}'
}
expect() { # WHAT ANSWER TEXT
  case $2 in *"$3"*) ;; *) fail "$1: no \"$3\" in $2" ;; esac
}
expect_not() { # WHAT ANSWER TEXT
  case $2 in *"$3"*) fail "$1: \"$3\" in $2" ;; esac
}
ask '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"watcher","version":"1"}}}' >/dev/null
echo '{"jsonrpc":"2.0","method":"notifications/initialized"}' >&"${server[1]}"

find_one='{"session":"first"}'
note='{"session":"first","entries":[{"type":"note","text":"by the server"}]}'
"$clew" start "The first goal" --id first >/dev/null || fail "start"
for _ in 1 2; do
  answer=$(call session_find "$find_one")
  expect "a session" "$answer" "The first goal"
done

"$clew" note -s first "written by another" >/dev/null || fail "note"
expect "another's write" "$(call session_find "$find_one")" "written by another"
"$clew" start "The second goal" --id second >/dev/null || fail "start"
expect "another's session" "$(call session_find '{"all":true}')" "The second goal"

expect "before off" "$(call session_log "$note")" "recorded 1 entry"
"$clew" off >/dev/null || fail "off"
expect "off" "$(call session_log "$note")" "clew is off"
"$clew" on >/dev/null || fail "on"
expect "on" "$(call session_log "$note")" "recorded 1 entry"

CLEW_STORE="$folder/other/clew.db" "$clew" start "The other goal" --id other >/dev/null || fail "start"
CLEW_STORE="$folder/other/clew.db" "$clew" note -s other "in the other store" >/dev/null || fail "note"
rm -r "$folder/store"
removed=$(call session_find '{"all":true}')
expect_not "a removed store" "$removed" "The first goal"
mv "$folder/other" "$folder/store"
replaced=$(call session_find '{"all":true}')
expect "a replaced store" "$replaced" "The other goal"
expect "a replaced store's session" "$(call session_find '{"session":"other"}')" "in the other store"
expect "a write to it" "$(call session_log "${note/first/other}")" "recorded 1 entry"
expect "what the write left" "$("$clew" log other)" "by the server"
"$clew" verify --all >/dev/null || fail "verify"
exit $failed
