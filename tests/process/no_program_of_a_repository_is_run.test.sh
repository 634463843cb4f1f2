#!/usr/bin/env bash
# Whatever the settings, attributes and hooks of a repository and of its submodule name, and whatever
# program lies in it: no verb, hook or tool runs it, nothing is fetched, and no variable makes git
# write elsewhere. Each trap leaves a mark with its name.
set -euo pipefail
. "$CLEW_SOURCE_DIR/tests/process/git_place.sh"
export XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache USER=ana
project=$work/project
mkdir "$project" && cd "$project"
git=$(command -v git)
failed=0
fail() { echo "FAILED: $*"; failed=1; }

printf '#!/bin/sh\necho "$0 $*" >>"%s"\n' "$work/marks" >"$work/trap"
chmod +x "$work/trap"
trap_for() { # NAME: a command that marks it
  echo "$work/trap $1"
}

# --- a repository with a submodule, a file behind a filter, and something of everything
git init -q -b main "$work/library" && git -C "$work/library" commit -q --allow-empty -m first
git init -q -b main
printf 'one\n' >a.txt && printf 'two\n' >b.txt && printf 'three\n' >gone.txt && printf 'four\n' >c.big
git add -A && git commit -q -m first
git -c protocol.file.allow=always submodule --quiet add "$work/library" lib
printf 'l\n' >lib/l.txt && git -C lib add -A && git -C lib commit -q -m l
git add -A && git commit -q -m second
first=$(git rev-parse HEAD~1)

# --- sessions, begun before the traps are there: one by hand, one of an agent, one with a view
agent=11111111-aaaa-4bbb-8ccc-000000000001
event() { # EVENT FIELDS
  printf '{"session_id":"%s","cwd":"%s","hook_event_name":"%s"%s}' $agent "$project" "$1" "${2:+,$2}" |
    "$clew" hook claude-code >/dev/null
}
edit() { # FILE TEXT
  printf '%s\n' "$2" >"$1"
  event PostToolUse "\"tool_name\":\"Write\",\"tool_use_id\":\"toolu_$1_$2\",\"tool_input\":{\"file_path\":\"$project/$1\"},\"tool_response\":{\"type\":\"update\",\"filePath\":\"$project/$1\"}"
}
clew=$CLEW_BIN
"$clew" start "By hand" --id hand --step one --step two >/dev/null
"$clew" changed gone.txt -s hand >/dev/null
"$clew" start "With files" --id files --dialect feature --model opus --step one >/dev/null

# --- the traps
while read -r setting; do
  git config "$setting" "$(trap_for "$setting")"
  git -C lib config "$setting" "$(trap_for "lib:$setting")"
done <<'END'
core.fsmonitor
core.pager
core.editor
core.askPass
core.sshCommand
core.gitProxy
core.alternateRefsCommand
sequence.editor
credential.helper
diff.external
diff.trap.textconv
diff.trap.command
merge.trap.driver
filter.trap.clean
filter.trap.smudge
filter.trap.process
gpg.program
gpg.ssh.program
gpg.ssh.defaultKeyCommand
pager.show
pager.diff
pager.status
pager.config
interactive.diffFilter
uploadpack.packObjectsHook
remote.origin.uploadpack
remote.origin.receivepack
difftool.trap.cmd
submodule.lib.update
END
for verb in status diff show config rev-parse ls-files ls-tree cat-file check-attr merge-base rev-list diff-tree diff-index version; do
  git config "alias.$verb" "!$(trap_for "alias.$verb")"
done
git config filter.trap.required true
git config log.showSignature true
git config submodule.recurse true
git config status.submoduleSummary true
git config diff.submodule log
git config diff.ignoreSubmodules none
git config fetch.recurseSubmodules yes
git config protocol.allow always
git config protocol.ext.allow always
git config remote.origin.url "ext::$(trap_for ext)"
git config remote.origin.promisor true
git config extensions.partialClone origin
git config core.repositoryFormatVersion 1
git config extensions.worktreeConfig true
printf '[core]\n\tfsmonitor = %s\n' "$(trap_for config.worktree)" >.git/config.worktree
printf '[core]\n\tfsmonitor = %s\n[diff]\n\texternal = %s\n' "$(trap_for include)" "$(trap_for include)" >.git/included
git config include.path included
git config includeIf.onbranch:main.path included
mkdir -p hooks .git/hooks .git/modules/lib/hooks bin "$work/exec"
for hook in post-index-change fsmonitor-watchman pre-auto-gc post-checkout reference-transaction \
  pre-commit query-watchman post-rewrite pre-push proc-receive sendemail-validate; do
  for folder in hooks .git/hooks .git/modules/lib/hooks; do
    printf '#!/bin/sh\nexec %s\n' "$(trap_for "$folder/$hook")" >"$folder/$hook" && chmod +x "$folder/$hook"
  done
