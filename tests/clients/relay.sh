#!/usr/bin/env bash
# One piece of work, handed on: Claude Code is killed, Codex goes on, then Gemini CLI, then Claude Code
# again. Nobody types a command of clew's; all of it is in the log of one session, and the last one
# opens with what the first was asked and what the others said.
source "$(dirname "$0")/lib.sh"
claude="$modules/@anthropic-ai/claude-code-linux-x64/claude"
codex=$(ls "$modules"/@openai/codex-linux-*/vendor/*/bin/codex 2>/dev/null | head -1)
gemini="$modules/@google/gemini-cli/bundle/gemini.js"
[ -x "$claude" ] && [ -x "$codex" ] && [ -e "$gemini" ] || skip "not all of the agents exist for this machine"

start_mock claude mock_anthropic.mjs
claude_port=$port
start_mock codex mock_openai.mjs
codex_port=$port
start_mock gemini mock_gemini.mjs
gemini_port=$port
mkdir -p "$home/.claude" "$home/.codex" "$home/.gemini"
cat >"$home/.codex/config.toml" <<END
approval_policy = "never"
sandbox_mode = "danger-full-access"
model_provider = "mock"

[model_providers.mock]
name = "mock"
base_url = "http://127.0.0.1:$codex_port/v1"
wire_api = "responses"

[tools.update_plan]
enabled = true
END
echo '{"security": {"auth": {"selectedType": "gemini-api-key"}}}' >"$home/.gemini/settings.json"
in_work() { (cd "$work" && exec timeout --foreground 120 "${base[@]}" "$@"); }
run_claude() {
  in_work DISABLE_AUTOUPDATER=1 ANTHROPIC_BASE_URL="http://127.0.0.1:$claude_port" ANTHROPIC_API_KEY=dummy \
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 "$claude" -p "$@" --permission-mode acceptEdits \
    --allowedTools "Write,Edit,Bash,TodoWrite,TaskCreate,TaskUpdate"
}
run_codex() {
  in_work OPENAI_API_KEY=dummy "$codex" exec --skip-git-repo-check --dangerously-bypass-hook-trust "$@"
}
run_gemini() {
  in_work GEMINI_CLI_TRUST_WORKSPACE=true GEMINI_API_KEY=dummy \
    GOOGLE_GEMINI_BASE_URL="http://127.0.0.1:$gemini_port" node "$gemini" --yolo -m gemini-2.5-flash -p "$@"
}
run_clew setup --yes >"$folder/setup.log" 2>&1 || { cat "$folder/setup.log"; exit 1; }

script claude "[
  {\"tool\": \"Write\", \"input\": {\"file_path\": \"$work/invoice.py\", \"content\": \"def total(): return 1\\n\"}},
  {\"tool\": \"Bash\", \"input\": {\"command\": \"echo 'E assert 1 == 2'; echo '1 failed in 0.1s'; exit 1\"}},
  {\"hang\": true}]"
until_hang claude run_claude "Round the invoice totals in invoice.py. Never touch the billing tables."
claim "the killed one left one session" equals "$(count_sessions)" 1

script codex "[
  {\"tool\": \"update_plan\", \"input\": {\"explanation\": \"The rounding comes before the export\", \"plan\": [
    {\"step\": \"Round the totals\", \"status\": \"in_progress\"}, {\"step\": \"Export them\", \"status\": \"pending\"}]}},
  {\"patch\": \"*** Begin Patch\\n*** Update File: invoice.py\\n@@\\n-def total(): return 1\\n+def total(): return 2\\n*** End Patch\\n\"},
  {\"say\": \"Rounding works in invoice.py; the export is still open because the printer module is missing.\"}]"
run_codex "Continue with invoice.py" </dev/null >"$folder/codex/client.log" 2>&1

script gemini "[
  {\"tool\": \"write_file\", \"input\": {\"file_path\": \"$work/export.py\", \"content\": \"import invoice\\n\"}},
  {\"tool\": \"run_shell_command\", \"input\": {\"command\": \"echo '3 passed in 0.2s'\"}},
  {\"say\": \"The export in export.py stands, next comes the header of invoice.py.\"}]"
run_gemini "Continue: the export of invoice.py" </dev/null >"$folder/gemini/client.log" 2>&1

script claude '[{"say": "I have read it."}]'
run_claude "Continue with invoice.py" </dev/null >"$folder/claude/client.log" 2>&1

claim "all of it is one session" equals "$(count_sessions)" 1
keep_log
logged() { says "$2" look events "$folder/log.json" "$1"; }
claim "with the first prompt" logged instruction_given "Never touch the billing tables"
claim "the command that failed under the killed one" logged command_ran '"outcome":"failure"'
claim "the plan of the second" logged step_added "Export them"
claim "its edit" logged file_changed 'invoice.py.*codex|codex.*invoice.py'
claim "its last words" logged checkpoint_made "the printer module is missing"
claim "the file of the third" logged file_changed "export.py"
claim "its last words too" logged checkpoint_made "next comes the header of invoice.py"
for name in claude-code codex gemini; do
  claim "and $name is among the actors" says "\"actor\": ?\"$name:" cat "$folder/log.json"
done
claim "the last one's first request holds the goal and the files" \
  look has "$(first_request claude)" "Round the invoice totals" "invoice.py" "export.py"
finish
