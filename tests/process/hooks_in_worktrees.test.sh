#!/usr/bin/env bash
# Hooks of agents that work in several worktrees of one repository, in a folder that was renamed,
# and outside of everything: what is recorded stands where it was done, nothing is called deleted
# that is there, and what is left out is said in clew's own log.
set -euo pipefail
. "$CLEW_SOURCE_DIR/tests/process/git_place.sh"
export XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache USER=ana
log=$XDG_STATE_HOME/clew/hook.log
one=11111111-aaaa-4bbb-8ccc-000000000001
two=22222222-aaaa-4bbb-8ccc-000000000002
failed=0
fail() { echo "FAILED: $*"; failed=1; }
event() { # ID FOLDER EVENT FIELDS
  printf '{"session_id":"%s","cwd":"%s","hook_event_name":"%s"%s}' "$1" "$2" "$3" "${4:+,$4}" |
    "$CLEW_BIN" hook claude-code
}
edit() { # ID FOLDER FILE TEXT
  mkdir -p "$(dirname "$3")"
  printf '%s\n' "$4" >"$3"
  event "$1" "$2" PostToolUse "\"tool_name\":\"Write\",\"tool_use_id\":\"$RANDOM$RANDOM\",\"tool_input\":{\"file_path\":\"$3\",\"content\":\"$4\\n\"},\"tool_response\":{\"type\":\"create\",\"originalFile\":null,\"structuredPatch\":[]}"
}
files() { # the session's files as they are recorded: ACTION PATH
  "$CLEW_BIN" log -s @ --type file_changed --json --limit 100 |
    grep -o '"data":{"step":[0-9]*,"path":"[^"]*","action":"[a-z]*"' | sed 's/.*"path":"\([^"]*\)","action":"\([a-z]*\)"/\2 \1/' | LC_ALL=C sort
}
expect() { # WHAT EXPECTED FOUND
  [ "$2" = "$3" ] || fail "$1: expected
$2
found
$3"
}

# --- the next agent, in a worktree
mkdir "$work/main" && cd "$work/main"
main=$(pwd -P)
git init -q -b main
printf 'x\n' | tee README >shared.txt
git add -A && git commit -qm first
event $one "$main" UserPromptSubmit '"prompt":"Write the parser"'
edit $one "$main" "$main/src/parse.c" "int main;"
edit $one "$main" "$main/README" "changed"
event $one "$main" SessionEnd '"reason":"exit"'
git worktree add -q -b side "$work/side"
side=$(cd "$work/side" && pwd -P)
cd "$side"
event $two "$side" SessionStart '"source":"startup"' >/dev/null
event $two "$side" UserPromptSubmit '"prompt":"go on here"'
edit $two "$side" "$side/src/print.c" "x"
event $two "$side" Stop
expect "a turn in a worktree" "created README
created src/parse.c
created src/print.c" "$(files)"

# --- one agent in both, also in a worktree that stands inside of the other
edit $two "$side" "$main/a2.txt" "main a2"
git worktree add -q -b inner "$main/.trees/inner"
edit $two "$main" "$main/.trees/inner/inner.txt" "inner"
event $two "$main" Stop
event $two "$side" Stop
expect "edits in other worktrees" "created README
created a2.txt
created inner.txt
created src/parse.c
created src/print.c" "$(files)"
# One path that was changed in both: the end of a turn takes neither for a change of the other.
rewrite() { # ID FOLDER FILE OLD NEW
  printf '%s\n' "$5" >"$3"
  event "$1" "$2" PostToolUse "\"tool_name\":\"Write\",\"tool_use_id\":\"$RANDOM$RANDOM\",\"tool_input\":{\"file_path\":\"$3\",\"content\":\"$5\\n\"},\"tool_response\":{\"type\":\"update\",\"originalFile\":\"$4\\n\",\"structuredPatch\":[]}"
}
rewrite $two "$side" "$side/LICENSE" y "aside"
rewrite $two "$main" "$main/LICENSE" y "in main"
before=$(files)
for place in "$side" "$main" "$side"; do event $two "$place" Stop; done
expect "one path in two worktrees" "$before" "$(files)"
# A path that was edited in both is recorded once for each, and not again for looking.
for place in "$main" "$side"; do
  printf '%s\n' "$place" >"$place/shared.txt"
  event $two "$place" PostToolUse "\"tool_name\":\"Edit\",\"tool_use_id\":\"$RANDOM\",\"tool_input\":{\"file_path\":\"$place/shared.txt\"},\"tool_response\":{\"originalFile\":\"x\\n\"}"