done
git config core.hooksPath hooks
printf '* filter=trap diff=trap merge=trap text ident\n*.enc working-tree-encoding=UTF-16\n' |
  tee .gitattributes lib/.gitattributes >.git/info/attributes
# Programs that would be found in the current folder, in the project, or by a variable.
for program in git ssh sh cat rm less gpg git-remote-ext git-status git-rev-parse git-ls-files; do
  for folder in . bin "$work/exec"; do cp "$work/trap" "$folder/$program"; done
done
# The content that HEAD has is not there: only a fetch would bring it.
object=$("$git" rev-parse "HEAD:a.txt")
rm -f ".git/objects/${object:0:2}/${object:2}"

# What a hook or a person's surroundings might hand on.
surroundings() { # COMMAND...
  PATH=".::$project/bin:../project:$PATH:" GIT_EXEC_PATH=$work/exec GIT_EXTERNAL_DIFF=$(trap_for env.diff) \
    GIT_SSH_COMMAND=$(trap_for env.ssh) GIT_SSH=$work/trap GIT_PAGER=$(trap_for env.pager) \
    GIT_EDITOR=$(trap_for env.editor) GIT_ASKPASS=$work/trap SSH_ASKPASS=$work/trap \
    GIT_PROXY_COMMAND=$work/trap GIT_TRACE=$work/trace GIT_TRACE2=$work/trace GIT_TRACE2_EVENT=$work/trace \
    GIT_TRACE_SETUP=$work/trace GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.fsmonitor \
    GIT_CONFIG_VALUE_0=$(trap_for env.config) GIT_CONFIG_PARAMETERS="'core.fsmonitor=$(trap_for env.parameters)'" \
    GIT_INDEX_FILE=$work/index GIT_ALLOW_PROTOCOL=ext:file "$@"
}
printf '#!/bin/bash\n. %q\nsurroundings %q "$@"\n' "$work/surroundings" "$CLEW_BIN" >"$work/clew"
{ declare -p work project && declare -f surroundings trap_for; } >"$work/surroundings"
chmod +x "$work/clew"
clew=$work/clew
[ ! -e "$work/marks" ] || rm "$work/marks"

# Equal in size and later, staged, gone, new; and the submodule moved on.
changes() {
  printf 'ONE\n' >a.txt && printf 'TWO\n' >b.txt && printf 'FOUR\n' >c.big && rm -f gone.txt
  printf 'L\n' >lib/l.txt && printf 'new\n' >new.txt
  touch -d '2020-01-01' a.txt b.txt c.big lib/l.txt
}

tried=()
run() { # VERB... ARGUMENTS: how it ends does not matter
  tried+=("$*")
  timeout 20 "$clew" "$@" >"$work/said" 2>&1 </dev/null || true
}
changes
run changed a.txt -s hand
run brief hand
grep -q 'uncommitted' "$work/said" || fail "interrupted work does not tell what is uncommitted: $(cat "$work/said")"
for session in hand files; do
  for verb in brief status resume show "show files" "verify" "log" "view list" "diff" "pause" "resume" "export" \
    "contract status" "contract show" "contract verify" "contract ack" "next" "checkpoint now" "fork --at 1" "undo"; do
    # shellcheck disable=SC2086 # the words of a verb
    run $verb -s $session
    # shellcheck disable=SC2086
    run $verb $session
  done
