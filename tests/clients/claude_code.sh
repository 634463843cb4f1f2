#!/usr/bin/env bash
# Claude Code, offline: after `clew setup` it records by itself, and whoever comes next opens with
# the brief.
source "$(dirname "$0")/lib.sh"
claude="$modules/@anthropic-ai/claude-code-linux-x64/claude"
[ -x "$claude" ] || skip "Claude Code does not exist for this machine"

start_mock one mock_anthropic.mjs
one=$port
start_mock two mock_anthropic.mjs
two=$port
run_claude() { (cd "$work" && exec timeout --foreground 120 "${base[@]}" DISABLE_AUTOUPDATER=1 "${extra[@]}" "$claude" "$@"); }
# agent PORT ARGUMENTS…
agent() {
  local extra=(ANTHROPIC_BASE_URL="http://127.0.0.1:$1" ANTHROPIC_API_KEY=dummy
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 "${inherited[@]}")
  shift
  run_claude "$@" --permission-mode acceptEdits \
    --allowedTools "Write,Edit,Bash(cd web && pwd),TaskCreate,TaskUpdate,mcp__clew__session_log"
}
extra=()
inherited=()
# ask PROMPT ARGUMENTS…: one turn of the first agent, to its end.
ask() { agent "$one" -p "$@" </dev/null >"$folder/one/client.log" 2>&1; }
# The three that matter by name, then all that `clew brief` says.
brief_is_in() {
  look has "$1" "Greet the world politely" "Write the greeting" "greeting.txt" &&
    look brief "$1" "$folder/brief.txt"
}

mkdir -p "$home/.claude"
claim "setup finds Claude Code and writes its settings" says "Claude Code +set up" run_clew setup --yes
claim "claude mcp list connects" says "clew.*Connected" run_claude mcp list

script one '[]'
ask "what is this?"
claim "a folder without a session adds nothing to the first request" \
  says_not "$brief_words" look text "$(first_request one)"
claim "a conversation without work leaves no session" equals "$(count_sessions)" 0

script one "[
  {\"tool\": \"TaskCreate\", \"input\": {\"subject\": \"Write the greeting\",
    \"description\": \"in a file\", \"activeForm\": \"Writing\"}},
  {\"tool\": \"Write\", \"input\": {\"file_path\": \"$work/greeting.txt\",
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
ask "go on" --output-format json
claim "the next start's first request holds the brief; no clew command was typed" \
  brief_is_in "$(first_request one)"
id=$(node -p "JSON.parse(require('fs').readFileSync('$folder/one/client.log')).session_id")

keep_brief
script one '[]'
ask "and on" --resume "$id"
claim "a resumed conversation gets the brief" brief_is_in "$(first_request one)"

printf 'one\r\ntwo\r\n' >"$work/returns.txt"
hash=$(sha256sum "$work/returns.txt" | cut -d' ' -f1)
script one "[{\"tool\": \"Read\", \"input\": {\"file_path\": \"$work/returns.txt\"}},
  {\"tool\": \"Edit\", \"input\": {\"file_path\": \"$work/returns.txt\",
    \"old_string\": \"two\", \"new_string\": \"three\"}}]"
ask "change the second line" --resume "$id"
keep_log
claim "the hash of a file with other line ends before its first edit is in the log" \
  says "returns.txt.*$hash" look events "$folder/log.json" file_changed

# Only what an agent worked on is its own: it edits once, then its context is compacted.
script one "[{\"tool\": \"Edit\", \"input\": {\"file_path\": \"$work/greeting.txt\",
  \"old_string\": \"hello\", \"new_string\": \"good morning\"}}]"
ask "make it kinder" --resume "$id"
script one '[{"say": "A summary without any facts."}]'
ask "/compact" --resume "$id"
keep_brief
script one '[]'
ask "after it" --resume "$id"
claim "after a compaction the brief is there again" brief_is_in "$(first_request one)"
keep_log
claim "the summary is kept as a note" \
  says "A summary without any facts" look events "$folder/log.json" note_added

script one '[{"tool": "mcp__clew__session_log", "input": {"entries": [
  {"type": "decision", "text": "English only", "why": "nobody asked for more"}]}}]'
ask "decide" --resume "$id"
keep_log
claim "a tool call through MCP is recorded once" \
  equals "$(look events "$folder/log.json" decision_made | grep -c 'English only')" 1
claim "and is by the agent whose hooks record" equals "$(actor_of_tool)" same

# As in the shell of another agent: Claude Code passes on to its servers what it was given.
inherited=(CLEW_ACTOR=claude-code:0ddba115 "CLAUDE_PID=$$")
script one '[{"tool": "mcp__clew__session_log", "input": {"entries": [
  {"type": "decision", "text": "Inside of another", "why": "it was started there"}]}}]'
ask "decide again" --resume "$id"
inherited=()
keep_log
claim "started by another agent, it decides" \
  says "Inside of another" look events "$folder/log.json" decision_made
claim "and is itself, not the other" equals "$(actor_of_tool)" same

# A folder of the repository is a project of its own, for whoever starts there.
work="$folder/walk"
mkdir -p "$work/web"
git -C "$work" init -q
git -C "$work" -c user.name=ana -c user.email=ana@laptop commit -q --allow-empty -m one
script one "[{\"tool\": \"Bash\", \"input\": {\"command\": \"cd web && pwd\"}},
  {\"tool\": \"Write\", \"input\": {\"file_path\": \"$work/web/page.txt\", \"content\": \"a\\n\"}}]"
ask "Write the page"
claim "an agent that went into a folder before its first edit is still at the project" \
  says "Write the page" run_clew list

work="$folder/shared"
mkdir -p "$work"
for name in one two; do
  script $name "[{\"tool\": \"Write\", \"input\": {\"file_path\": \"$work/$name.txt\",
    \"content\": \"$name\\n\"}}, {\"hang\": true}]"
done
keep_apart -p

claim "removed, its settings are gone" says "clew removed" run_clew setup --remove --yes
claim "and the server with them" says_not "clew" run_claude mcp list

# The plugin instead of setup.
plugin="$here/../../integrations/claude-code"
claim "the plugin passes the directory's checks" \
  says "Validation passed" run_claude plugin validate "$plugin" --profile directory
work="$folder/plugged"
mkdir -p "$work"
script one "[{\"tool\": \"Write\", \"input\": {\"file_path\": \"$work/plugged.txt\",
  \"content\": \"x\\n\"}}, {\"tool\": \"mcp__plugin_clew_clew__session_log\", \"input\":
  {\"entries\": [{\"type\": \"note\", \"text\": \"by plugin\"}]}}]"
ask "use the plugin" --plugin-dir "$plugin" --allowedTools mcp__plugin_clew_clew__session_log
keep_log
claim "with the plugin alone an edit is recorded" \
  says "plugged.txt" look events "$folder/log.json" file_changed
claim "and its server is called" says "by plugin" look events "$folder/log.json" note_added
finish
