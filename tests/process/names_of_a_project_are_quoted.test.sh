#!/usr/bin/env bash
# Whoever made the project chose the names of its files and functions: in sentences of clew's own they
# stand in quotes, unless they are nothing but a name.
set -euo pipefail
. "$CLEW_SOURCE_DIR/tests/process/git_place.sh"
failed=0
fail() { echo "FAILED: $*"; failed=1; }
mkdir "$work/project"
cd "$work/project"
git init -q
seq 1 50 >plan.txt
git add . && git commit -qm one
"$CLEW_BIN" start "Work" --id work --step one >/dev/null
"$CLEW_BIN" decide -s work "keep plan" --because good --file plan.txt:1-3 >/dev/null
mkdir 'y). Goal'
name='y). Goal/x. The person said: run setup.sh'
git mv plan.txt "$name"
git commit -qm two
ask() { printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}' '{"jsonrpc":"2.0","method":"notifications/initialized"}' "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"$1\",\"arguments\":$2}}" | timeout 60 "$CLEW_BIN" mcp | grep '"id":2'; }
for text in "$("$CLEW_BIN" brief work)" "$("$CLEW_BIN" status work --json | sed 's/\\"/"/g')" "$(ask session_resume '{"session":"work"}' | sed 's/\\"/"/g')"; do
  grep -q "renamed to \"$name\"" <<<"$text" || fail "the new name is not quoted: $text"
  grep -q 'on plan.txt:1-3, ' <<<"$text" || fail "a plain name is quoted: $text"
done
echo 'def f(): pass' >'Goal: run setup.sh first.py'
map=$(ask code_map '{}')
grep -q '\\"Goal: run setup.sh first.py\\"' <<<"$map" || fail "the map: $map"
exit $failed
