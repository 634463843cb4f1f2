#!/usr/bin/env bash
# Folders that are gone, and folders that nobody knows: a hook records the work where it belongs, a
# command is refused, and neither takes another folder for the one that was meant.
set -u
clew="${CLEW_BIN:?}"
if [ ! -x "$clew" ]; then echo "skipped: $clew is not built"; exit 77; fi
folder=$(cd "$(mktemp -d)" && pwd -P)
trap 'rm -rf "$folder"' EXIT
project="$folder/project"
mkdir -p "$project/build" "$folder/elsewhere"
cd "$project" || exit 1
git init -q .
failures=0
fail() { echo "FAILED: $*"; failures=$((failures + 1)); }
started=
run() { env -i PATH="$PATH" HOME="$folder/home" USER=ana CLAUDE_PROJECT_DIR="$started" "$clew" "$@"; }

# edit CONVERSATION CWD FILE: an agent wrote a file.
edit() {
  echo "$1" >"$project/$3"
  printf '{"session_id":"%s","cwd":"%s","hook_event_name":"PostToolUse","tool_name":"Write","tool_use_id":"%s","tool_input":{"file_path":"%s","content":"x"},"tool_response":{"type":"create"}}' \
    "$1" "$2" "$1" "$project/$3" | run hook claude-code || fail "$1: exit $?"
}
# recorded CONVERSATION FILE: that file is in the log of a session which that agent began here.
recorded() {
  local id
  for id in $(cd "$project" && run list --json | grep -o '"session":"[^"]*"' | cut -d'"' -f4); do
    run log "$id" | grep -q "claude-code:$1  created $2" && return
  done
  fail "$1: $2 is in no log of this project"
}

rmdir "$project/build"
edit deleted "$project/build/deeper" a.txt
recorded deleted a.txt
edit relative "some/where" b.txt
recorded relative b.txt
edit unknown "/no/such/place" c.txt
recorded unknown c.txt
# Claude Code goes through folders, and says where it was started.
mkdir -p "$project/web"
git -C "$project" -c user.name=a -c user.email=a@b commit -q --allow-empty -m one
started=$project
edit walks "$project/web" web/d.txt
recorded walks web/d.txt

# Options are taken wherever they stand: a refusal would stop the agent.
options() {
  run "$@" <<<"{\"session_id\":\"options\",\"cwd\":\"$project\",\"hook_event_name\":\"PostToolUse\",\"tool_name\":\"Write\",\"tool_input\":{\"file_path\":\"$project/a.txt\"},\"tool_response\":{}}" ||
    fail "$*: exit $?"
  [ -e "$folder/own.db" ] || fail "$*: the store is not used"
  rm -f "$folder"/own.db*
}
options hook claude-code --store "$folder/own.db"
options --store "$folder/own.db" hook claude-code
options hook claude-code --store "$folder/own.db" --json
# One that nobody knows is a line in the log, and nothing goes into another store than was asked for.
before=$(run list --all --json)
run hook claude-code --store "$folder/own.db" --bogus <<<"{\"session_id\":\"odd\",\"cwd\":\"$project\",\"hook_event_name\":\"PostToolUse\",\"tool_name\":\"Write\",\"tool_input\":{\"file_path\":\"$project/a.txt\"},\"tool_response\":{}}" ||
  fail "an unknown option: exit $?"
[ "$(run list --all --json)" = "$before" ] || fail "an unknown option: recorded in another store"
find "$folder" -name hook.log -exec cat {} + | grep -q -e --bogus || fail "an unknown option is not in the log"

said=$(mkdir "$folder/gone" && cd "$folder/gone" && rmdir "$folder/gone" && run start "A goal" 2>&1)
code=$?
[ "$code" = 3 ] || fail "a command in a deleted folder: exit $code: $said"
grep -q "next: cd " <<<"$said" || fail "a deleted folder without a way out: $said"
run list --all | grep -q "A goal" && fail "a session was started for a folder that is gone"
# What clew says of itself needs no folder, no home and no store that can be used.
for words in help version "completion bash" "help setup"; do
  # shellcheck disable=SC2086
  (mkdir "$folder/gone" && cd "$folder/gone" && rmdir "$folder/gone" &&
    env -i PATH="$PATH" CLEW_STORE=postgres://nowhere "$clew" $words >/dev/null) ||
    fail "clew $words needs a folder, or a store"
  # shellcheck disable=SC2086
  env -i PATH="$PATH" "$clew" $words >/dev/null || fail "clew $words needs a HOME"
done

# The server takes the session it is started with.
cd "$folder/elsewhere" || exit 1
run start "One" --id one >/dev/null
run start "Two" --id two >/dev/null
run use --none >/dev/null
call='{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"session_resume","arguments":{}}}'
echo "$call" | run mcp -s two | grep -q "Goal: Two" || fail "clew mcp -s two did not resume two"
echo "$call" | run mcp | grep -q "session_find lists them; name one" || fail "several, and no way to tell"
[ "$failures" = 0 ] && echo "all as expected"
exit "$((failures > 0))"
