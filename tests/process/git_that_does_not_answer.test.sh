#!/usr/bin/env bash
# A repository that makes git wait holds an agent up once, for a few seconds, and not in every hook
# again; where a pipe stands in the place of a file that git reads, git is not even started.
set -euo pipefail
. "$CLEW_SOURCE_DIR/tests/process/git_place.sh"
export XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache USER=ana
failed=0
fail() { echo "FAILED: $*"; failed=1; }
hook() { # EVENT FIELDS; the time is far more than a hook may take, and less than git may otherwise
  printf '{"session_id":"11111111-aaaa-4bbb-8ccc-000000000001","cwd":"%s","hook_event_name":"%s"%s}' "$PWD" "$1" "${2:+,$2}" |
    PATH=$work/bin:$PATH timeout 20 "$CLEW_BIN" hook claude-code >/dev/null || fail "$1 did not end"
}
write() { # FILE
  printf 'x\n' >"$1"
  hook PostToolUse "\"tool_name\":\"Write\",\"tool_use_id\":\"t$1\",\"tool_input\":{\"file_path\":\"$PWD/$1\"},\"tool_response\":{\"type\":\"create\"}"
}
count() { wc -l <"$work/asked"; }

# Every git is counted.
mkdir "$work/bin" "$work/project" && cd "$work/project"
printf '#!/bin/sh\necho "$@" >>"%s"\nexec "%s" "$@"\n' "$work/asked" "$(command -v git)" >"$work/bin/git"
chmod +x "$work/bin/git"
git init -q -b main && printf 'a\n' >a.txt && git add -A && git commit -qm first && git commit -q --allow-empty -m second

# --- the commit before HEAD is a pipe: HEAD is there at once, the way to the first commit never ends
parent=$(git rev-parse HEAD~1) && object=.git/objects/${parent:0:2}/${parent:2}
mv "$object" "$work/object" && mkfifo "$object"
: >"$work/asked"
hook SessionStart '"source":"startup"'
[ "$(count)" -ge 1 ] || fail "git was not asked: nothing is tried here"
: >"$work/asked"
hook UserPromptSubmit '"prompt":"do a thing"'
write b.txt
hook Stop
hook SessionStart '"source":"resume"'
[ "$(count)" = 0 ] || fail "a git that did not answer was asked again: $(cat "$work/asked")"
# It answers again, and somebody who waits longer asks: the sessions recorded meanwhile are there.
rm "$object" && mv "$work/object" "$object"
PATH=$work/bin:$PATH "$CLEW_BIN" list | grep -q "do a thing" || fail "what was recorded meanwhile is lost"
[ "$(count)" -ge 1 ] || fail "a git that may be waited for longer was not asked"

# --- files that git opens first
for file in .git/config .git/info/exclude .git/HEAD; do
  mv "$file" "$work/aside" && mkfifo "$file"
  rm -rf "$XDG_CACHE_HOME" && : >"$work/asked"
  hook SessionStart '"source":"startup"'
  write c.txt
  PATH=$work/bin:$PATH timeout 20 "$CLEW_BIN" code status >"$work/said" 2>&1 || [ $? != 124 ] || fail "clew code status waits for $file"
  [ "$(count)" = 0 ] || fail "git was started although $file is a pipe: $(cat "$work/asked")"
  rm "$file" && mv "$work/aside" "$file"
done
mkfifo .gitignore
PATH=$work/bin:$PATH timeout 20 "$CLEW_BIN" doctor >"$work/said" 2>&1 || true
grep -q "git would wait for it: it is not a regular file: .*/.gitignore" "$work/said" || fail "doctor does not say what is wrong: $(cat "$work/said")"
exit $failed
