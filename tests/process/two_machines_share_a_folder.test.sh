#!/usr/bin/env bash
# Two machines, that is two homes and two clones at different paths, with a folder between them: a
# session goes over, is worked on there, and comes back with the same events and the same head.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME CLEW_SESSION CLEW_ACTOR CLEW_STORE
export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@a

fail() {
  echo "$*"
  exit 1
}
on() { # MACHINE WORDS…
  local home=$work/$1
  shift
  (cd "$(cat "$home/where")" && HOME=$home "$CLEW_BIN" "$@")
}
field() { grep -o "\"$1\":[^,}]*" | head -n 1 | cut -d: -f2- | tr -d '"'; }
head_of() { on "$1" status "$2" --json >"$work/said" && on "$1" log "$2" --json | grep -o '"hash":"[0-9a-f]*"' | tail -n 1; }

mkdir -p "$work/ana/projects" "$work/ben/code" "$work/stick"
git init -q -b main "$work/ana/projects/shop"
(cd "$work/ana/projects/shop" && echo one >a.c && git add -A && git commit -qm first)
git clone -q "$work/ana/projects/shop" "$work/ben/code/shop"
echo "$work/ana/projects/shop" >"$work/ana/where"
echo "$work/ben/code/shop" >"$work/ben/where"

on ana start "Add OAuth" --id oauth --step Plan --step Build >/dev/null
on ana decide "rotate refresh tokens" --because "stolen ones die" >/dev/null
on ana remote add home "$work/stick/clew" >/dev/null

# What is there already is no place for another, and nothing is written.
before=$(find "$work/stick" -type f -exec sha256sum {} + | sort)
code=0
on ben remote add home "$work/stick/clew" >/dev/null 2>&1 || code=$?
[ "$code" = 6 ] || fail "remote add on a marked place exits $code"
[ "$before" = "$(find "$work/stick" -type f -exec sha256sum {} + | sort)" ] || fail "remote add wrote"

# The first use says what would travel, and does nothing until somebody agrees.
code=0
on ana sync >"$work/said" 2>&1 </dev/null || code=$?
[ "$code" = 2 ] || fail "the first sync exits $code: $(cat "$work/said")"
grep -q -- --yes "$work/said" || fail "the first sync does not name --yes"
[ ! -e "$work/stick/clew/j" ] || fail "something was sent before anybody agreed"
on ana sync --yes >/dev/null

invited=$(on ana remote invite home --json | field join)
echo "$invited" | on ben remote join home >/dev/null
code=0
echo "$invited" | on ben remote join again >/dev/null 2>&1 || code=$?
[ "$code" = 3 ] || fail "an invitation used twice exits $code"
on ben sync --json >"$work/said"
[ "$(field was <"$work/said")" = new ] || fail "ben's first sync: $(cat "$work/said")"
[ "$(head_of ana oauth)" = "$(head_of ben oauth)" ] || fail "the heads differ"

# There it is found by the project, wherever the clone lies, and goes on.
on ben status >"$work/said"
grep -q "Add OAuth" "$work/said" || fail "ben's clone does not know the session: $(cat "$work/said")"
on ben done 1 >/dev/null
on ben note "the plan is in the wiki" >/dev/null
on ben sync --yes >/dev/null
on ana sync --json >"$work/said"
[ "$(field was <"$work/said")" = behind ] || fail "ana's sync: $(cat "$work/said")"
[ "$(head_of ana oauth)" = "$(head_of ben oauth)" ] || fail "the heads differ after the way back"
on ana log oauth | grep -q "the plan is in the wiki" || fail "ben's note did not come"

# Nothing in the folder tells what it holds.
! grep -rqai "oauth\|wiki\|rotate\|projects" "$work/stick" || fail "the folder tells what it holds"
! find "$work/stick" -name '*.tmp' | grep -q . || fail "temporary files were left"

# Yesterday's copy is noticed, loses nothing, and is brought forward.
cp -a "$work/stick/clew" "$work/yesterday"
on ana note "today" >/dev/null
on ana sync >/dev/null
rm -r "$work/stick/clew" && mv "$work/yesterday" "$work/stick/clew"
code=0
on ana sync >"$work/said" 2>&1 || code=$?
[ "$code" = 8 ] || fail "an older copy exits $code: $(cat "$work/said")"
grep -q -- --repair "$work/said" || fail "an older copy names no way on: $(cat "$work/said")"
on ana sync --repair >/dev/null
on ben sync >/dev/null
[ "$(head_of ana oauth)" = "$(head_of ben oauth)" ] || fail "the heads differ after the repair"

# A copied home is another device.
cp -a "$work/ana" "$work/copy"
on ana note "from the original" >/dev/null
on ana sync >/dev/null
on copy start "Fix the footer" --id footer >/dev/null
on copy sync >"$work/said"
grep -q "key of its own" "$work/said" || fail "a copied home is not told: $(cat "$work/said")"
on ana sync >"$work/said"
! grep -q "key of its own" "$work/said" || fail "the original changed its key, too"
[ "$(head_of ana footer)" = "$(head_of copy footer)" ] || fail "the copy's session did not come"

# With another key it is one sentence, and nothing is written.
before=$(find "$work/stick" -type f -exec sha256sum {} + | sort)
mv "$work/ben/.local/state/clew/device.key" "$work/key"
code=0
on ben sync >"$work/said" 2>&1 || code=$?
[ "$code" = 4 ] || fail "another key exits $code: $(cat "$work/said")"
[ "$before" = "$(find "$work/stick" -type f -exec sha256sum {} + | sort)" ] || fail "another key wrote"
mv "$work/key" "$work/ben/.local/state/clew/device.key"
on ben sync >/dev/null

# A folder that is not there is not made.
mv "$work/stick" "$work/away"
code=0
on ana sync >"$work/said" 2>&1 || code=$?
[ "$code" = 1 ] || fail "a missing folder exits $code: $(cat "$work/said")"
[ ! -e "$work/stick" ] || fail "a missing folder was made"
mv "$work/away" "$work/stick"

on ana remote list --json >"$work/said"
[ "$(grep -o '"this":' "$work/said" | wc -l)" = 3 ] || fail "not three devices: $(cat "$work/said")"
for machine in ana ben copy; do on "$machine" verify --all >/dev/null; done
echo "two machines, one folder"
