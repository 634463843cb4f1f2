#!/usr/bin/env bash
# An agent's hooks and its MCP server are one actor with one session, and two agents in one folder
# never mix: neither by hooks nor by tools. One that was started in the shell of another is not the
# other, whatever it inherits.
set -euo pipefail
. "$CLEW_SOURCE_DIR/tests/process/git_place.sh"
export XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache USER=ana
project=$work/project
mkdir "$project" && cd "$project"
failed=0
fail() { echo "FAILED: $*"; failed=1; }
# An agent is a process that runs what it is told, line by line. Named so, it is taken for no shell.
cp "$(command -v bash)" "$work/claude"
declare -A to from
started=() agents=0
trap 'kill "${started[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT
start_agent() { # its number is then in $agent
  local in out number=$((++agents))
  mkfifo "$work/in$number" "$work/out$number"
  exec {in}<>"$work/in$number" {out}<>"$work/out$number"
  "$work/claude" -c 'while read -r line; do eval "$line" || true; echo; echo "=end="; done' \
    <&"$in" >&"$out" &
  agent=$!
  started+=("$agent") to[$agent]=$in from[$agent]=$out
}
in_agent() { # PID COMMAND: what it prints
  local line
  echo "$2" >&"${to[$1]}"
  while read -r -t 30 line <&"${from[$1]}"; do
    [ "$line" = "=end=" ] && break
    printf '%s\n' "$line"
  done
}
start_agent && first=$agent
start_agent && second=$agent
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
request() { # TOOL ARGUMENTS [CLIENT]
  printf '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":%s,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"%s","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}\n' "$1" "$2" "${3:-claude-code}" >"$work/request"
}
call() { # PID TOOL ARGUMENTS
  request "$2" "$3"
  in_agent "$1" "timeout 20 '$CLEW_BIN' mcp <'$work/request'"
}
decides() { call "$1" session_log "{\"entries\":[{\"type\":\"decision\",\"text\":\"$2\"}]}"; }
goals() { "$CLEW_BIN" list --json | grep -o '"goal":"[^"]*"' | sort | tr '\n' ' '; }

event $first $a UserPromptSubmit '"prompt":"Task of A"'
edit $first $a a.txt
event $second $c SessionStart '"source":"startup"' >/dev/null
event $second $c UserPromptSubmit '"prompt":"Task of C"'
told=$(decides $second "C decides")
grep -q '"isError":true' <<<"$told" && grep -q "claude-code:11111111 is working in it" <<<"$told" ||
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
start_agent && third=$agent
d=33333333-aaaa-4bbb-8ccc-000000000003
event $third $d UserPromptSubmit '"prompt":"What D was asked"'
told=$(call $third session_start '{"goal":"Task of D","steps":[{"title":"One"}]}')
id=$(grep -o '"session":"[^"]*"' <<<"$told" | head -1 | cut -d'"' -f4)
edit $third $d d.txt
"$CLEW_BIN" log -s "$id" --json --limit 100 | grep -q '"path":"d.txt"' || fail "the edit did not follow the tool's session"
"$CLEW_BIN" log -s "$id" --json --limit 100 | grep -q "What D was asked" || fail "the prompt was lost"
[ "$("$CLEW_BIN" list --json | grep -o '"goal"' | wc -l)" = 3 ] || fail "sessions: $(goals)"

# Agents that the first one started: they inherit its name and its number.
inherited="CLEW_ACTOR=claude-code:11111111 CLAUDE_PID=$first"
inner() { # PROGRAM COMMAND: what an agent of that program does in the shell of the first one
  cp "$work/claude" "$work/$1" 2>/dev/null || true
  printf '%s\ntrue\n' "$2" >"$work/command"
  in_agent "$first" "$inherited '$work/$1' '$work/command'"
}
who_said() { # TEXT: the actor of the event
  "$CLEW_BIN" search "$1" --all --json | grep -o '"session":"[^"]*"' | cut -d'"' -f4 | sort -u | while read -r id; do
    "$CLEW_BIN" log -s "$id" --json --limit 200 | grep -o "\"actor\":\"[^\"]*\"[^}]*$1" | cut -d'"' -f4
  done | tail -1
}
for client in claude-code codex-mcp-client gemini-cli-mcp-client; do
  request session_start "{\"goal\":\"Inner work of $client\"}" $client
  told=$(inner claude "timeout 20 '$CLEW_BIN' mcp <'$work/request'")
  grep -q '"isError":true' <<<"$told" && fail "$client inside of another cannot begin: $told"
  who=$(who_said "Inner work of $client")
  case $who in
    claude-code:11111111 | "") fail "$client inside of another is recorded as: $who" ;;
    $client:*) ;;
    *) fail "$client inside of another is called $who" ;;
  esac
done
# Without hooks it is known by its process, to its tools and to the commands it runs.
request session_start '{"goal":"Goal without hooks"}'
inner claude "timeout 20 '$CLEW_BIN' mcp <'$work/request'; '$CLEW_BIN' note 'Note without hooks'" >/dev/null
who=$(who_said "Goal without hooks")
case $who in
  claude-code:11111111 | "") fail "an inner agent without hooks is recorded as: $who" ;;
  claude-code:*) ;;
  *) fail "an inner agent without hooks is called $who" ;;
esac
[ "$(who_said "Note without hooks")" = "$who" ] || fail "its command is by $(who_said "Note without hooks"), not $who"
# Its hooks say who it is, to its tools and to the commands it runs.
e=44444444-aaaa-4bbb-8ccc-000000000004
printf '{"session_id":"%s","cwd":"%s","hook_event_name":"UserPromptSubmit","prompt":"Inner task"}' $e "$project" >"$work/prompt"
request session_start '{"goal":"Goal by tool"}'
inner claude "CLAUDE_PID=\$\$ '$CLEW_BIN' hook claude-code <'$work/prompt'; timeout 20 '$CLEW_BIN' mcp <'$work/request'; '$CLEW_BIN' note 'Note by command'" >/dev/null
for text in "Goal by tool" "Note by command"; do
  [ "$(who_said "$text")" = claude-code:44444444 ] || fail "\"$text\" inside of another is by: $(who_said "$text")"
done
# A name that somebody chose holds.
request session_start '{"goal":"Chosen name"}'
in_agent "$first" "CLEW_ACTOR=reviewer timeout 20 '$CLEW_BIN' mcp <'$work/request'" >/dev/null
[ "$(who_said "Chosen name")" = reviewer ] || fail "a chosen name became: $(who_said "Chosen name")"

# An agent that is gone holds nothing.
kill "${started[@]}"
wait 2>/dev/null || true
started=()
start_agent
for other in $("$CLEW_BIN" list --json | grep -o '"session":"[^"]*"' | cut -d'"' -f4); do
  [ "$other" = "$id" ] || "$CLEW_BIN" close -s "$other" --aborted >/dev/null
done
told=$(decides $agent "a newcomer decides")
grep -q '"isError":true' <<<"$told" && fail "the session of an agent that is gone is held: $told"
exit $failed
