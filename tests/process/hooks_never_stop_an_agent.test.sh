#!/usr/bin/env bash
# `clew hook` as agents call it: whatever is wrong with its input or its store, it exits 0 within
# its time, prints nothing, and writes one line to clew's own log. And what is right is recorded.
set -u
clew="${CLEW_BIN:?}"
if [ ! -x "$clew" ]; then echo "skipped: $clew is not built"; exit 77; fi
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder" 2>/dev/null; rm -rf "$folder"' EXIT
project="$folder/project"
mkdir -p "$project/src"
cd "$project" || exit 1
failures="$folder/failures" # a file: most of what follows runs at the end of a pipe
: >"$failures"
most=5 # seconds; a lock that is never given back is waited for two of them

fail() { echo "FAILED: $*" | tee -a "$failures" >&2; }
fresh() { # a store and a log of its own for each case
  case_number=$((${case_number:-0} + 1))
  home="$folder/home$case_number"
  store="$home/store/clew.db"
  log="$home/state/clew/hook.log"
  mkdir -p "$home"
}
clew_here() {
  env -i PATH="$PATH" HOME="$home" USER=ana XDG_STATE_HOME="$home/state" XDG_CACHE_HOME="$home/cache" \
    CLEW_STORE="$store" ${extra:-} ${as:-} "$clew" "$@"
}
# hook AGENT < JSON: prints what it printed; exit code and time are checked.
hook() {
  local begun=$SECONDS code
  clew_here hook "$1" 2>"$folder/errors"
  code=$?
  [ "$code" = 0 ] || fail "$name: exit $code"
  [ $((SECONDS - begun)) -le "$most" ] || fail "$name: took $((SECONDS - begun)) s"
  [ ! -s "$folder/errors" ] || fail "$name: said on standard error: $(head -1 "$folder/errors")"
}
lines() { if [ -f "$log" ]; then wc -l <"$log"; else echo 0; fi; }
quiet() { # NAME AGENT < JSON: nothing printed, one line in the log
  name=$1
  local before said
  before=$(lines)
  said=$(hook "$2")
  [ -z "$said" ] || fail "$name: printed $said"
  [ "$(lines)" = $((before + 1)) ] || fail "$name: $(($(lines) - before)) lines in the log"
}
one=11111111-aaaa-4bbb-8ccc-000000000001
two=22222222-aaaa-4bbb-8ccc-000000000002
event() { # ID EVENT FIELDS: an event of Claude Code
  printf '{"session_id":"%s","cwd":"%s","hook_event_name":"%s"%s}' "$1" "$project" "$2" "${3:+,$3}"
}
edit() { # ID FILE TEXT CALL
  printf '%s\n' "$3" >"$2"
  event "$1" PostToolUse "\"tool_name\":\"Write\",\"tool_use_id\":\"$4\",\"tool_input\":{\"file_path\":\"$project/$2\",\"content\":\"$3\\n\"},\"tool_response\":{\"type\":\"create\",\"originalFile\":null,\"structuredPatch\":[]}"
}

# --- input
fresh
printf '' | quiet "empty input" claude-code
printf '{"session_id":' | quiet "broken input" codex
printf '[1,2]' | quiet "input that is no object" gemini
head -c 9000000 /dev/zero | tr '\0' ' ' | quiet "huge input" claude-code
{ printf '{"hook_event_name":"UserPromptSubmit","prompt":"'; head -c 9000000 /dev/zero | tr '\0' 'x'; printf '"}'; } |
  quiet "a huge prompt" claude-code
head -c 200000 /dev/zero | tr '\0' '[' | quiet "deep input" cursor
head -c 100000 /dev/urandom | quiet "random bytes" claude-code
printf '{"hook_event_name":"SessionStart","session_id":"\xf0\x9f"}' | quiet "bytes of half a character" claude-code
printf '{}' | quiet "an agent nobody knows" emacs
[ ! -e "$store" ] || fail "bad input made a store"
name="hostile names"
printf '{"hook_event_name":"PostToolUse","session_id":"$(touch %s/pwned)\\n/../..","cwd":"/nowhere/\\u0000","tool_name":"Write","tool_input":{"file_path":"/etc/passwd"},"tool_response":{}}' "$folder" | hook claude-code
printf '{"hook_event_name":"PostToolUse","session_id":"../../etc","cwd":"%s","tool_name":"Edit","tool_input":{"file_path":"../../../../etc/passwd"},"tool_response":{}}' "$project" | hook claude-code
[ ! -e "$folder/pwned" ] || fail "a name was run"
[ "$(clew_here list --all --json | grep -c '"goal"')" = 0 ] || fail "a file outside the project began a session"
name="an unknown event"
[ -z "$(event $one Fantasy | hook claude-code)" ] || fail "an unknown event was answered"

# --- the whole life of an agent that dies
fresh
name="life"
[ -z "$(event $one SessionStart '"source":"startup"' | hook claude-code)" ] || fail "a folder without a session was told of one"
[ ! -e "$store" ] || fail "a start made a store"
event $one UserPromptSubmit '"prompt":"Add OAuth login with PKCE"' | hook claude-code
event $one PostToolUse '"tool_name":"TodoWrite","tool_use_id":"t1","tool_input":{"todos":[{"content":"Write the token module","status":"in_progress"}]},"tool_response":{}' | hook claude-code
edit $one src/token.ts "ttl 60" t2 | hook claude-code
edit $one src/token.ts "ttl 60" t2 | hook claude-code # told twice: recorded once
brief=$(event $two SessionStart '"source":"startup"' | hook claude-code)
for part in "Add OAuth login with PKCE" "Write the token module" "src/token.ts" "Interrupted: last edit" additionalContext systemMessage; do
  grep -qF -- "$part" <<<"$brief" || fail "the brief lacks \"$part\": $brief"