done
run verify --all
# From within the submodule the programs of the project around it are no more the person's.
chmod 1777 .
(cd lib && run start "In the submodule" --id sub --step one && run changed l.txt -s sub && run brief sub)
chmod 755 .
run doctor
run list
run list --all
run search hand
for verb in index status map; do run code $verb; done
for verb in find show callers callees; do run code $verb x; done
run
run start again --id again --step one
run step add more -s again
run step start 1 -s again
run step block 1 --reason x -s again
run step unblock 1 -s again
run step review 1 -s again
run step fail 1 --reason x -s again
run step retry 1 -s again
run step skip 1 --reason x -s again
run step done 1 -s again
run done -s again
run recheck again --yes
run merge again
run revisit 1 -s again
run decide x --because y -s again
run tried x --because y -s again
run ask x -s again
run answer 1 x -s again
run note x -s again
run set goal=other -s again
run ran -s again -- make
run changed a.txt -s again
run changed c.big new.txt lib/l.txt -s again
run claim verify x -s again
run claim defer x -s again
run claim resolve x -s again
run claim override x -s again
run claim reconfirm x -s again
for verb in start plan progress done fail timeout retry; do run agent $verb x -s again; done
run context 10 -s again
run instruct x -s again
run error x -s again
run record -s again
run artifact add a.txt --yes -s again
run artifact list -s again
run artifact show a.txt -s again
run artifact history a.txt -s again
run artifact restore a.txt -s again
run view attach structural -s again
run view attach workflow "$project/views" -s again
run view accept -s again
run view detach -s again
run repair -s again
run repair "$project" --yes
run validate "$project"
run schema feature
run import "$project"
run migrate "$project"
run structural dump -s again
run structural resume -s again
run key new
run key show
run bundle create again "$work/again.clew"
run bundle inspect "$work/again.clew"
run bundle open "$work/again.clew"
run handoff again
run remote add place "$work/place"
run remote list
run remote invite place
run remote join place --code nonsense
run remote auto on place --yes
run sync --yes
run share again --with desk:age104cvlyyn4pw43wcgfy7lwak0x09jpndsc7gzkekd5yrvqk9p95nq3p8zyl:56e02b463060c804432f4fd9db162a7bea9919f4e9326b5f9da0cc097323ea47-52ee411d --yes
run unshare again --with desk --yes
run remote auto off place
run push
run pull
run remote remove place --yes
run backup "$work/backup.db"
run restore "$work/backup.db"
run redact again 1
run archive again
run unarchive again
run use again
run off
run on
run init
run trust
run setup claude-code --dry-run
run setup claude-code --yes
run setup claude-code --project --yes
run setup claude-code --check
run completion bash
run version
run help
run tour
run close again
run forget again --yes
run serve --help
run hook claude-code
run mcp

# Every hook event of every agent, and an agent's work in full.
for fixture in "$CLEW_SOURCE_DIR"/tests/fixtures/hooks/*/*.json; do
  sed "s#/home/ana/oauth#$project#g; s#src/auth/[a-z_.]*#b.txt#g" "$fixture" >"$work/event.json"
  timeout 20 "$clew" hook "$(basename "$(dirname "$fixture")")" <"$work/event.json" >/dev/null 2>&1 || true
done
event SessionStart '"source":"startup"'
event UserPromptSubmit '"prompt":"Write the parser"'
edit a.txt ONe
edit c.big FOUr
edit lib/l.txt l
event SessionStart '"source":"resume"'
event PreCompact '"trigger":"auto"'
event Stop
event SessionEnd '"reason":"exit"'

# Every tool.
call() { # TOOL ARGUMENTS
  printf '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":%s,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}\n' "$1" "$2" |
    timeout 20 "$clew" mcp >"$work/said" 2>&1 || true
}
changes
call session_start '{"goal":"By tool","steps":[{"title":"one"}]}'
call session_log '{"entries":[{"type":"file","path":"a.txt","action":"modified"},{"type":"note","text":"x"}]}'
run start "By hand, again" --id once_more --step one
run changed a.txt -s once_more
call session_find '{"session":"once_more","detail":"detailed"}'
grep -q 'uncommitted' "$work/said" || fail "the tool does not tell what is uncommitted: $(cat "$work/said")"
call session_resume '{"session":"hand"}'
call session_verify '{"session":"hand"}'
call session_checkpoint '{"session":"hand","name":"x"}'
call session_update '{"session":"hand","action":"done","step":"1"}'
call session_delete '{"session":"hand","confirm":"hand"}'

[ ! -e "$work/marks" ] || fail "programs of the repository were run: $(sort "$work/marks" | uniq -c)"
[ ! -e "$work/trace" ] || fail "a variable made git write a trace"
[ ! -e "$work/index" ] || fail "a variable made git write an index"

# Nothing was left out.
verbs=$("$CLEW_BIN" help all | sed -n 's/^  \([a-z]\+\( [a-z]\+\)\?\)  .*/\1/p')
[ "$(wc -l <<<"$verbs")" -gt 80 ] || fail "the list of verbs reads $verbs"
while read -r verb; do
  grep -q "^$verb\( \|$\)" <<<"$(printf '%s\n' "${tried[@]}")" || fail "clew $verb was not tried"
done <<<"$verbs"

# The traps work: git by its name, and a git that is asked for the work tree, fall into them.
(surroundings git status >/dev/null 2>&1) || true
grep -q '^\./git status' "$work/marks" || fail "the git of the current folder marks nothing"
"$git" -c core.fsmonitor=false status >/dev/null 2>&1 || true
grep -q 'filter.trap' "$work/marks" || fail "the filter marks nothing: $(cat "$work/marks")"
"$git" cat-file -p "$object" >/dev/null 2>&1 || true
grep -q ' ext' "$work/marks" || fail "the promised object is not fetched: $(cat "$work/marks")"
exit $failed
