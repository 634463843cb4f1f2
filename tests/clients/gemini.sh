#!/usr/bin/env bash
# Gemini CLI, offline: after `clew setup` it records by itself, and whoever comes next opens with
# the brief.
source "$(dirname "$0")/lib.sh"
gemini="$modules/@google/gemini-cli/bundle/gemini.js"
[ -e "$gemini" ] || skip "Gemini CLI is not installed"

start_mock one mock_gemini.mjs
one=$port
start_mock two mock_gemini.mjs
two=$port
mkdir -p "$home/.gemini"
echo '{"security": {"auth": {"selectedType": "gemini-api-key"}}} // how to sign in' \
  >"$home/.gemini/settings.json"
run_gemini() {
  (cd "$work" && exec timeout --foreground 120 "${base[@]}" GEMINI_CLI_TRUST_WORKSPACE=true "${extra[@]}" \
    node "$gemini" "$@")
}
extra=()
# agent PORT ARGUMENTS…
agent() {
  local extra=(GEMINI_API_KEY=dummy GOOGLE_GEMINI_BASE_URL="http://127.0.0.1:$1")
  shift
  run_gemini --yolo -m gemini-2.5-flash "$@"
}
ask() { agent "$one" "$@" </dev/null >"$folder/one/client.log" 2>&1; }
brief_is_in() {
  look has "$1" "Greet the world politely" "Write the greeting" "greeting.txt" &&
    look brief "$1" "$folder/brief.txt"
}
compressed_with_brief() {
  look has "$1" $'</state_snapshot>\n\nclew ' "Greet the world politely" "Write the greeting" "greeting.txt"
}

claim "setup finds Gemini CLI and writes its settings" says "Gemini CLI +set up" run_clew setup --yes
claim "gemini mcp list connects" says "clew.*Connected" run_gemini mcp list

script one '[]'
ask -p "what is this?"
claim "a folder without a session adds nothing to the first request" \
  says_not "$brief_words" look text "$(first_request one)"
claim "a conversation without work leaves no session" equals "$(count_sessions)" 0

script one "[
  {\"tool\": \"write_todos\", \"input\": {\"todos\": [
    {\"description\": \"Write the greeting\", \"status\": \"in_progress\"}]}},
  {\"tool\": \"write_file\", \"input\": {\"file_path\": \"$work/greeting.txt\",
    \"content\": \"hello\\nworld\\n\"}},
  {\"hang\": true}]"
until_hang one agent "$one" -p "Greet the world politely"
claim "the killed agent left one session" equals "$(count_sessions)" 1
keep_log
hash=$(sha256sum "$work/greeting.txt" | cut -d' ' -f1)
claim "its edit is in the log with the right hash" \
  says "greeting.txt.*$hash" look events "$folder/log.json" file_changed

keep_brief
script one '[]'
ask -p "go on"
claim "the next start's first request holds the brief; no clew command was typed" \
  brief_is_in "$(first_request one)"

keep_brief
script one '[]'
ask --resume latest -p "and on"
claim "a resumed conversation gets the brief" brief_is_in "$(first_request one)"

script one '[{"tool": "mcp_clew_session_log", "input": {"entries": [
  {"type": "decision", "text": "English only", "why": "nobody asked for more"}]}}]'
ask --resume latest -p "decide"
keep_log
claim "a tool call through MCP is recorded once" \
  equals "$(look events "$folder/log.json" decision_made | grep -c 'English only')" 1
claim "and is by the agent whose hooks record" equals "$(actor_of_tool)" same

script one "[{\"tool\": \"write_file\", \"input\": {\"file_path\": \"$work/more.txt\", \"content\": \"x\\n\"},
  \"tokens\": 600000}]"
ask --resume latest -p "write more"
claim "a compressed conversation has its summary and the brief behind it" \
  compressed_with_brief "$(last_request one)"
keep_log
claim "the summary is kept as a note" says "Summary at compaction" look events "$folder/log.json" note_added

work="$folder/shared"
mkdir -p "$work"
for name in one two; do
  script $name "[{\"tool\": \"write_file\", \"input\": {\"file_path\": \"$work/$name.txt\",
    \"content\": \"$name\\n\"}}, {\"hang\": true}]"
done
keep_apart -p

# Hooks of the user and of the project both run, and tell the same.
work="$folder/doubled"
mkdir -p "$work"
run_clew setup gemini --project --yes >/dev/null
run='{"tool": "run_shell_command", "input": {"command": "echo again"}}'
script one "[{\"tool\": \"write_file\", \"input\": {\"file_path\": \"$work/doubled.txt\",
  \"content\": \"x\\n\"}}, $run, $run]"
ask -p "run it twice"
keep_log
claim "with hooks of two scopes each run of a command is recorded once" \
  equals "$(look events "$folder/log.json" command_ran | grep -c again)" 2
work="$folder/shared"

claim "removed, its settings are gone" says "clew removed" run_clew setup --remove --yes
claim "and the server with them" says_not "clew" run_gemini mcp list
claim "the person's comment is still there" says "// how to sign in" cat "$home/.gemini/settings.json"

# The extension instead of setup.
extension="$here/../../integrations/gemini"
claim "the extension is valid" says "successfully validated" run_gemini extensions validate "$extension"
claim "and can be installed" \
  says "installed successfully" run_gemini extensions install "$extension" --consent
work="$folder/plugged"
mkdir -p "$work"
script one "[{\"tool\": \"write_file\", \"input\": {\"file_path\": \"$work/plugged.txt\",
  \"content\": \"x\\n\"}}]"
ask -p "use the extension"
keep_log
claim "with the extension alone an edit is recorded" \
  says "plugged.txt" look events "$folder/log.json" file_changed
finish
