#!/usr/bin/env bash
# One session worked on in two worktrees: what was changed in the other one is no drift here, and
# what really differs here still is.
set -euo pipefail
. "$CLEW_SOURCE_DIR/tests/process/git_place.sh"
mkdir "$work/main"

drift() { # the sentences of full and of quick looks, in the checkout one stands in
  "$CLEW_BIN" verify work --json | sed -n 's/.*"drift":\[\(.*\)\],"stale_evidence.*/\1/p'
  "$CLEW_BIN" status work --json | sed -n 's/.*"drift":\[\(.*\)\],"stale_evidence.*/\1/p'
}
none() {
  local found
  found=$(drift || true)
  if [ -n "$(tr -d '\n' <<<"$found")" ]; then
    echo "$1: drift where there is none: $found"
    exit 1
  fi
}
some() { # WHAT PATTERN TIMES
  local found
  found=$(drift || true)
  if [ "$(grep -c -- "$2" <<<"$found")" -ne "$3" ]; then
    echo "$1: /$2/ is not in"
    echo "$found"
    exit 1
  fi
}

cd "$work/main"
git init -q -b main
printf 'one\n' >a.c
printf 'two\n' >b.c
git add -A && git commit -qm first
"$CLEW_BIN" start "Login form" --id work --step Plan --step Build >/dev/null
git worktree add -q -b side "$work/side"

printf 'one, changed in main\n' >a.c
"$CLEW_BIN" changed a.c -s work >/dev/null
cd "$work/side"
printf 'two, changed aside\n' >b.c
printf 'new\n' >c.c
"$CLEW_BIN" changed b.c -s work >/dev/null
"$CLEW_BIN" changed c.c --action created -s work >/dev/null
none "in the worktree"
cd "$work/main"
none "in the main checkout"

# What was not looked at here is not called what was recorded.
said=$("$CLEW_BIN" verify work)
if ! grep -q "not checked: 2 files, recorded in another worktree" <<<"$said" ||
  grep -q "files, artifacts and commit match what was recorded" <<<"$said"; then
  echo "files of another worktree: $said"
  exit 1
fi

# Nor is an artifact that was kept from the other checkout.
printf 'a plan\n' >plan.md
"$CLEW_BIN" artifact add plan.md -s work >/dev/null
cd "$work/side"
none "with an artifact of the main checkout"
cd "$work/main"
rm plan.md
some "an artifact that went" "artifact plan.md is missing" 2
"$CLEW_BIN" artifact restore plan.md -s work >/dev/null

# A commit that only the other checkout has is no drift either.
cd "$work/side"
git add -A && git commit -qm second
"$CLEW_BIN" set commit="$(git rev-parse HEAD)" -s work >/dev/null
cd "$work/main"
none "with a commit of the other checkout"

# What somebody does to the very file that was recorded here is.
printf 'edited by hand\n' >a.c
some "an edit here" "a.c changed outside this session" 2
cd "$work/side"
rm c.c
some "a file that went here" "c.c is gone" 2
printf 'new\n' >c.c

# One path that was changed in both: each checkout is compared with what was last recorded there.
cd "$work/main"
printf 'one, changed in main\n' >a.c
cd "$work/side"
printf 'one, changed aside\n' >a.c
"$CLEW_BIN" changed a.c -s work >/dev/null
none "aside, with a path that both changed"
cd "$work/main"
none "in the main checkout, with a path that both changed"
printf 'one, changed in main again\n' >a.c
some "an edit of the path that both changed" "a.c changed outside this session" 2
"$CLEW_BIN" changed a.c -s work >/dev/null
none "in the main checkout, after it was recorded"
cd "$work/side"
none "aside, with a later change in the main checkout"
cd "$work/main"
printf 'one, changed in main\n' >a.c
some "what was recorded here before the last change" "a.c changed outside this session" 2
rm a.c
some "a path that both changed went" "a.c is gone" 2

# A path that both changed, put back here to what it was before the session: drift, though the other
# checkout has what was recorded last.
cd "$work/main"
printf 'two, changed in main\n' >b.c
"$CLEW_BIN" changed b.c -s work >/dev/null
cd "$work/side"
printf 'two, changed aside again\n' >b.c
"$CLEW_BIN" changed b.c -s work >/dev/null
cd "$work/main"
git checkout -q b.c
some "a change of this checkout that was taken back" "b.c changed outside this session" 2
