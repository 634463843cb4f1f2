#!/usr/bin/env bash
# An agent's hooks and its MCP server are one actor with one session, and two agents in one folder
# never mix: neither by hooks nor by tools.
set -euo pipefail
. "$CLEW_SOURCE_DIR/tests/process/git_place.sh"
export XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache USER=ana
project=$work/project
mkdir "$project" && cd "$project"
failed=0
fail() { echo "FAILED: $*"; failed=1; }
sleep 300 & first=$!
sleep 300 & second=$!
trap 'kill $first $second 2>/dev/null || true; rm -rf "$work"' EXIT
a=11111111-aaaa-4bbb-8ccc-000000000001
c=22222222-aaaa-4bbb-8ccc-000000000002
event() { # PID ID EVENT FIELDS
  printf '{"session_id":"%s","cwd":"%s","hook_event_name":"%s"%s}' "$2" "$project" "$3" "${4:+,$4}" |
    CLAUDE_PID=$1 "$CLEW_BIN" hook claude-code
}
edit() { # PID ID FILE
  printf 'x\n' >"$3"
  event "$1" "$2" PostToolUse "\"tool_name\":\"Write\",\"tool_use_id\":\"$RANDOM$RANDOM\",\"tool_input\":{\"file_path\":\"$project/$3\"},\"tool_response\":{\"type\":\"create\"}"
}
meta='"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"claude-code","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}'
call() { # PID TOOL ARGUMENTS
  printf '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":%s,%s}}\n' "$2" "$3" "$meta" |
    CLAUDE_PID=$1 timeout 20 "$CLEW_BIN" mcp
}
decides() { call "$1" session_log "{\"entries\":[{\"type\":\"decision\",\"text\":\"$2\"}]}"; }
goals() { "$CLEW_BIN" list --json | grep -o '"goal":"[^"]*"' | sort | tr '\n' ' '; }

event $first $a UserPromptSubmit '"prompt":"Task of A"'
edit $first $a a.txt
event $second $c SessionStart '"source":"startup"' >/dev/null
event $second $c UserPromptSubmit '"prompt":"Task of C"'
told=$(decides $second "C decides")
grep -q '"isError":true' <<<"$told" && grep -q "claude-code:11111111 is at work in it" <<<"$told" ||
  fail "a second agent was let into the session of the first: $told"
grep -q 'session_start' <<<"$told" || fail "the refusal does not say what to do: $told"
told=$(decides $first "A decides")
grep -q '"isError":true' <<<"$told" && fail "the first agent's tools do not know its session: $told"
edit $second $c c.txt
told=$(decides $second "C decides")
grep -q '"isError":true' <<<"$told" && fail "the second agent's tools do not know its session: $told"
told=$(decides $first "A decides again")
grep -q '"isError":true' <<<"$told" && fail "the first agent's session was lost: $told"
[ "$(goals)" = '"goal":"Task of A" "goal":"Task of C" ' ] || fail "sessions: $(goals)"
for id in $("$CLEW_BIN" list --json | grep -o '"session":"[^"]*"' | cut -d'"' -f4); do
  actors=$("$CLEW_BIN" log -s "$id" --json --limit 100 | grep -o '"actor":"claude-code:[^"]*"' | sort -u | wc -l)
  [ "$actors" = 1 ] || fail "$id was written to by $actors agents"
done

# A session that is begun by a tool is where the hooks go, too; the prompt comes along.
cd "$project"
sleep 300 & third=$!
trap 'kill $first $second $third 2>/dev/null || true; rm -rf "$work"' EXIT
d=33333333-aaaa-4bbb-8ccc-000000000003
event $third $d UserPromptSubmit '"prompt":"What D was asked"'
told=$(call $third session_start '{"goal":"Task of D","steps":[{"title":"One"}]}')
id=$(grep -o '"session":"[^"]*"' <<<"$told" | head -1 | cut -d'"' -f4)
edit $third $d d.txt
"$CLEW_BIN" log -s "$id" --json --limit 100 | grep -q '"path":"d.txt"' || fail "the edit did not follow the tool's session"
"$CLEW_BIN" log -s "$id" --json --limit 100 | grep -q "What D was asked" || fail "the prompt was lost"
[ "$("$CLEW_BIN" list --json | grep -o '"goal"' | wc -l)" = 3 ] || fail "sessions: $(goals)"

# An agent that is gone holds nothing.
kill $first $second $third
wait 2>/dev/null || true
for other in $("$CLEW_BIN" list --json | grep -o '"session":"[^"]*"' | cut -d'"' -f4); do
  [ "$other" = "$id" ] || "$CLEW_BIN" close -s "$other" --aborted >/dev/null
done
told=$(decides $$ "a newcomer decides")
grep -q '"isError":true' <<<"$told" && fail "the session of an agent that is gone is held: $told"
exit $failed
