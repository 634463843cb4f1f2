#!/usr/bin/env bash
# Codex, offline: after `clew setup` it records by itself, and whoever comes next opens with the
# brief. Its hooks run without asking only because the test says that they are trusted.
source "$(dirname "$0")/lib.sh"
codex=$(ls "$modules"/@openai/codex-linux-*/vendor/*/bin/codex 2>/dev/null | head -1)
[ -x "$codex" ] || skip "Codex does not exist for this machine"

start_mock one mock_openai.mjs
one=$port
start_mock two mock_openai.mjs
two=$port
mkdir -p "$home/.codex"
settings="approval_policy = \"never\"
sandbox_mode = \"danger-full-access\"
model_provider = \"mock\"

[model_providers.mock]
name = \"mock\"
base_url = \"http://127.0.0.1:$one/v1\"
wire_api = \"responses\"

[tools.update_plan]
enabled = true # its own plans
"
printf '%s' "$settings" >"$home/.codex/config.toml"
run_codex() { (cd "$work" && exec timeout --foreground 120 "${base[@]}" OPENAI_API_KEY=dummy "$codex" "$@"); }
# agent PORT ARGUMENTS…
agent() {
  local at=$1
  shift
  run_codex exec -c "model_providers.mock.base_url=\"http://127.0.0.1:$at/v1\"" \
    --skip-git-repo-check --dangerously-bypass-hook-trust "$@"
}
ask() { agent "$one" "$@" </dev/null >"$folder/one/client.log" 2>&1; }
brief_is_in() {
  look has "$1" "Greet the world politely" "Write the greeting" "greeting.txt" &&
    look brief "$1" "$folder/brief.txt"
}
patch() { printf '*** Begin Patch\\n*** Add File: %s\\n+hello\\n*** End Patch\\n' "$1"; }

claim "setup finds Codex and writes its settings" says "Codex +set up" run_clew setup --yes
claim "codex mcp list shows the server" says "clew .* mcp " run_codex mcp list
claim "the store is writable for it" \
  says "writable_roots = .*/.local/share/clew" cat "$home/.codex/config.toml"

script one '[]'
ask "what is this?"
claim "a folder without a session adds nothing to the first request" \
  says_not "$brief_words" look text "$(first_request one)"
claim "a conversation without work leaves no session" equals "$(count_sessions)" 0

script one "[
  {\"tool\": \"update_plan\", \"input\": {\"plan\": [
    {\"step\": \"Write the greeting\", \"status\": \"in_progress\"}]}},
  {\"patch\": \"$(patch greeting.txt)\"},
  {\"hang\": true}]"
until_hang one agent "$one" "Greet the world politely"
claim "the killed agent left one session" equals "$(count_sessions)" 1
keep_log
hash=$(sha256sum "$work/greeting.txt" | cut -d' ' -f1)
claim "its edit is in the log with the right hash" \
  says "greeting.txt.*$hash" look events "$folder/log.json" file_changed

# Files that clew never saw: one without its last line end, one with longer ones; one that is
# deleted, and one that is moved. Codex's own patches do not tell what they were.
printf 'one\ntwo\nthree' >"$work/cut.txt"
printf 'one  \r\ntwo\r\n' >"$work/long.txt"
printf 'x\r\ny' >"$work/old.txt"
printf 'm\nn\n' >"$work/from.txt"
declare -A before
for name in cut long old from; do before[$name]=$(sha256sum "$work/$name.txt" | cut -d' ' -f1); done
script one "[{\"patch\": \"$(printf '%s\\n' '*** Begin Patch' \
  '*** Update File: cut.txt' @@ ' one' -two +2 '*** Update File: long.txt' @@ ' one' -two +2 \
  '*** Delete File: old.txt' '*** Update File: from.txt' '*** Move to: to.txt' @@ -m +M \
  '*** End Patch')\"}]"
ask "continue, and change them"
keep_log
for name in cut long old from; do
  claim "the hash of $name.txt before its first edit is in the log" \
    says "$name.txt.*\"hash_before\":\"${before[$name]}\"" \
    look events "$folder/log.json" file_changed
done

keep_brief
script one '[]'
ask "go on"
claim "the next start's first request holds the brief; no clew command was typed" \
  brief_is_in "$(first_request one)"

keep_brief
script one '[]'
agent "$one" resume --last "and on" </dev/null >"$folder/one/client.log" 2>&1
claim "a resumed conversation gets the brief" brief_is_in "$(first_request one)"

# Only what an agent worked on is its own: it edits once, then its context is compacted.
script one "[{\"patch\": \"$(patch farewell.txt)\"}]"
agent "$one" resume --last "and say goodbye" </dev/null >"$folder/one/client.log" 2>&1
keep_brief
script one '[{"say": "A summary without any facts."}]'
agent "$one" -c model_auto_compact_token_limit=10 resume --last "after it" </dev/null \
  >"$folder/one/client.log" 2>&1
claim "after a compaction the conversation starts with the summary" \
  look has "$(last_request one)" "A summary without any facts."
sed -i '/^More: /d' "$folder/brief.txt" # the compaction itself is one more event
claim "and the brief is there again" brief_is_in "$(last_request one)"

script one '[{"tool": "session_log", "server": "mcp__clew", "input": {"entries": [
  {"type": "decision", "text": "English only", "why": "nobody asked for more"}]}}]'
agent "$one" resume --last "decide" </dev/null >"$folder/one/client.log" 2>&1
keep_log
claim "a tool call through MCP is recorded once" \
  equals "$(look events "$folder/log.json" decision_made | grep -c 'English only')" 1
claim "and is by the agent whose hooks record" equals "$(actor_of_tool)" same

work="$folder/shared"
mkdir -p "$work"
for name in one two; do script $name "[{\"patch\": \"$(patch $name.txt)\"}, {\"hang\": true}]"; done
keep_apart

run_codex mcp add other -- /bin/true >/dev/null 2>&1
claim "removed, its settings are gone" says "clew removed" run_clew setup --remove --yes
claim "and the server with them" says_not "^clew" run_codex mcp list
claim "what Codex wrote in between is still there" says "^other" run_codex mcp list
claim "and nothing of clew's is left in its config" says_not "clew" cat "$home/.codex/config.toml"
claim "what the person wrote into config.toml is still there" \
  says "enabled = true # its own plans" cat "$home/.codex/config.toml"

# The plugin instead of setup.
run_codex plugin marketplace add "$here/../../integrations" >/dev/null 2>&1
claim "the plugin can be installed" says "Added plugin" run_codex plugin add clew@clew
claim "and brings the server" says "^clew" run_codex mcp list
work="$folder/plugged"
mkdir -p "$work"
script one "[{\"patch\": \"$(patch plugged.txt)\"}]"
ask "use the plugin"
keep_log
claim "with the plugin alone an edit is recorded" \
  says "plugged.txt" look events "$folder/log.json" file_changed
finish
