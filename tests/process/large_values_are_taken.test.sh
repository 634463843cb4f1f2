#!/usr/bin/env bash
# Values larger than an event may be, by every way in: recorded whole, kept apart, checked, and no
# command is refused because of one.
set -euo pipefail
. "$CLEW_SOURCE_DIR/tests/process/git_place.sh"
export USER=ana
fixtures=$CLEW_SOURCE_DIR/tests/fixtures
failed=0
fail() { echo "FAILED: $*" | cut -c1-400; failed=1; }
clew() { "$CLEW_BIN" "$@"; }
large=$(seq 1 70000 | tr '\n' ' ') # 408,894 bytes
printf '{"log":"%s"}' "$large" >"$work/evidence.json"
large_contents() { clew verify "$@" | sed -n 's/.* \([0-9]*\) contents.*/\1/p'; }
place() { mkdir -p "$work/$1" && cd "$work/$1" && git init -q; }
# taken SESSION HOW: a change after the edit is recorded, with the large value, and the view follows.
taken() {
  local said
  said=$(clew note -s "$1" "after it" 2>&1) || fail "$2: a note is refused: $said"
  grep -q "left unchanged" <<<"$said" && fail "$2: the view does not follow: $said"
  [ "$(large_contents "$1")" -ge 1 ] || fail "$2: the value is not kept: $(clew verify "$1")"
  clew view list | grep "^$1 " | grep -q "clean$" || fail "$2: $(clew view list)"
}

place essay
clew start "An essay" --id essay --dialect essay >/dev/null
printf 'remark: "%s"\n' "$large" >>"$(find "$HOME" . -name session-state.yaml)"
taken essay "a value of an essay"

place workflow
mkdir workflows && cp -r "$fixtures/workflow/workflows/release_v2" workflows/
clew start "A release" --id workflow --workflow workflows/release_v2 --target v.h --dialect workflow >/dev/null
state=$(find .praxis-os -name '*.json')
sed -i "s/\"metadata\": {[^}]*}/\"metadata\": {\"log\": \"$(cut -c1-100000 <<<"$large")\"}/" "$state"
clew done 0.1 -s workflow >/dev/null
clew done 0.2 -s workflow >/dev/null
clew done 0 -s workflow branch_cut=true --evidence-file "$work/evidence.json" >/dev/null || fail "large evidence is refused"
taken workflow "evidence of a phase"
grep -q "69999 70000" "$state" || fail "the evidence is not in the view"

place feature
clew start "An export" --id feature --step Plan --step Build --model opus --dialect feature >/dev/null
tree=$(dirname .ai-session/*/history.jsonl)
clew done 1 -s feature >/dev/null
printf '%s\n' "{\"timestamp\":\"2026-11-18T10:00:00.000Z\",\"command\":\"/build\",\"arguments\":\"$large\",\"model\":\"opus\",\"agent\":\"a\",\"task_id\":\"step-1\",\"status\":\"success\",\"duration_ms\":1}" >>"$tree/history.jsonl"
taken feature "arguments in a history"
sed -i "0,/description: \"\"/s//description: \"$(cut -c1-100000 <<<"$large")\"/" "$tree/implementation-plan.yaml"
taken feature "a description in a plan"
clew validate "$tree" >/dev/null || fail "the tree is not valid: $(clew validate "$tree")"

place orchestration
clew start "An orchestra" --id orchestration --step a --step b --dialect orchestration >/dev/null
state=$(find .craft -name '*-*.json')
python3 - "$state" "$work/evidence.json" <<'P'
import json, sys
state, log = json.load(open(sys.argv[1])), json.load(open(sys.argv[2]))["log"]
state["decisions_made"] = [{"decision": "which way", "context": "a fork", "options": ["east", "west"], "chosen": "east", "reasoning": log, "timestamp": state["created_at"]}]
state["metadata"] = {"log": log}
json.dump(state, open(sys.argv[1], "w"), indent=2)
P
taken orchestration "the reasoning of a decision"

# Each of these trees is imported elsewhere, and says the same there.
place elsewhere
for tree in "$HOME"/.local/state/clew/essay/* "$work/workflow/.praxis-os" "$work/feature/.ai-session" "$work/orchestration/.craft"; do
  CLEW_STORE=$work/home/other.db clew import "$tree" >"$work/out" 2>&1 || fail "$tree is not imported: $(cat "$work/out")"
done
CLEW_STORE=$work/home/other.db clew verify --all | grep -q "^4 sessions.*all intact" || fail "imported: $(CLEW_STORE=$work/home/other.db clew verify --all)"

# Agents: prompts, inputs and output of tools, arguments of MCP tools.
place agents
event() { printf '{"session_id":"5c0ffee1-2b3c-4d5e-8f90-000000000001","cwd":"%s","hook_event_name":"%s",%s}' "$PWD" "$1" "$2" | clew hook claude-code >/dev/null || fail "the hook $1 fails"; }
event UserPromptSubmit "\"prompt\":\"Count. $large\""
printf 'x\n' >a.txt
event PostToolUse "\"tool_name\":\"Write\",\"tool_use_id\":\"t1\",\"tool_input\":{\"file_path\":\"$PWD/a.txt\",\"content\":\"$large\"},\"tool_response\":{\"type\":\"create\"}"
event PostToolUse "\"tool_name\":\"Bash\",\"tool_use_id\":\"t2\",\"tool_input\":{\"command\":\"make all\"},\"tool_response\":{\"stdout\":\"$large\",\"stderr\":\"\"}"
session=$(clew list --json | sed -n 's/.*"id":"\([^"]*\)".*/\1/p' | head -1)
clew log "$session" | grep -q "make all" || fail "a command with much output is not recorded: $(clew log "$session")"
clew log "$session" | grep -q "a.txt" || fail "a large file is not recorded"
clew start "Measured" --id measured --step one --step two >/dev/null
{
  printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}'
  printf '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"session_update","arguments":{"session":"%s","action":"done","evidence":{"log":"%s"}}}}\n' measured "$large"
} | clew mcp >"$work/out" 2>/dev/null
grep '"id":2' "$work/out" | grep -q '"isError":true\|"error"' && fail "MCP: $(grep '"id":2' "$work/out")"
[ "$(large_contents measured)" = 1 ] || fail "MCP: the value is not kept"
clew verify --all | grep -q "all intact" || fail "the store: $(clew verify --all)"

# What was kept apart is checked like everything else.
python3 - "$CLEW_STORE" <<'P' || exit 1
import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
row, data = store.execute("select rowid, data from blobs order by length(data) desc limit 1").fetchone()
store.execute("update blobs set data = ? where rowid = ?", (data[:-9] + b"x" * 9, row))
store.commit()
P
said=$(clew verify --all 2>&1) && fail "a damaged content is not found: $said"
grep -q "content\|payload" <<<"$said" || fail "a damaged content is not named: $said"
clew verify --all >/dev/null 2>&1 && fail "a damaged content is found once only"
clew note -s essay "goes on" >/dev/null || fail "a damaged content stops another session"
exit $failed
