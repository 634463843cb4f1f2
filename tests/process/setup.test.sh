#!/usr/bin/env bash
# `clew setup` as a person runs it, in a home of its own: it finds what is installed, writes nothing
# without a yes, twice is once, and --remove gives the very bytes back.
set -u
clew="${CLEW_BIN:?}"
if [ ! -x "$clew" ]; then echo "skipped: $clew is not built"; exit 77; fi
folder=$(cd "$(mktemp -d)" && pwd -P)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
home="$folder/home of ana"
mkdir -p "$home/bin" "$home/work" "$home/.claude" "$home/dotfiles"
cd "$home/work" || exit 1
failures=0
fail() { echo "FAILED: $*"; failures=$((failures + 1)); }

# expect NAME EXIT PATTERN -- COMMAND…: what it prints, on both outputs, has the pattern.
expect() {
  local name=$1 wanted=$2 pattern=$3
  shift 4
  local said code
  said=$("$@" 2>&1 </dev/null)
  code=$?
  if [ "$code" != "$wanted" ] || ! grep -qE -- "$pattern" <<<"$said"; then
    fail "$name: exit $code instead of $wanted, or no /$pattern/ in:"
    echo "$said" | sed 's/^/    /'
  fi
}
run() { env -i PATH="$home/bin:/usr/bin:/bin" HOME="$home" "$clew" "$@"; }
files() { (cd "$home" && find . -type f ! -path './.local/*' ! -path './.cache/*' | sort); }
prints() { (cd "$home" && files | xargs -d '\n' sha256sum; ls -ld .claude/settings.json | cut -c1-10); }

printf '#!/bin/sh\n' >"$home/bin/gemini"
chmod 755 "$home/bin/gemini"
printf '{\n\t"model": "opus", // mine\n\t"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}\n}' \
  >"$home/dotfiles/claude.json"
ln -s ../dotfiles/claude.json "$home/.claude/settings.json"
printf '{"numStartups":7}' >"$home/.claude.json"
chmod 644 "$home/.claude.json"
before=$(prints)

expect "clew alone names what it found" 0 "clew setup +\(found: Claude Code, Gemini CLI\)" -- run
expect "nobody to ask: what would change, exit 2 and --yes" 2 "clew setup --yes" -- run setup
lines=$(run setup 2>/dev/null </dev/null | wc -l)
[ "$lines" -le 30 ] || fail "the question stands below $lines lines for two agents"
expect "it names the hooks of each file" 2 "\\+ [0-9]+ hooks: SessionStart" -- run setup
expect "and how to see every line" 2 "clew setup --diff +shows every line" -- run setup
expect "JSON has every line" 2 '"changes":"--- ' -- run setup --json
expect "the difference names the file behind the link" 2 \
  "\+\+\+ ~/.claude/settings.json \(is ~/dotfiles/claude.json\)" -- run setup --diff
[ "$(prints)" = "$before" ] || fail "something was written without a yes"
for shell in bash zsh fish; do
  expect "$shell completes the names of agents" 0 "setup.*claude-code codex gemini cursor" -- \
    run completion "$shell"
done
expect "an unknown agent is a usage error" 2 "claude-code, codex, gemini, cursor, opencode" -- run setup emacs
expect "with --yes it is done" 0 "Gemini CLI +set up" -- run setup --yes
once=$(prints)
said=$(run)
grep -q "clew setup" <<<"$said" && fail "clew still asks for a setup that is done: $said"
expect "twice is once" 0 "already set up" -- run setup --yes
[ "$(prints)" = "$once" ] || fail "the second setup changed something"
[ -L "$home/.claude/settings.json" ] || fail "the link is no link any more"
[ "$(stat -c %a "$home/.claude.json")" = 644 ] || fail "the mode of .claude.json changed"
grep -q 'say done' "$home/dotfiles/claude.json" || fail "the other hook is gone"
grep -q '// mine' "$home/dotfiles/claude.json" || fail "the comment is gone"
[ -e "$home/.codex" ] && fail "an agent that is not installed was set up"
expect "JSON names files and changes" 0 '"change":"unchanged"' -- run setup --json
expect "removed" 0 "clew removed" -- run setup --remove --yes
[ "$(prints)" = "$before" ] || fail "--remove did not give back the very bytes: $(prints) instead of $before"

printf '{"model": ' >"$home/.claude.json"
expect "broken settings are refused with their line" 5 "line 1.*\.claude\.json" -- run setup --yes
[ "$(cat "$home/.claude.json")" = '{"model": ' ] || fail "broken settings were touched"
[ -e "$home/.gemini/settings.json" ] && fail "another file was written nevertheless"
printf '{"numStartups":7}' >"$home/.claude.json"
if [ "$(id -u)" != 0 ]; then
  chmod 000 "$home/.claude.json"
  expect "unreadable settings are refused" 4 "\.claude\.json" -- run setup --yes
  chmod 644 "$home/.claude.json"
fi

# A project's hooks, run by a shell as agents run them: silent where clew is not installed.
expect "into the project" 0 "set up" -- run setup claude-code --project --yes
line=$(grep -o 'command -v clew[^"]*true' .claude/settings.json | head -1)
said=$(echo '{}' | env -i PATH=/usr/bin:/bin HOME="$home" sh -c "$line" 2>&1)
[ $? = 0 ] && [ -z "$said" ] || fail "a project's hook is not silent without clew: $said"
expect "and out of it" 0 "removed" -- run setup --project --remove --yes
[ -e .mcp.json ] && fail ".mcp.json was left"

# The whole way: the hook and the server that stand in the settings work.
if run hook claude-code </dev/null >/dev/null 2>&1; then
  run setup claude-code codex gemini cursor --yes >/dev/null 2>&1 || fail "setup of all four"
  expect "the check runs what stands there" 0 "a trial run was recorded" -- run setup --check
  expect "none fired yet, and that is not ticked" 0 "· fired +never yet" -- run setup --check
  sed -i 's#"command": "[^"]*clew"#"command": "/nowhere/clew"#' "$home/dotfiles/claude.json"
  expect "a program that is gone is found" 1 "/nowhere/clew does not exist" -- run setup --check
fi

[ "$failures" = 0 ] && echo "all as expected"
exit "$((failures > 0))"
