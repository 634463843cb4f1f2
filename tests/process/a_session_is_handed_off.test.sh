#!/usr/bin/env bash
# Two homes, two clones at different paths, agents' hooks on both: the laptop hands its session to the
# desk, its agent goes on all the same and is told once, and what it records goes into a session of
# its own, also before the desk has written anything. The desk writes unnoticed, and hands it back. A
# clone without the first commit, and a folder without git, are told where the project is.
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
head_of() { on "$1" log oauth --json --limit 1000 | grep -o '"hash":"[0-9a-f]*"' | tail -1; }
signing_key() { on "$1" key show --json | grep -o '"signing_key":"[0-9a-f]*"' | cut -d'"' -f4; }
meet() { # twice, for what one moved to come back
  on laptop sync --yes >"$work/laptop.said"
  on desk sync --yes >"$work/desk.said"
  on laptop sync --yes >>"$work/laptop.said"
  [ "$(hashes desk)" = "$(hashes laptop)" ] || fail "$1: the events differ
$(cat "$work/desk.said" "$work/laptop.said")"
  [ "$(head_of desk)" = "$(head_of laptop)" ] || fail "$1: the heads differ"
}

mkdir -p "$work/laptop/code" "$work/desk/projects" "$work/stick"
git init -q -b main "$work/laptop/code/shop"
(cd "$work/laptop/code/shop" && echo one >a.c && git add -A && git commit -qm first && echo two >a.c && git commit -qam second)
git clone -q "$work/laptop/code/shop" "$work/desk/projects/shop"
echo "$work/laptop/code/shop" >"$work/laptop/where"
echo "$work/desk/projects/shop" >"$work/desk/where"
of_laptop=11111111-aaaa-4bbb-8ccc-000000000001
of_desk=22222222-aaaa-4bbb-8ccc-000000000002

on laptop start "Add OAuth" --id oauth --step Plan --step Build --step Review >/dev/null
on laptop remote add home "$work/stick" >/dev/null
on laptop sync --yes >/dev/null
on laptop remote invite home --json | grep -o 'clew-join-[^"]*' | on desk remote join home >/dev/null
on desk sync --yes >/dev/null
desk=$(signing_key desk)
laptop=$(signing_key laptop)

# An agent is at work on the laptop when the session is handed off. Both homes are on one host and
# have its name: keys tell them apart.
event laptop $of_laptop UserPromptSubmit '"prompt":"go on with oauth"' >/dev/null
write laptop $of_laptop before.c toolu_laptop_1 >"$work/hook"
[ -s "$work/hook" ] && fail "a hook says something before the handoff: $(cat "$work/hook")"
set +e
on laptop handoff oauth --to nowhere >/dev/null 2>"$work/said"
code=$?
set -e
[ $code = 3 ] || fail "a device that nobody knows: exit $code, $(cat "$work/said")"
grep -q "there are: .*(this device)" "$work/said" || fail "the devices are not named: $(cat "$work/said")"
on laptop handoff oauth --to "${desk:0:16}" >"$work/said"
grep -q "handed to .* sent to home" "$work/said" || fail "it was not sent: $(cat "$work/said")"

# It goes on: told once by its hooks, by commands each time.
write laptop $of_laptop after.c toolu_laptop_2 >"$work/hook"
grep -q "goes into a fork" "$work/hook" || fail "the agent is not told: $(cat "$work/hook")"
write laptop $of_laptop later.c toolu_laptop_3 >"$work/hook"
[ -s "$work/hook" ] && fail "the agent is told twice: $(cat "$work/hook")"
on laptop note "left behind" -s oauth | grep -q "goes into a fork" || fail "a command does not say it"
on laptop status oauth | grep -q "held by" || fail "the status does not say who has it"
on laptop brief oauth | grep -q "goes into a fork" || fail "the brief does not say it"

# The desk has written nothing yet: what was recorded is moved all the same.
on laptop sync --yes >"$work/said"
grep -q "after it was handed to .* is in oauth-" "$work/said" || fail "nothing was moved: $(cat "$work/said")"
fork=$(sed -n 's/.* is in \(oauth-[^ ]*\).*/\1/p' "$work/said")
on laptop log oauth | grep -q "left behind" && fail "the note is still in the session"
on laptop log "$fork" | grep -q "left behind" || fail "the note is lost"
on laptop log "$fork" | grep -q "after.c" || fail "the agent's edit is lost"
on laptop list | grep -q "$fork" || fail "the fork is not listed"
on desk sync --yes >/dev/null
on desk list | grep -q "^oauth-" || fail "the fork did not arrive: $(on desk list)"

