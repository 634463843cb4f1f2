#!/usr/bin/env bash
# Files and artifacts that a session recorded, grown to any size since: a hook reads a limited amount
# of them, says what it did not look at, and does not call it current; who asks has more looked at.
set -euo pipefail
. "$CLEW_SOURCE_DIR/tests/process/git_place.sh"
failed=0
fail() { echo "FAILED: $*" | cut -c1-600; failed=1; }
mkdir "$work/project"
cd "$work/project"
git init -q && git commit -q --allow-empty -m first
hook() { # EVENT FIELDS
  printf '{"session_id":"5c0ffee1-2b3c-4d5e-8f90-00000000000%s","cwd":"%s","hook_event_name":"%s"%s}' "$number" "$PWD" "$1" "${2:+,$2}" |
    "$CLEW_BIN" hook claude-code
}
# Processor time of a command and of what it starts, in milliseconds.
spent_so_far() {
  times >"$work/times"
  awk 'NR == 2 { gsub("[ms]", " "); print int(($1 * 60 + $2 + $3 * 60 + $4) * 1000) }' "$work/times"
}
cost() {
  spent_so_far >"$work/before"
  "$@" >"$work/said"
  spent_so_far >"$work/after"
  echo $(($(cat "$work/after") - $(cat "$work/before")))
}

"$CLEW_BIN" start "Work" --id work --step one >/dev/null
for i in 1 2 3; do echo "$i" >"large$i.bin"; done
for i in 1 2 3; do "$CLEW_BIN" changed "large$i.bin" -s work >/dev/null; done
echo x >kept.txt
"$CLEW_BIN" artifact add kept.txt -s work >/dev/null
number=1
grep -q 'CURRENT' <<<"$(hook SessionStart '"source":"startup"')" || fail "what is as it was is not current"

# Sparse: there is nothing of them on the disk.
for i in 1 2 3; do truncate -s 100M "large$i.bin"; done
start=$(hook SessionStart '"source":"startup"')
grep -q 'large1.bin.\{0,40\}\[changed since\]' <<<"$start" || fail "the first is not looked at: $start"
grep -q 'large2.bin may have changed: not looked at, too large' <<<"$start" || fail "the second is: $start"
grep -q 'DRIFTED: 3 files' <<<"$start" || fail "they are not counted: $start"
asked=$("$CLEW_BIN" brief work)
grep -q 'large3.bin.*\[changed since\]' <<<"$asked" || fail "asked for, the third is not looked at: $asked"
rm large1.bin large2.bin && truncate -s 3G large3.bin kept.txt
asked=$("$CLEW_BIN" brief work) || true
grep -q 'large3.bin may have changed: not looked at, too large' <<<"$asked" || fail "3 GiB are looked at: $asked"
grep -q 'artifact kept.txt may have been edited: not looked at, too large' <<<"$asked" || fail "an artifact of 3 GiB is: $asked"
! grep -q CURRENT <<<"$asked" || fail "what was not looked at is current: $asked"
spent=$(cost hook SessionStart '"source":"startup"')
[ "$spent" -lt 1500 ] || fail "3 GiB cost a hook $spent ms"
exit $failed
