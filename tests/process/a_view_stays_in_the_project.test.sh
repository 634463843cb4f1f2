#!/usr/bin/env bash
# A checkout that others made may have a symbolic link in the place of a view's folder, above it or
# in it, or a file with another name outside. Nothing is written through one unless somebody agreed,
# and what was agreed to is the folder that it led to then.
set -euo pipefail
. "$CLEW_SOURCE_DIR/tests/process/git_place.sh"
export XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache USER=ana
failed=0
fail() { echo "FAILED: $*"; failed=1; }
outside=$work/outside
begin() { # a fresh project and a fresh folder outside of it
  rm -rf "$work/project" "$outside" "$work/home/store.db"* "$work/state" "$work/cache"
  mkdir -p "$work/project" "$outside"
  cd "$work/project"
  git init -q -b main
}
untouched() { # WHAT: nothing is outside
  [ -z "$(find "$outside" -mindepth 1)" ] || fail "$1 wrote outside: $(find "$outside" -mindepth 1)"
}
refuses() { # COMMAND...: asks, and without an answer does nothing
  local code=0
  said=$("$CLEW_BIN" "$@" 2>&1 </dev/null) || code=$?
  [ $code = 2 ] || fail "clew $* ended with $code: $said"
  case $said in *"is a symbolic link out of the project"*"--yes"*) ;; *) fail "clew $*: $said" ;; esac
  untouched "clew $*"
}
clew() { "$CLEW_BIN" "$@" </dev/null; }
feature() { clew start "Log in" --id "$1" --dialect feature --model opus --step one --step two "${@:2}"; }

# --- the folder itself
begin
ln -s ../outside .ai-session
refuses start "Log in" --dialect feature --model opus --step one
case $said in *"clew start 'Log in' --dialect feature --yes"*) ;; *) fail "start names no way: $said" ;; esac
[ -z "$(clew list | grep 'Log in')" ] || fail "a session was begun all the same"
clew start "Log in" --id login --step one >/dev/null
clew set model=opus -s login >/dev/null
refuses view attach feature -s login
case $said in *"next: clew view attach feature -s login --yes"*) ;; *) fail "attach names no way: $said" ;; esac
refuses view attach feature --dir .ai-session/below -s login
refuses view attach feature --dir "$work/project/.ai-session" -s login
printf 'version: 1\n' >session-state-spec.md
refuses contract ack --contract session-state-spec.md
# agreed to, it is written where the link led, wherever it leads later
feature agreed --yes >/dev/null
[ -n "$(find "$outside" -name state.yaml)" ] || fail "what was agreed to is not written"
mkdir "$work/other" && ln -sfn ../other .ai-session
clew note "further" -s agreed >/dev/null
clew done 1 -s agreed >/dev/null
[ -z "$(find "$work/other" -mindepth 1)" ] || fail "a link that leads elsewhere now was followed"
grep -rq '"step' "$outside" || grep -rq 'completed' "$outside" || fail "the view is not kept up to date"
# a link that leads to nothing
begin
ln -s ../outside/new .ai-session
feature login >"$work/said" 2>&1 && fail "a view was made behind a link to nothing" || true
untouched "a link to nothing"

# --- a folder above it
begin
mkdir .craft && ln -s ../../outside .craft/cache
refuses start "Review" --dialect orchestration
clew start "Review" --id review >/dev/null
refuses export review --to orchestration --out .craft/cache
refuses export review --to orchestration --out .craft/cache/deep
refuses view attach orchestration -s review
# within the project, and outside by name, nobody is asked
mkdir inner && ln -s inner link
clew export review --to orchestration --out link >/dev/null || fail "a link within the project is refused"
clew export review --to orchestration --out "$work/named" >/dev/null || fail "a folder outside is refused"

# --- put in place later
begin
feature login >/dev/null
mv .ai-session kept && ln -s ../outside .ai-session
text=$(clew note "further" -s login 2>&1) || fail "a view stopped a command: $text"
case $text in *"symbolic link"*) ;; *) fail "nothing is said of the link: $text" ;; esac
for verb in "done 1" "pause" "resume" "brief" "view list" "view accept" "verify" "archive" "unarchive"; do
  # shellcheck disable=SC2086 # the words of a verb
  clew $verb -s login >/dev/null 2>&1 || true
