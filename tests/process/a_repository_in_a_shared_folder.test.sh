#!/usr/bin/env bash
# In a folder where others can make things, as /tmp, somebody else's .git is not the repository of
# the folders that one has below it: no work is recorded, shown or written as its project's.
set -euo pipefail
. "$CLEW_SOURCE_DIR/tests/process/git_place.sh"
if [ "$(id -u)" != 0 ]; then
  echo "skipped: only root can give files to somebody else"
  exit 77
fi
unset CLEW_STORE
export USER=ana
failed=0
fail() { echo "FAILED: $*" | cut -c1-400; failed=1; }
shared=$work/shared
mine=$shared/mine
begin() {
  rm -rf "$shared" "$work/home" && mkdir -p "$mine" "$work/home" && chmod 1777 "$shared" && cd "$mine"
}
plant() { # WHO
  git -C "$shared" init -q && git -C "$shared" commit -q --allow-empty -m planted
  chown -R "$1" "$shared/.git"
}
apart() { # WHAT
  "$CLEW_BIN" start "Work" --id work --step one >"$work/said" 2>&1 || fail "$1: $(cat "$work/said")"
  "$CLEW_BIN" view attach orchestration -s work >"$work/said" 2>&1 || fail "$1: a view: $(cat "$work/said")"
  [ -d .craft ] || fail "$1: the view is not in the folder: $(cat "$work/said")"
  [ ! -e "$shared/.craft" ] || fail "$1: the view is in the shared folder"
  mkdir -p "$shared/other" && cd "$shared/other"
  ! "$CLEW_BIN" list | grep -q Work || fail "$1: another folder is the same project"
}

begin && plant 12345 && apart "a repository of somebody else"
begin && mkfifo "$shared/.git" && chown 12345 "$shared/.git" && apart "a pipe"
begin && git init -q "$work/own" && ln -s "$work/own/.git" "$shared/.git" && chown -h 12345 "$shared/.git" && apart "a link to a repository of one's own"
begin && printf 'gitdir: %s\n' "$work/own/.git" >"$shared/.git" && chown 12345 "$shared/.git" && apart "a pointer to a repository of one's own"

begin && chmod 2775 "$shared" && plant 12345 && apart "a folder of a group"

# The repository of whose folder it is, and one's own.
begin && plant 12345 && chown 12345 "$shared" && chmod 2775 "$shared" && git config --global safe.directory '*'
"$CLEW_BIN" start "Work" --id work --step one >/dev/null
mkdir "$shared/other" && cd "$shared"
cd "$mine" && "$CLEW_BIN" view attach orchestration -s work --yes >/dev/null 2>&1 || fail "a view in a shared repository"
[ -d "$shared/.craft" ] || fail "the repository of a group is not the project"
rm -f "$work/home/.gitconfig"
begin && plant 0
"$CLEW_BIN" start "Work" --id work --step one >/dev/null
mkdir "$shared/other" && cd "$shared"
"$CLEW_BIN" list --all | grep -q Work || fail "work in one's own repository is not there"
cd "$mine" && "$CLEW_BIN" view attach orchestration -s work --yes >"$work/said" 2>&1 || fail "one's own: $(cat "$work/said")"
[ -d "$shared/.craft" ] || fail "a view in one's own repository is not there: $(cat "$work/said")"
exit $failed
