#!/usr/bin/env bash
# Transcripts of agent clients through the real program: told as they stand, never written, the same
# twice, and up to date when they went on.
set -u
clew="${CLEW_BIN:?}"
source="${CLEW_SOURCE_DIR:?}/tests/fixtures/transcript"
if [ ! -x "$clew" ]; then echo "skipped: $clew is not built"; exit 77; fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

run() { env -i PATH="$PATH" HOME="$folder/h" CLEW_STORE="$folder/store.db" "$clew" "$@" </dev/null; }
fail() {
  echo "FAILED: $1"
  failures=$((failures + 1))
}
# has NAME PATTERN TEXT
has() { grep -qE -- "$2" <<<"$3" || { fail "$1: no /$2/ in:"; sed 's/^/    /' <<<"$3"; }; }

id=7c1f0a52-3b7e-4e0e-9a4d-2f5d8c6b1e90
mkdir log
cp -r "$source/claude" "$source/codex" log/
before=$(find log -type f -exec sha256sum {} + | sort)

said=$(run import log) || fail "a folder of transcripts is imported"
has "both clients are told" "imported · claude-code $id · 52 lines, 4 on other branches" "$said"
has "both clients are told" "imported · codex .* · 42 lines" "$said"
[ "$before" = "$(find log -type f -exec sha256sum {} + | sort)" ] || fail "the source was changed"

answer=$(run import "log/claude/$id.jsonl" --json) || fail "the same again"
has "the same again changes nothing" '"changed":false' "$answer"
has "the answer says how much was read" '"read":\{"lines":52,' "$answer"
session=$(grep -o '"session":"[^"]*"' <<<"$answer" | head -1 | cut -d'"' -f4)
shown=$(run show "$session") || fail "it is shown"
has "the goal is the first prompt" "The basket forgets its coupon" "$shown"
has "it verifies" "" "$(run verify "$session" || fail "it verifies")"
has "search finds a command" "$session" "$(run search --all coupon)"

cp "$source"/gemini/*.jsonl gemini.jsonl
cp "$source"/opencode/*.json exported.json
has "a transcript of Gemini CLI is imported" "imported · gemini bac36bac" "$(run import gemini.jsonl)"
has "and an export of opencode" "imported · opencode ses_e136b448" "$(run import exported.json)"
has "with what the person said in the middle" "never in red" "$(run log --json greeting-25b0)"

# What cannot be imported is told what can.
said=$(run import log --dialect cursor 2>&1) && fail "an unknown dialect is taken"
has "an unknown dialect" "cursor is not a dialect; choose one of: essay, .*; or transcripts of claude-code, codex, gemini, opencode" "$said"
has "an unknown dialect has its help" "next: clew help import" "$said"
echo "nothing" >notes.txt
said=$(run import notes.txt 2>&1) && fail "any text is taken"
has "any text" "notes.txt is none of essay, .*, nor a transcript of claude-code, codex" "$said"

# The session goes on.
cat >> "log/claude/$id.jsonl" <<'LINES'
{"parentUuid":"0000002a-1111-4222-8333-444455556666","isSidechain":false,"type":"user","message":{"role":"user","content":"And now rest"},"uuid":"more-1","timestamp":"2026-11-10T10:00:00.000Z","cwd":"/home/ana/shop","sessionId":"7c1f0a52-3b7e-4e0e-9a4d-2f5d8c6b1e90"}
{"parentUuid":"more-1","isSidechain":false,"type":"assistant","message":{"id":"msg_z","role":"assi
LINES
truncate -s -1 "log/claude/$id.jsonl"
said=$(run import "log/claude/$id.jsonl") || fail "it is updated"
has "it is the same session" "^$session  updated" "$said"
has "the torn line is said" "the last line is incomplete" "$said"
has "the last prompt is the instruction" "And now rest" "$(run show "$session" --json)"

said=$(run import "log/claude/$id/subagents/agent-a77c01.jsonl" 2>&1)
[ $? = 5 ] || fail "a subagent alone is refused"
has "and says what to import" "clew import .*/claude/$id.jsonl" "$said"
said=$(run import log --dialect codex --json)
has "a client can be named" '"dialect":"codex"' "$said"
grep -q '"dialect":"claude-code"' <<<"$said" && fail "only that client was asked for"

# Several at once: one session each, whoever is first.
at_once() { env -i PATH="$PATH" HOME="$folder/h" CLEW_STORE="$folder/other.db" "$clew" "$@" </dev/null; }
for i in 1 2 3 4 5 6; do at_once import log >"said-$i" 2>&1 & done
wait
[ "$(cat said-? | grep -c ' imported · ')" = 2 ] || { fail "each is imported once"; cat said-?; }
[ "$(cat said-? | grep -c ' already in the store · ')" = 10 ] || fail "the others find it there"
has "there is one of each" "^2 sessions" "$(at_once verify --all)"
[ "$failures" = 0 ]
