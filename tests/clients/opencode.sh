#!/usr/bin/env bash
# opencode, offline: after `clew setup` its plugin records by itself, and whoever comes next opens
# with the brief.
source "$(dirname "$0")/lib.sh"
opencode=$(ls "$modules"/opencode-linux-*/bin/opencode 2>/dev/null | head -1)
[ -x "$opencode" ] || skip "opencode does not exist for this machine"
ln -s "$opencode" "$home/bin/opencode"
start_mock one mock_anthropic.mjs
one=$port
run_opencode() { (cd "$work" && exec timeout --foreground 200 "${base[@]}" opencode "$@"); }
agent() { run_opencode run "$@"; }
ask() { agent "$@" </dev/null >"$folder/one/client.log" 2>&1; }
config="$home/.config/opencode"
mkdir -p "$config"
cat >"$config/opencode.json" <<END
{
  "\$schema": "https://opencode.ai/config.json",
  // how to reach the model
  "model": "mock/m1",
  "autoupdate": false,
  "provider": {"mock": {"npm": "@ai-sdk/anthropic", "name": "Mock",
    "options": {"baseURL": "http://127.0.0.1:$one/v1", "apiKey": "dummy"},
    "models": {"m1": {"name": "m1", "limit": {"context": 100000, "output": 4000}}}}}
}
END
cp "$config/opencode.json" "$folder/before.json"

claim "setup finds opencode and writes its settings" says "opencode +set up" run_clew setup --yes
claim "the trial of it is recorded and shown" says "a trial run was recorded" run_clew setup opencode --check
claim "opencode mcp list connects" says "clew.*connected" run_opencode mcp list

script one '[]'
began=$SECONDS
ask "what is this?"
claim "its start does not wait for the network" test "$((SECONDS - began))" -lt 110
claim "a folder without a session adds nothing to the first request" \
  says_not "$brief_words" look text "$(first_request one)"
claim "a conversation without work leaves no session" equals "$(count_sessions)" 0

script one "[
  {\"tool\": \"todowrite\", \"input\": {\"todos\": [
    {\"content\": \"Write the greeting\", \"status\": \"in_progress\", \"priority\": \"high\"}]}},
  {\"tool\": \"write\", \"input\": {\"filePath\": \"$work/greeting.txt\", \"content\": \"hello\\nwold\\n\"}},
  {\"tool\": \"edit\", \"input\": {\"filePath\": \"$work/greeting.txt\", \"oldString\": \"wold\",
    \"newString\": \"world\"}},
  {\"tool\": \"bash\", \"input\": {\"command\": \"echo broken; exit 3\", \"description\": \"try it\"}},
  {\"say\": \"The greeting stands; the test is still missing.\"}]"
ask "Greet the world politely"
claim "it left one session" equals "$(count_sessions)" 1
keep_log
hash=$(sha256sum "$work/greeting.txt" | cut -d' ' -f1)
claim "its edits are in the log with the right hash" \
  says "greeting.txt.*$hash" look events "$folder/log.json" file_changed
claim "the prompt is the person's, without quotation marks" \
  says '"text":"Greet the world politely"' look events "$folder/log.json" instruction_given
claim "the command that failed is there with its exit code" \
  says 'broken.*"exit_code":3' look events "$folder/log.json" command_ran
claim "the item of its list is a step" says "Write the greeting" look events "$folder/log.json" step_added
claim "its last words end the turn" \
  says "end of turn.*the test is still missing" look events "$folder/log.json" checkpoint_made

script one '[]'
ask "go on"
claim "the next start's first request holds the brief; no clew command was typed" \
  look has "$(first_request one)" "Greet the world politely" "greeting.txt"

script one "[{\"tool\": \"bash\", \"input\": {\"command\": \"echo actor \$CLEW_ACTOR\", \"description\": \"say\"}}]"
ask --continue "who are you?"
claim "a resumed conversation gets the brief" \
  look has "$(first_request one)" "Greet the world politely" "greeting.txt"
claim "its shell knows who it is" look has "$(last_request one)" "actor opencode:"

script one '[{"tool": "clew_session_log", "input": {"entries": [
  {"type": "decision", "text": "English only", "why": "nobody asked for more"}]}}]'
ask --continue "decide"
keep_log
claim "a tool call through MCP is recorded once" \
  equals "$(look events "$folder/log.json" decision_made | grep -c 'English only')" 1
claim "and is by the agent whose plugin records" equals "$(actor_of_tool)" same

run_opencode export "$(run_opencode session list --format json | grep -oE 'ses_[A-Za-z0-9]+' | tail -1)" \
  >"$folder/export.json" 2>/dev/null
claim "its export is known as a transcript" says "opencode" run_clew import "$folder/export.json" --dialect opencode

claim "removed, its settings are gone" says "clew removed" run_clew setup --remove --yes
claim "and are what they were" cmp "$folder/before.json" "$config/opencode.json"
claim "without the plugin" equals "$(find "$config" -name 'clew*' -o -name 'package*.json' | wc -l)" 0

rm "$home/bin/clew"
mkdir -p "$config/plugin"
cp "$here/../../integrations/opencode/clew.js" "$config/plugin/"
script one '[{"say": "still here"}]'
claim "without the program the plugin is silent" says "still here" agent "are you there?"
finish