# The desk goes on without any notice.
on desk status oauth | grep -q "this device" || fail "the desk does not know: $(on desk status oauth)"
event desk $of_desk SessionStart '"source":"startup"' >"$work/brief"
grep -q "Add OAuth" "$work/brief" || fail "the agent at the desk is told nothing"
on desk use oauth >/dev/null
event desk $of_desk UserPromptSubmit '"prompt":"go on with oauth"' >"$work/hook"
write desk $of_desk desk.c toolu_desk_1 >>"$work/hook"
grep -q "fork" "$work/hook" && fail "the desk is told something: $(cat "$work/hook")"
on desk done 1 -s oauth >"$work/said"
grep -q "fork" "$work/said" && fail "the desk is told something: $(cat "$work/said")"

# The laptop's agent is still bound to the session; both have worked when they meet.
write laptop $of_laptop again.c toolu_laptop_4 >/dev/null
on laptop log oauth | grep -q "again.c" || fail "the agent is bound no more: $(on laptop log oauth)"
on desk sync --yes >/dev/null
meet "both worked"
on laptop log oauth | grep -q "desk.c" || fail "the desk's work did not come"
on laptop log oauth --json --limit 1000 | grep -q '"tail_moved"' && fail "the session was told of the move"
on laptop log oauth | grep -q "again.c" && fail "the laptop's work is in the session"

# Handed back; now the desk is the one that is told. And taken back, without asking.
on desk handoff oauth --to "${laptop:0:16}" >/dev/null
on desk note "too late" -s oauth | grep -q "goes into a fork" || fail "the desk is not told"
meet "handed back"
on laptop note "at home" -s oauth >"$work/said"
grep -q "fork" "$work/said" && fail "the laptop is told something: $(cat "$work/said")"
on desk handoff oauth --to "${desk:0:16}" >/dev/null || true
meet "taken back"
on laptop note "once more" -s oauth | grep -q "goes into a fork" || fail "the laptop is not told"
meet "once more"
for machine in desk laptop; do on "$machine" verify --all >/dev/null || fail "$machine does not verify"; done

# Another branch at the desk: said where the work goes on.
git -C "$work/desk/projects/shop" checkout -qb other
on desk status oauth | grep -q "branch" || fail "another branch is not said: $(on desk status oauth)"

# A shallow clone of the same repository has no first commit: it is known by a commit that it has.
mkdir -p "$work/train"
git clone -q --depth 1 "file://$work/laptop/code/shop" "$work/train/shallow"
mkdir "$work/train/elsewhere"
echo "$work/train/shallow" >"$work/train/where"
on desk remote invite home --json | grep -o 'clew-join-[^"]*' | on train remote join home >/dev/null
on train sync --yes >"$work/said"
on train list | grep -q "oauth" || fail "the session is not known in a shallow clone: $(cat "$work/said")
$(on train list)"

# A session that began in a shallow clone goes by the address of its remote: so does a full clone then.
on train start "Write the docs" --id docs --step One >/dev/null
on train sync --yes >/dev/null
git -C "$work/desk/projects/shop" remote set-url origin "file://$work/laptop/code/shop"
on desk sync --yes >"$work/said"
on desk list | grep -q "^docs" || fail "a shallow clone's session is not known in a full one: $(cat "$work/said")
$(on desk list)"

# Without git: where the project is has to be said, and is remembered.
mkdir -p "$work/laptop/notes"
echo "$work/laptop/notes" >"$work/laptop/where"
on laptop start "Write letters" --id letters --step One >/dev/null
on laptop sync --yes >/dev/null
mv "$work/laptop/notes" "$work/laptop/gone"
mkdir -p "$work/laptop/notes.now"
echo "$work/laptop/notes.now" >"$work/laptop/where"
echo "$work/train/elsewhere" >"$work/train/where"
on train pull >"$work/said"
grep -q "is not here.*--project DIR" "$work/said" || fail "nobody says that the project is not here: $(cat "$work/said")"
on train pull letters --project nowhere >/dev/null 2>&1 && fail "a folder that is not there is taken"
on train pull letters --project . >/dev/null
on train status | grep -q "Write letters" || fail "the session is not found in its folder: $(on train status 2>&1)"

# Files that are written there name the project's path there; what was recorded stays.
here=$work/train/elsewhere
on train view attach orchestration -s letters >/dev/null
grep -q "\"project\": \"$here\"" "$here"/.craft/cache/orchestration-sessions/*-*.json ||
  fail "the view names the other machine's path: $(cat "$here"/.craft/cache/orchestration-sessions/*-*.json)"
on train export letters --to orchestration --out "$work/out" >/dev/null
grep -q "\"project\": \"$here\"" "$work"/out/*-*.json || fail "the export names the other machine's path"
on train note "half way" -s letters >/dev/null
on train log letters --json --limit 100 | grep -q '"type":"identity_changed"' && fail "the path was recorded"
on train log letters --json --limit 100 | grep -q "$work/laptop/notes" || fail "the history was rewritten"
echo "handed off"
