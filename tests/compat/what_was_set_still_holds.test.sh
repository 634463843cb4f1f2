#!/usr/bin/env bash
# What an earlier clew remembered besides its sessions, family by family: each still has its effect.
# Agents, processes and folders are those of the machine that made the store, and tell nothing here.
set -euo pipefail
. "${CLEW_SOURCE_DIR:?}/tests/compat/place.sh"
. "$here/unpack.sh"
unset CLEW_ACTOR
hook() { # AGENT JSON
  printf '%s' "$2" | "$CLEW_BIN" hook "$1" 2>&1
}
claude() { # ID FOLDER EVENT FIELDS
  hook claude-code "{\"session_id\":\"$1\",\"cwd\":\"$2\",\"hook_event_name\":\"$3\"${4:+,$4}}"
}
wrote() { # ID FOLDER FILE
  printf 'x\n' >"$2/$3"
  claude "$1" "$2" PostToolUse '"tool_name":"Write","tool_use_id":"w-'"$3"'","tool_input":{"file_path":"'"$2/$3"'"},"tool_response":{"type":"create"}'
}
log_of() { "$CLEW_BIN" log "$1" --json; }

# use
cd "$place/plain"
has "use: the session of a folder" '^plain' "$("$CLEW_BIN" use)"
cd "$place/shop"
has "use: the session of a checkout" '^oauth' "$("$CLEW_BIN" use)"
# off, here and everywhere
cd "$place/quiet"
has "off here" 'off' "$("$CLEW_BIN" start "Not this" 2>&1 || true)"
has "off everywhere" 'off' "$("$CLEW_BIN" note "not this" --store "$place/off.db" 2>&1 || true)"
cd "$place/shop"
has "on elsewhere" 'noted|kept' "$("$CLEW_BIN" note "but this" -s oauth --as ana 2>&1)"
# actor, agents: its next edit is recorded where it is bound, though another session is meant here
"$CLEW_BIN" use leased >/dev/null
wrote b0b0b0b0-0000-4000-8000-000000000001 "$place/shop" later.ts >/dev/null
has "actor: a bound agent records in its session" 'later\.ts' "$(log_of oauth)"
"$CLEW_BIN" use oauth >/dev/null
# briefed: an agent that was briefed works on that session
cd "$place/plain"
"$CLEW_BIN" use --none >/dev/null
"$CLEW_BIN" start "Not told of" --id later --as bo >/dev/null
"$CLEW_BIN" use --none >/dev/null
wrote a5a5a5a5-0000-4000-8000-000000000002 "$place/plain" bench.txt >/dev/null
has "briefed: work goes to the session it was told of" 'bench\.txt' "$(log_of plain)"
# prompt, answers: a session that begins later has what the person said before
cd "$place/empty"
wrote c7c7c7c7-0000-4000-8000-000000000003 "$place/empty" bridge.txt >/dev/null
begun=$("$CLEW_BIN" list --json)
has "prompt: the goal is what the person asked for" 'Build a bridge' "$begun"
begun=$(grep -oE '"session":"[^"]*"' <<<"$begun" | head -1 | cut -d'"' -f4)
has "answers: and has the answer that was given" 'Of which wood\?.*Oak|Oak.*Of which wood\?' "$(log_of "$begun")"
# compacted: the same summary is told once
cd "$place/shop"
summary='{"session_id":"6e6e6e6e-0000-4000-8000-000000000001","cwd":"'$place'/shop","timestamp":"2026-11-16T04:25:25.001Z","hook_event_name":"BeforeModel","llm_request":{"model":"gemini-2.5-flash","messages":[{"role":"user","content":"<state_snapshot>PKCE</state_snapshot>"},{"role":"model","content":"Got it. Thanks for the additional context!"},{"role":"user","content":"and now the tests"}]}}'
summaries() { log_of oauth | grep -o 'Summary at compaction' | wc -l; }
count=$(summaries)
has "compacted: the brief is still told" 'Add OAuth login' "$(hook gemini "$summary")"
[ "$(summaries)" = "$count" ] || fail "compacted: a summary that is known was noted again"
# view, views, wrote, entry
views=$("$CLEW_BIN" view list)
for id in essay workflow feature orchestration structural; do
  has "view: $id is shown where it was" "^$id .*clean" "$views"
done
sed -i 's/Three agents/Four agents/' .craft/cache/orchestration-sessions/*-*.json
"$CLEW_BIN" note "look" -s orchestration --as ana >/dev/null
has "wrote: a hand's edit is told from what clew wrote" 'Four agents' "$("$CLEW_BIN" show orchestration --json)"
"$CLEW_BIN" view detach -s feature --as ana >/dev/null
"$CLEW_BIN" view attach feature -s feature --as ana >/dev/null
[ "$(find .ai-session -name state.yaml | wc -l)" = 1 ] || fail "entry: a view that was attached again has another entry"
# places
has "places: files are found in the checkout" 'src/new\.ts' "$("$CLEW_BIN" brief oauth)"
# key
has "key: of a setting" 'nothing changed|used before' "$(cd "$place/plain" && "$CLEW_BIN" use plain --key use-2 --as ana 2>&1)"
has "key: of another request" 'different request' "$(cd "$place/plain" && "$CLEW_BIN" use --none --key use-2 --as ana 2>&1 || true)"
has "key: of an event" 'nothing changed|used before' "$("$CLEW_BIN" note "the clock skew test is flaky" --log flaky --key note-1 --as ana 2>&1)"
# setup
# An event that was not registered then is added to what was written, not beside it.
PATH=$place/bin:$PATH "$CLEW_BIN" setup claude-code --yes >"$place/said" 2>&1 || fail "setup: $(cat "$place/said")"
[ "$(grep -c '"UserPromptSubmit"' "$HOME/.claude/settings.json")" = 1 ] || fail "setup: hooks are there twice"
has "setup: what was written is known" 'already set up' "$(PATH=$place/bin:$PATH "$CLEW_BIN" setup claude-code --yes 2>&1 || true)"
PATH=$place/bin:$PATH "$CLEW_BIN" setup claude-code --remove --yes >"$place/said" 2>&1 || fail "setup: it is taken out: $(cat "$place/said")"
[ ! -e "$HOME/.claude.json" ] || fail "setup: a file that clew made is left: $(cat "$HOME/.claude.json")"
# imported
has "imported: files of a dialect are known" 'nothing|unchanged|already|up to date|same' "$("$CLEW_BIN" import "$place/inbox/orchestration" --as ana 2>&1)"
has "imported: a transcript is known" '"changed":false' "$("$CLEW_BIN" import "$place/inbox/claude" --json 2>&1)"

has "everything is intact" "intact" "$("$CLEW_BIN" verify --all 2>&1 || echo "exit $?")"
[ "$failures" = 0 ]
