#!/usr/bin/env bash
# Reading a session and recording an edit start no program where there is nothing to ask git for.
# Whether the recorded commit is part of HEAD is asked once for each two commits; what is uncommitted
# only of interrupted work, which tells it. The repository is found once in a command.
set -euo pipefail
. "$CLEW_SOURCE_DIR/tests/process/git_place.sh"
export XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache USER=ana
mkdir "$work/project" "$work/bin" && cd "$work/project"
project=$(pwd -P)
agent=11111111-aaaa-4bbb-8ccc-000000000001
failed=0
fail() { echo "FAILED: $*"; failed=1; }
event() { # EVENT FIELDS
  printf '{"session_id":"%s","cwd":"%s","hook_event_name":"%s"%s}' $agent "$project" "$1" "${2:+,$2}" |
    "$CLEW_BIN" hook claude-code
}
edit() { # OLD NEW, of a.txt
  printf '%s\n' "$2" >a.txt
  event PostToolUse "\"tool_name\":\"Edit\",\"tool_use_id\":\"toolu_$2\",\"tool_input\":{\"file_path\":\"$project/a.txt\",\"old_string\":\"$1\",\"new_string\":\"$2\"},\"tool_response\":{\"filePath\":\"$project/a.txt\",\"originalFile\":\"$1\\n\",\"structuredPatch\":[{\"oldStart\":1,\"oldLines\":1,\"newStart\":1,\"newLines\":1,\"lines\":[\"-$1\",\"+$2\"]}]}"
}
find_one() { # session_find of the one session there is
  printf '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"session_find","arguments":{"session":"%s"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}\n' "$session" |
    timeout 20 "$CLEW_BIN" mcp | tee "$work/found" | grep -q '"isError":true' && return 1
  grep -q "$session" "$work/found"
}
commit() { git commit -q --allow-empty -m "$1"; }

git init -q -b main
printf 'one\n' >a.txt
git add -A && commit first
event UserPromptSubmit '"prompt":"Write the parser"'
edit one two
event Stop
event SessionEnd '"reason":"exit"'
session=$("$CLEW_BIN" list --json | grep -o '"session":"[^"]*"' | head -1 | cut -d'"' -f4)

# From here on every git is counted.
real_git=$(command -v git)
printf '#!/bin/sh\necho "$@" >>"%s"\nexec "%s" "$@"\n' "$work/asked" "$real_git" >"$work/bin/git"
chmod +x "$work/bin/git"
asks() { # HOW_OFTEN COMMAND...: what it prints is then in $said
  local often=$1 count
  shift
  : >"$work/asked"
  said=$(PATH=$work/bin:$PATH "$@") || fail "$* failed"
  count=$(wc -l <"$work/asked")
  [ "$count" = "$often" ] || fail "$*: git was asked $count times, not $often: $(cat "$work/asked")"
}
reads_ask_nothing() {
  for verb in brief status resume show; do asks 0 "$CLEW_BIN" "$verb" "$session"; done
  asks 0 find_one
  asks 0 event SessionStart '"source":"startup"'
}

# --- HEAD is the recorded commit
reads_ask_nothing
asks 0 edit two three
asks 0 event Stop
asks 0 event SessionEnd '"reason":"exit"'
asks 0 "$CLEW_BIN" brief "$session"
case $said in *Interrupted*) fail "ended work is told as interrupted: $said" ;; esac

# --- HEAD moved on
commit second
asks 1 "$CLEW_BIN" brief "$session"
case $said in *ancestor*) fail "a commit on top is drift: $said" ;; esac
reads_ask_nothing
commit third
asks 1 find_one
reads_ask_nothing

# --- and to another branch
git checkout -q --orphan other && commit elsewhere
asks 1 "$CLEW_BIN" status "$session"
drift() { grep drift <<<"$said"; } # without how long ago the session was touched
first=$(drift)
case $said in *"is not an ancestor of HEAD"*) ;; *) fail "another history is no drift: $said" ;; esac
asks 0 "$CLEW_BIN" status "$session"
[ "$(drift)" = "$first" ] || fail "the kept answer reads $(drift) and not $first"
reads_ask_nothing
# What was kept is lost: asked again, with the same answer; also where it cannot be kept.
rm -r "$XDG_CACHE_HOME/clew"
asks 3 "$CLEW_BIN" status "$session" # whether git answers, and for the first commit, too
[ "$(drift)" = "$first" ] || fail "without list kept files it reads $said"
git checkout -q main
: >"$work/a_file"
XDG_CACHE_HOME=$work/a_file/below asks 3 "$CLEW_BIN" status "$session"
XDG_CACHE_HOME=$work/a_file/below asks 3 "$CLEW_BIN" brief "$session"
case $said in *ancestor*) fail "back on its branch it is drift: $said" ;; esac

# --- interrupted work tells what is uncommitted
by_hand=$("$CLEW_BIN" start "By hand" --json | grep -o '"session":"[^"]*"' | head -1 | cut -d'"' -f4)
printf 'four\n' >a.txt
printf 'x\n' >b.txt
"$CLEW_BIN" changed a.txt -s "$by_hand" >/dev/null
asks 2 "$CLEW_BIN" brief "$by_hand" # for what is staged, and what is untracked
case $said in *"Interrupted: last edit a.txt"*"2 files uncommitted"*) ;; *) fail "interrupted work: $said" ;; esac
asks 0 "$CLEW_BIN" status "$by_hand"

# --- the repository is found once
if command -v strace >/dev/null; then
  looks() { # COMMAND...: how often it looked for the repository, and read HEAD
    strace -f -e trace=openat,openat2,newfstatat,stat,open -o "$work/trace" "$@" >/dev/null
    found=$(grep -c 'stat[a-z0-9]*(.*/project/\.git",' "$work/trace") || true
    read=$(grep -c 'open[a-z0-9]*(.*\.git/HEAD"' "$work/trace") || true
  }
  "$CLEW_BIN" brief "$session" >/dev/null # git, when it is asked, looks as well
  for verb in brief status show; do
    looks "$CLEW_BIN" "$verb" "$session"
    [ "$found" -le 2 ] || fail "$verb looked for the repository $found times"
    [ "$read" -le 1 ] || fail "$verb read HEAD $read times"
  done
fi
exit $failed
