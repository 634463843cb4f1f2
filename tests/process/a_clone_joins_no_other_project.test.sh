#!/usr/bin/env bash
# Whatever the .git of a folder that somebody else made names: the folder is not taken for another
# repository of the person's, whose sessions it would be told and could add to. Worktrees, submodules,
# bare repositories with worktrees and shallow clones of one's own are taken for what they are.
set -euo pipefail
. "$CLEW_SOURCE_DIR/tests/process/git_place.sh"
export XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache USER=ana
failed=0
fail() { echo "FAILED: $*"; failed=1; }
sees() { # FOLDER TEXT
  (cd "$1" && "$CLEW_BIN" list 2>/dev/null) | grep -q "$2"
}
joins() { sees "$1" "$2" || fail "$1 does not belong to the project any more"; }
is_apart() { ! sees "$1" "$2" || fail "$1 is told of another project"; }

mkdir "$work/private" "$work/clone" && cd "$work/private"
git init -q -b main && printf 'one\n' >a.txt && git add -A && git commit -qm first && git commit -q --allow-empty -m second
"$CLEW_BIN" start "PRIVATE" >/dev/null
git worktree add -q -b side "$work/side"
cd "$work/clone"

# --- pointers to a repository that does not know of the folder
mkdir pointer && echo "gitdir: $work/private/.git" >pointer/.git
mkdir relative && echo "gitdir: ../../private/.git" >relative/.git
mkdir worktree && echo "gitdir: $work/private/.git/worktrees/side" >worktree/.git
mkdir link && ln -s "$work/private/.git" link/.git
mkdir -p common/.git && cp "$work/private/.git/HEAD" common/.git/ && echo "$work/private/.git" >common/.git/commondir
mkdir -p below/real below/real/worktrees/x && echo "gitdir: real/worktrees/x" >below/.git &&
  cp "$work/private/.git/HEAD" below/real/worktrees/x/ && echo "$work/private/.git" >below/real/worktrees/x/commondir
# --- links within a repository of its own
linked() { # NAME FILE...: that are those of the private one
  git init -q -b main "$1" && local file
  for file in "${@:2}"; do rm -rf "$1/.git/$file" && ln -s "$work/private/.git/$file" "$1/.git/$file"; done
}
linked branches refs objects
linked packed packed-refs objects
linked head HEAD refs objects
git init -q -b main borrowed && rm -r borrowed/.git/refs/heads && ln -s "$work/private/.git/refs/heads" borrowed/.git/refs/heads &&
  echo "$work/private/.git/objects" >borrowed/.git/objects/info/alternates
git -C "$work/private" pack-refs --all
for folder in pointer relative worktree link common below branches packed head borrowed; do
  is_apart "$PWD/$folder" PRIVATE
  (cd $folder && "$CLEW_BIN" note "planted from $folder" >/dev/null 2>&1) && fail "$folder can add to another project"
done
(cd "$work/private" && "$CLEW_BIN" log) | grep -q planted && fail "notes of a clone are in another project"

# --- what belongs together stays together
joins "$work/side" PRIVATE
git worktree add -q "$work/side/inner" 2>/dev/null && fail "a worktree was made of the clone"
git clone -q "file://$work/private" "$work/again" && joins "$work/again" PRIVATE
mkdir "$work/hub" && git clone -q --bare "$work/private" "$work/hub/.bare" && echo "gitdir: ./.bare" >"$work/hub/.git"
git -C "$work/hub" worktree add -q "$work/hub/main" main
joins "$work/hub" PRIVATE
joins "$work/hub/main" PRIVATE
git -C "$work/hub" worktree add -q -b other "$work/linked" && sed -i "s#$work/linked#../../../../linked#" "$work/hub/.bare/worktrees/linked/gitdir"
joins "$work/linked" PRIVATE
git init -q -b main "$work/super" && cd "$work/super"
git -c protocol.file.allow=always submodule --quiet add "$work/private" "a lib" && git commit -qm super
joins "$work/super/a lib" PRIVATE
is_apart "$work/super" PRIVATE
git worktree add -q -b side "$work/super side" && cd "$work/super side"
git -c protocol.file.allow=always submodule --quiet update --init
joins "$work/super side/a lib" PRIVATE
mv "$work/super" "$work/moved" && joins "$work/moved/a lib" PRIVATE

# --- a shallow clone goes by its remote, which anybody can name
git clone -q --depth 1 "file://$work/private" "$work/shallow"
cd "$work/shallow" && git remote set-url origin git@github.com:corp/private.git
"$CLEW_BIN" start "SHALLOW" >/dev/null
mkdir sub && joins "$work/shallow/sub" SHALLOW
git worktree add -q -b aside "$work/shallow side" && joins "$work/shallow side" SHALLOW
git clone -q --depth 1 "file://$work/private" "$work/later" &&
  git -C "$work/later" remote set-url origin https://github.com/corp/private && joins "$work/later" SHALLOW
git init -q "$work/clone/forged" && cd "$work/clone/forged" && git commit -q --allow-empty -m forged
git rev-parse HEAD >.git/shallow && git remote add origin https://github.com/corp/private
is_apart "$work/clone/forged" SHALLOW
"$CLEW_BIN" note planted >/dev/null 2>&1 && fail "a forged shallow clone can add to another project"
mkdir sub && is_apart "$work/clone/forged/sub" SHALLOW
"$CLEW_BIN" start "Here" >/dev/null && joins "$work/clone/forged" Here
is_apart "$work/shallow" Here
exit $failed
