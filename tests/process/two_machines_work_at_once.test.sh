#!/usr/bin/env bash
# Two machines, that is two homes and two clones at different paths, with agents' hooks on both, work
# on one session before they meet: both add a step, both complete one, one closes while the other
# notes, and a hook's event comes a second time. Both end with the same events.
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
  local machine=$1
  shift
  (cd "$(cat "$work/$machine/where")" && HOME=$work/$machine USER=$machine "$CLEW_BIN" "$@")
}
event() { # MACHINE CONVERSATION EVENT FIELDS
  local where
  where=$(cat "$work/$1/where")
  printf '{"session_id":"%s","cwd":"%s","hook_event_name":"%s"%s}' "$2" "$where" "$3" "${4:+,$4}" |
    on "$1" hook claude-code
}
write() { # MACHINE CONVERSATION FILE TOOL_USE
  local file
  file=$(cat "$work/$1/where")/$3
  echo "$4" >"$file"
  event "$1" "$2" PostToolUse "\"tool_name\":\"Write\",\"tool_use_id\":\"$4\",\"tool_input\":{\"file_path\":\"$file\",\"content\":\"$4\\n\"},\"tool_response\":{\"type\":\"create\",\"originalFile\":null,\"structuredPatch\":[]}"
}
hashes() { # MACHINE: every event of every session, by its hash
  local id
  for id in $(on "$1" list --all --json --limit 100 | grep -o '"session":"[^"]*"' | cut -d'"' -f4); do
    on "$1" log "$id" --json --limit 1000 | grep -o '"hash":"[0-9a-f]*"'
  done | sort -u
}
meet() { # twice, for what one merged to come back
  on desk sync --yes >"$work/desk.said"
  on train sync --yes >"$work/train.said"
  on desk sync --yes >>"$work/desk.said"
  [ "$(hashes desk)" = "$(hashes train)" ] || fail "$1: the events differ
$(cat "$work/desk.said" "$work/train.said")"
}
count() { on "$1" log oauth --json --limit 1000 | grep -o "\"type\":\"$2\"" | wc -l; }

mkdir -p "$work/desk/projects" "$work/train/code" "$work/stick"
git init -q -b main "$work/desk/projects/shop"
(cd "$work/desk/projects/shop" && echo one >a.c && git add -A && git commit -qm first)
git clone -q "$work/desk/projects/shop" "$work/train/code/shop"
echo "$work/desk/projects/shop" >"$work/desk/where"
echo "$work/train/code/shop" >"$work/train/where"
of_desk=11111111-aaaa-4bbb-8ccc-000000000001
of_train=22222222-aaaa-4bbb-8ccc-000000000002

on desk start "Add OAuth" --id oauth --step Plan --step Build --step Review >/dev/null
on desk remote add home "$work/stick" >/dev/null
on desk sync --yes >/dev/null
on desk remote invite home --json | grep -o 'clew-join-[^"]*' | on train remote join home >/dev/null
on train sync --yes >/dev/null

# Agents at work on both, at the same time.
event desk $of_desk SessionStart '"source":"startup"' >"$work/brief"
grep -q "Add OAuth" "$work/brief" || fail "the agent at the desk is told nothing"
event train $of_train SessionStart '"source":"startup"' >"$work/brief"
grep -q "Add OAuth" "$work/brief" || fail "the agent on the train is told nothing"
event desk $of_desk UserPromptSubmit '"prompt":"go on with oauth"' >/dev/null
event train $of_train UserPromptSubmit '"prompt":"go on with oauth"' >/dev/null
write desk $of_desk desk.c toolu_desk_1
write train $of_train train.c toolu_train_1
event desk $of_desk Stop '"last_assistant_message":"The desk is done."' >/dev/null
event train $of_train Stop '"last_assistant_message":"The train is done."' >/dev/null
[ "$(count desk file_changed)" = 1 ] || fail "the hook at the desk recorded nothing: $(on desk log oauth)"
[ "$(count train file_changed)" = 1 ] || fail "the hook on the train recorded nothing: $(on train log oauth)"

# Both add a step, and both complete the first.
on desk step add "Rotate keys" -s oauth >/dev/null
on train step add "Write the docs" -s oauth >/dev/null
on desk done 1 -s oauth >/dev/null
on train done 1 -s oauth >/dev/null
meet "both worked"
for machine in desk train; do
  on "$machine" log oauth >"$work/log"
  for what in "Rotate keys" "Write the docs" desk.c train.c "The train is done"; do
    grep -q "$what" "$work/log" || fail "$machine has no \"$what\": $(cat "$work/log")"
  done
  [ "$(count "$machine" step_completed)" = 1 ] || fail "step 1 was completed twice on $machine"
done

# The client sends the same event again: once is enough, although its number is another one now.
before=$(hashes train)
write train $of_train train.c toolu_train_1
[ "$before" = "$(hashes train)" ] || fail "a hook's event that came twice was recorded twice"

# One closes it while the other notes.
on desk close oauth --aborted --reason "no time" >/dev/null
on train note "nearly there" -s oauth >/dev/null
meet "closed while noted"
on train log oauth >"$work/log"
grep -q "no time" "$work/log" || fail "the end did not come: $(cat "$work/log")"
grep -q "what contradicts is in oauth-" "$work/train.said" || fail "nobody is told: $(cat "$work/train.said")"
fork=$(sed -n 's/.*what contradicts is in \([^ ]*\).*/\1/p' "$work/train.said")
on train log "$fork" | grep -q "nearly there" || fail "the note is lost"
on train merge oauth --take theirs >/dev/null
meet "settled"
for machine in desk train; do on "$machine" verify --all >/dev/null || fail "$machine does not verify"; done
echo "two machines at once"