done
for path in login .ai-session "$work/project/.ai-session"; do
  clew repair "$path" --yes >"$work/said" 2>&1 || true
done
untouched "a view whose folder became a link"
clew repair login >"$work/said" 2>&1 && fail "repair follows the link: $(cat "$work/said")" || true
grep -q 'clew view detach -s login' "$work/said" || fail "repair names no way: $(cat "$work/said")"
# a folder of it
begin
feature login >/dev/null
own=$(cd .ai-session && ls -d log-in*)
mv ".ai-session/$own" kept && ln -s ../../outside ".ai-session/$own"
clew note "further" -s login >/dev/null 2>&1 || fail "a view stopped a command"
clew done 1 -s login >/dev/null 2>&1 || true
clew repair ".ai-session/$own" --yes >/dev/null 2>&1 || true
clew repair login --yes >/dev/null 2>&1 || true
untouched "a folder of the view that became a link"

# --- files that clew does not know
begin
feature login >/dev/null
own=$(cd .ai-session && ls -d log-in*)
clew view detach -s login >/dev/null
clew forget login --yes >/dev/null
mv .ai-session "$outside/ours" && ln -s ../outside/ours .ai-session
printf 'damaged: [\n' >"$outside/ours/$own/state.yaml"
before=$(cd "$outside" && find . -type f -exec sha256sum {} + | sort)
code=0
said=$("$CLEW_BIN" repair ".ai-session/$own" 2>&1 </dev/null) || code=$?
[ $code = 2 ] || fail "repair of a path that leads out ended with $code: $said"
code=0
"$CLEW_BIN" migrate ".ai-session/$own" >/dev/null 2>&1 </dev/null || code=$?
[ "$(cd "$outside" && find . -type f -exec sha256sum {} + | sort)" = "$before" ] || fail "repair or migrate wrote outside"

# --- a history with another name
begin
feature login >/dev/null
own=$(cd .ai-session && ls -d log-in*)
clew ran -s login -- make >/dev/null
history=.ai-session/$own/history.jsonl
ln "$history" "$outside/theirs"
before=$(sha256sum <"$outside/theirs")
clew ran -s login -- make test >/dev/null
[ "$(sha256sum <"$outside/theirs")" = "$before" ] || fail "a hard-linked history was written through"
[ "$(stat -c %h "$history")" = 1 ] || fail "the history still has another name"
[ "$(wc -l <"$history")" -gt "$(wc -l <"$outside/theirs")" ] || fail "the history was not continued: $(cat "$history")"
head -c "$(stat -c %s "$outside/theirs")" "$history" | cmp -s - "$outside/theirs" || fail "the history lost its text"

# --- a folder in which other users can change files
begin
chmod 777 .
code=0
said=$("$CLEW_BIN" start "Log in" --dialect feature --model opus --step one 2>&1 </dev/null) || code=$?
[ $code = 2 ] || fail "start in a folder that everybody may write ended with $code: $said"
case $said in *"other users can change $PWD"*"--yes"*) ;; *) fail "start says: $said" ;; esac
[ ! -e .ai-session ] || fail "a view was begun all the same"
feature login --yes >/dev/null
chmod 755 .
clew doctor >"$work/said" 2>&1 || true
! grep -q "other users can change" "$work/said" || fail "doctor warns of a private view: $(cat "$work/said")"
state=$(find "$PWD/.ai-session" -name state.yaml)
chmod 666 "$state"
code=0
clew doctor >"$work/said" 2>&1 || code=$?
[ $code = 1 ] && grep -q "other users can change $state" "$work/said" || fail "doctor says nothing of $state: $(cat "$work/said")"
clew view detach -s login >/dev/null
clew view attach feature -s login 2>&1 | grep -q "note: other users can change $state" || fail "attach says nothing of $state"
exit $failed
