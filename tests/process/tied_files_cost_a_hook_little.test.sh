#!/usr/bin/env bash
# Files that statements rest on, of any size and number: a hook reads and parses a limited amount of
# them and says what it did not look at; who asks for it has all of it looked at.
set -euo pipefail
. "$CLEW_SOURCE_DIR/tests/process/git_place.sh"
failed=0
fail() { echo "FAILED: $*"; failed=1; }
mkdir "$work/project"
cd "$work/project"
git init -q
"$CLEW_BIN" start "Work" --id work --step one >/dev/null
for i in 1 2 3; do
  echo "$i" >"large$i.bin"
  "$CLEW_BIN" decide -s work "keep large$i" --because good --file "large$i.bin" >/dev/null
  printf 'def name%s(a):\n    return a\n' "$i" >"code$i.py"
  "$CLEW_BIN" decide -s work "keep name$i" --because good --symbol "code$i.py:name$i" >/dev/null
done
for i in 1 2 3; do
  truncate -s 40M "large$i.bin"
  { printf 'def other(a):\n    return a\n'; head -c 300000 /dev/zero | tr '\0' '#'; } >"code$i.py"
done
hook() { printf '{"session_id":"5c0ffee1-2b3c-4d5e-8f90-000000000001","cwd":"%s","hook_event_name":"SessionStart","source":"startup"}' "$PWD" | "$CLEW_BIN" hook claude-code; }
start=$(hook)
grep -q 'rests on large1.bin, changed since' <<<"$start" || fail "the first is not looked at: $start"
grep -q 'rests on large2.bin, not looked at: too large' <<<"$start" || fail "the second is: $start"
grep -q 'rests on name1, renamed to other since' <<<"$start" || fail "the first symbol is not looked at: $start"
grep -q 'rests on name2, not looked at: too large' <<<"$start" || fail "the second symbol is: $start"
asked=$("$CLEW_BIN" brief work)
grep -q 'rests on large3.bin, changed since' <<<"$asked" || fail "asked for, the third is not looked at: $asked"
grep -q 'rests on name3, renamed to other since' <<<"$asked" || fail "asked for, the third symbol is not looked at: $asked"
exit $failed
