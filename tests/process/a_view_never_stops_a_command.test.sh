#!/usr/bin/env bash
# Whatever stands in the way of a view, the command itself happens, says so, and nothing of somebody
# else's is overwritten.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work CLEW_STORE=$work/store.db
unset XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME CLEW_SESSION CLEW_ACTOR
cd "$work"
"$CLEW_BIN" start "Login form" --id work --step Plan --step Build --dialect feature --model opus >/dev/null
state=$(echo .ai-session/*/state.yaml)

expect() { # WHAT PATTERN TEXT
  if ! grep -qE -- "$2" <<<"$3"; then
    echo "$1: no /$2/ in"
    echo "$3"
    exit 1
  fi
}

# Damaged, several times within a second: kept aside or held, never a failed command.
for _ in 1 2 3; do
  printf 'version: "1.0\n' >"$state"
  "$CLEW_BIN" note -s work "while damaged" >/dev/null
done
sleep 1.1
"$CLEW_BIN" note -s work "later" >/dev/null
expect "then it is restored" "clean" "$("$CLEW_BIN" view list)"
grep -q 'model_in_use: "opus"' "$state" || { echo "the damaged state was not restored"; exit 1; }

# Not ours to read: a symbolic link is never followed, and never replaced.
mv "$state" elsewhere.yaml
ln -s "$work/elsewhere.yaml" "$state"
expect "a link is held" "left unchanged" "$("$CLEW_BIN" note -s work "behind a link" 2>&1)"
[ -L "$state" ] || { echo "the link was replaced"; exit 1; }
rm "$state"
mv elsewhere.yaml "$state"

# An edit that breaks a rule stays in place until somebody mends it.
sed -i 's/model_in_use: .*/model_in_use: "abacus"/' "$state"
expect "a broken rule is held" "left unchanged" "$("$CLEW_BIN" note -s work "a wrong model" 2>&1)"
grep -q abacus "$state" || { echo "the edit was overwritten"; exit 1; }
sed -i 's/model_in_use: .*/model_in_use: "sonnet"/' "$state"
"$CLEW_BIN" note -s work "mended" >/dev/null
expect "and is taken in once it is right" '"model":"sonnet"' "$("$CLEW_BIN" show work --json)"

"$CLEW_BIN" close work --aborted >/dev/null
"$CLEW_BIN" forget work --yes >/dev/null
expect "a forgotten session has no view" "no session has a view" "$("$CLEW_BIN" view list)"