done
event $two "$main" Stop
event $two "$side" Stop
event $two "$main" Stop
count=$(files | grep -c ' shared.txt$')
[ "$count" = 2 ] || fail "a path in two worktrees was recorded $count times"
for place in "$main" "$side"; do
  (cd "$place" && "$CLEW_BIN" brief -s @) | grep -q "shared.txt changed outside" && fail "an edit in the other worktree is taken for somebody else's, seen from $place"
done
# What is gone everywhere is gone.
rm "$side/src/print.c"
event $two "$side" Stop
files | grep -q "deleted src/print.c" || fail "a file that is gone was not recorded: $(files)"
[ ! -s "$log" ] || fail "a good life left lines in the log: $(cat "$log")"

# --- outside of everything
edit $two "$main" "$work/outside.txt" "x"
grep -q "claude-code left out: $work/outside.txt is not a file of the project" "$log" || fail "an edit outside is not in the log: $(cat "$log")"
{ "$CLEW_BIN" doctor || true; } | grep "hooks  " | grep -q "outside.txt" && fail "doctor takes what was left out for a problem"

# --- a folder without git that was renamed
export CLEW_STORE=$work/home/moved.db
rm -f "$log"
mkdir "$work/plain" && cd "$work/plain"
plain=$(pwd -P)
event $one "$plain" UserPromptSubmit '"prompt":"Before the move"'
edit $one "$plain" "$plain/a.txt" "1"
event $one "$plain" Stop
cd "$work" && mv "$work/plain" "$work/renamed" && cd "$work/renamed"
renamed=$(pwd -P)
event $one "$renamed" UserPromptSubmit '"prompt":"After the move"'
edit $one "$renamed" "$renamed/b.txt" "2"
event $one "$renamed" Stop
expect "a renamed folder" "created a.txt
created b.txt" "$(files)"
# Known by the folder itself, or by its files where the file system does not keep when it was made.
"$CLEW_BIN" log -s @ --type note_added --json | grep -q -e "Taken as renamed: $plain is $renamed now" -e "Taken as renamed: the folder of the session's project is gone ($plain); of 1 file with known content, 1 is the same in $renamed" || fail "what a renamed folder was known by is not said"
event $one "$renamed" SessionEnd '"reason":"exit"'
event $two "$renamed" SessionStart '"source":"startup"' | grep -q "Before the move" || fail "the next agent does not find the session in the renamed folder"
# Another folder is no renamed one.
mkdir "$work/other" && cd "$work/other"
other=$(pwd -P)
rm -r "$renamed"
event $one "$other" SessionStart '"source":"resume"' >/dev/null
edit $one "$other" "$other/c.txt" "3"
grep -q "left out: $other/c.txt: the folder of the session's project is gone ($renamed); of 2 files with known content, 0 are the same in $other" "$log" || fail "what a lost folder takes along is not in the log: $(cat "$log" 2>/dev/null)"

# One file that stands in both makes no renamed folder.
export CLEW_STORE=$work/home/alike.db
rm -f "$log"
mkdir "$work/first" "$work/alike" && cd "$work/first"
first=$(pwd -P)
event $one "$first" UserPromptSubmit '"prompt":"One of two"'
for name in LICENSE a.txt b.txt; do edit $one "$first" "$first/$name" "$name"; done
cp LICENSE "$work/alike/"
cd "$work/alike" && alike=$(pwd -P) && rm -r "$first"
edit $one "$alike" "$alike/c.txt" "3"
event $one "$alike" Stop
grep -q "left out: $alike/c.txt: .*; of 3 files with known content, 1 is the same in $alike" "$log" || fail "another folder with one equal file: $(cat "$log" 2>/dev/null)"
"$CLEW_BIN" list --all --json | grep -q '"goal":"One of two"' || fail "the session is lost"
"$CLEW_BIN" log -s "$("$CLEW_BIN" list --all --json | grep -o '"session":"[^"]*"' | head -1 | cut -d'"' -f4)" --json --limit 50 | grep -q "identity_changed.*$alike" && fail "one equal file was taken for the project"

# --- CLEW_SESSION names a session that is closed
cd "$main"
export CLEW_STORE=$work/home/closed.db
rm -f "$log"
"$CLEW_BIN" start "Done" --id done1 >/dev/null
"$CLEW_BIN" close -s done1 >/dev/null
export CLEW_SESSION=done1
event $one "$main" UserPromptSubmit '"prompt":"more"'
edit $one "$main" "$main/z.txt" "z"
[ "$(grep -c "left out: CLEW_SESSION names done1, which is completed" "$log")" = 2 ] || fail "a closed session is not in the log: $(cat "$log" 2>/dev/null)"
exit $failed