done
[ "$(clew_here log --json -s @ 2>/dev/null | grep -o '"file_changed"' | wc -l)" = 1 ] || fail "the edit does not exist once"
hash=$(sha256sum src/token.ts | cut -d' ' -f1)
clew_here log --json | grep -q "$hash" || fail "the edit's hash is not that of the file"
[ "$(lines)" = 0 ] || fail "a good life left lines in the log: $(cat "$log")"
clew_here doctor | grep -q "hooks .*claude-code" || fail "doctor does not know when a hook fired"
clew_here verify >/dev/null || fail "the store does not verify"

# --- two agents in one folder; each in a process of its own
fresh
name="two agents"
sleep 60 & first=$!
extra="CLAUDE_PID=$first"
event $one UserPromptSubmit '"prompt":"First work"' | hook claude-code
edit $one a.txt one t1 | hook claude-code
extra="CLAUDE_PID=$$"
told=$(event $two SessionStart '"source":"startup"' | hook claude-code)
grep -q "At work: claude-code:11111111" <<<"$told" || fail "the second agent does not hear of the first: $told"
event $two UserPromptSubmit '"prompt":"Second work"' | hook claude-code
edit $two b.txt two t2 | hook claude-code
extra="CLAUDE_PID=$first"
edit $one c.txt three t3 | hook claude-code
extra=""
[ "$(clew_here list --json | grep -o '"goal":"[A-Z][a-z]* work"' | sort | tr '\n' ' ')" = '"goal":"First work" "goal":"Second work" ' ] ||
  fail "two agents did not make two sessions: $(clew_here list --json)"
kill "$first"; wait "$first" 2>/dev/null
three=33333333-aaaa-4bbb-8ccc-000000000003
extra="CLAUDE_PID=$$"
told=$(event $three SessionStart '"source":"startup"' | hook claude-code)
grep -q "Goal: First work" <<<"$told" || fail "a killed agent's session was not told in full: $told"
edit $three d.txt four t4 | hook claude-code
extra=""
[ "$(clew_here list --json | grep -o '"goal":"[A-Z][a-z]* work"' | wc -l)" = 2 ] || fail "the successor began a third session"

# --- many at once: the first edits of one agent begin one session and lose nothing
fresh
name="many at once"
for n in 1 2 3 4 5 6 7 8; do edit $one "many$n.txt" "$n" "m$n" >"$folder/many$n.json"; done
for n in 1 2 3 4 5 6 7 8; do hook claude-code <"$folder/many$n.json" & done
wait
[ "$(clew_here list --json | grep -o '"goal"' | wc -l)" = 1 ] || fail "several sessions were begun at once"
[ "$(clew_here log --json --limit 100 | grep -o '"file_changed"' | wc -l)" = 8 ] || fail "edits were lost: $(cat "$log" 2>/dev/null)"

# --- the store
fresh
name="store"
edit $one a.txt one t1 | hook claude-code
exec 8>"$store.lock"
flock 8
edit $one a.txt two t2 | quiet "a locked store" claude-code
name="a locked store is still told of"
event $one SessionStart '"source":"resume"' | hook claude-code | grep -q "a.txt" || fail "$name"
exec 8>&-
# Whoever is root may write everything: then somebody else is asked.
[ "$(id -u)" = 0 ] && as="setpriv --reuid=65534 --regid=65534 --clear-groups"
if ${as:-} test -x "$clew"; then
  chmod 755 "$folder"
  mkdir -p "$home/state/clew" "$home/cache"
  chmod -R a+rwX "$home"
  chmod -R a-w "$home/store"
  edit $one a.txt three t3 | quiet "a read-only store" claude-code
  name="a read-only store is still told of"
  event $one SessionStart '"source":"resume"' | hook claude-code | grep -q "a.txt" || fail "$name"
  chmod -R u+w "$home/store"
else
  echo "not tried: a read-only store (root, and nobody else may run clew)"
fi
as=""
cp "$store" "$folder/good.db"
rm -f "$store-wal" "$store-shm"
head -c 4096 /dev/urandom | dd of="$store" conv=notrunc bs=1 seek=64 2>/dev/null
edit $one a.txt four t4 | quiet "a corrupt store" claude-code
event $one SessionStart '"source":"startup"' | quiet "a corrupt store at a start" claude-code
head -c 10 "$folder/good.db" >"$store"
edit $one a.txt five t5 | quiet "a store that was cut off" claude-code
rm -rf "$home/store"
echo "in the way" >"$home/store"
edit $one a.txt six t6 | quiet "a store that cannot be made" claude-code
rm -f "$home/store"
name="a missing store is made"
edit $one a.txt seven t7 | hook claude-code
[ -e "$store" ] || fail "$name"
name="no HOME and no store"
code=$(edit $one a.txt eight t8 | env -i PATH="$PATH" "$clew" hook claude-code >/dev/null 2>&1; echo $?)
[ "$code" = 0 ] || fail "$name: exit $code"
name="off"
fresh
extra="CLEW_OFF=1"
edit $one a.txt nine t9 | hook claude-code
[ ! -e "$store" ] && [ ! -e "$log" ] || fail "clew was off and did something"
extra=""

if command -v git >/dev/null; then
  name="a git that never answers"
  fresh
  git init -q . && git -c user.name=ana -c user.email=ana@example.org commit -q --allow-empty -m first
  mkfifo pipe && printf '[include]\n\tpath = ../pipe\n' >>.git/config
  edit $one a.txt ten t10 | hook claude-code
  event $one SessionStart '"source":"startup"' | hook claude-code >/dev/null
fi

[ ! -s "$failures" ] && echo "all as expected"
