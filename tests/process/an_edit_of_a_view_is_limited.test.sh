#!/usr/bin/env bash
# An edit of a view's files that brings a great many facts is not taken in by the way: that is said, the
# command itself is recorded, and `clew view accept` takes the edit in.
set -euo pipefail
. "$CLEW_SOURCE_DIR/tests/process/git_place.sh"
failed=0
fail() { echo "FAILED: $*"; failed=1; }
events() { "$CLEW_BIN" log "$1" --json | wc -l; }
line() { echo '{"timestamp":"2026-11-18T21:05:24.870Z","command":"x'"$1"'","arguments":"V","model":null,"agent":"me","task_id":null,"status":"success","duration_ms":null}'; }

mkdir "$work/lines" && cd "$work/lines" && git init -q
"$CLEW_BIN" start "Lines" --id lines --step One >/dev/null
"$CLEW_BIN" set -s lines model=gemini >/dev/null
"$CLEW_BIN" view attach feature -s lines >/dev/null
history=$(echo .ai-session/*/history.jsonl)
for i in 1 2 3; do line "$i"; done >>"$history"
"$CLEW_BIN" note -s lines one >/dev/null
grep -q 'x3' <<<"$("$CLEW_BIN" log lines)" || fail "a few lines were not taken in: $("$CLEW_BIN" log lines)"
before=$(events lines)
seq 1 8000 | while read -r i; do line "$i"; done >>"$history"
said=$("$CLEW_BIN" note -s lines two 2>&1)
grep -q 'facts and values more than clew wrote, over the limit of 5000' <<<"$said" || fail "not said: $said"
grep -q 'clew view accept -s lines' <<<"$said" || fail "no way out is named: $said"
[ "$(events lines)" -le $((before + 2)) ] || fail "$(events lines) events, $before before"
grep -q 'two' <<<"$("$CLEW_BIN" log lines)" || fail "the note was not recorded"
[ "$(grep -c '"x8000"' "$history")" = 1 ] || fail "the file was written over"
rm "$history"
said=$("$CLEW_BIN" note -s lines three 2>&1)
grep -q 'history.jsonl was missing; it is written again from the log' <<<"$said" || fail "a missing file is not said: $said"
grep -q 'x3' "$history" || fail "the missing file was not written again"
exit $failed
