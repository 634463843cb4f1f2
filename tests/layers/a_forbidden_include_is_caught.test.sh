#!/usr/bin/env bash
# The layer checker accepts what the table allows and names each thing that it does not.
set -euo pipefail
source=${CLEW_SOURCE_DIR:-$(cd "$(dirname "$0")/../.." && pwd)}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/tools" "$root/src/session" "$root/src/store/sqlite" "$root/src/command/plan" \
  "$root/src/command/show" "$root/src/app"
cp "$source/tools/layers.txt" "$root/tools/"

fail() { echo "FAILED: $*" >&2; exit 1; }

cat >"$root/src/session/decide.cc" <<'CC'
#include "session/decide.h"

#include <vector>

#include "base/result.h"
CC
cat >"$root/src/session/decide_test.cc" <<'CC'
#include <doctest/doctest.h>

#include "testing/temporary_folder.h"
CC
cat >"$root/src/store/sqlite/append.cc" <<'CC'
#include <sqlite3.h>
#include <unistd.h>

#include "session/event.h"
#include "store/event_store.h"
CC
cat >"$root/src/command/plan/add_step.cc" <<'CC'
#include "command/plan/add_step.h"

#include "command/verb.h"
#include "engine/reply.h"
CC
echo '#include "interface/cli/run.h"' >"$root/src/app/clew.cc"
"$source/tools/layers" "$root" || fail "allowed includes were refused"

# refuses FILE LINE: with this line added, the checker fails and names file and line number.
refuses() {
  local file=$root/$1 before output line
  before=$(cat "$file")
  printf '%s\n' "$2" >>"$file"
  line=$(wc -l <"$file")
  if output=$("$source/tools/layers" "$root"); then fail "not caught in $1: $2"; fi
  grep -qF "$1:$line:" <<<"$output" || fail "$1:$line is not named in: $output"
  grep -q 'rule:' <<<"$output" || fail "no rule is named in: $output"
  printf '%s\n' "$before" >"$file"
}

refuses src/session/decide.cc '#include "store/event_store.h"'
refuses src/session/decide.cc '  #  include <store/event_store.h>'
refuses src/session/decide.cc '#include "decide.h"'
refuses src/session/decide.cc '#include "nowhere/thing.h"'
refuses src/session/decide.cc '#include "testing/temporary_folder.h"'
refuses src/session/decide.cc '#include <doctest/doctest.h>'
refuses src/session/decide.cc '#include <nlohmann/json_fwd.hpp>'
refuses src/session/decide.cc '#include <sys/stat.h>'
refuses src/session/decide_test.cc '#include "command/lifecycle/pause_session.h"'
refuses src/store/sqlite/append.cc '#include "files/lock.h"'
refuses src/store/sqlite/append.cc '#include <yaml.h>'

# What is listed as an exception is let through, as long as it is needed.
echo '#include "command/show/list_sessions.h"' >>"$root/src/command/plan/add_step.cc"
echo 'include src/command/plan/add_step.cc command/show/list_sessions.h' >"$root/tools/layers_exceptions.txt"
"$source/tools/layers" "$root" >/dev/null || fail "an exception was refused"
echo 'include src/app/clew.cc interface/cli/run.h' >>"$root/tools/layers_exceptions.txt"
if "$source/tools/layers" "$root" >/dev/null; then fail "a needless exception was accepted"; fi
rm "$root/tools/layers_exceptions.txt"
sed -i '$d' "$root/src/command/plan/add_step.cc"

# Two units that include each other, one of them from its .cc file.
echo '#include "command/show/overview.h"' >"$root/src/command/show/list_sessions.cc"
echo '#include "command/show/list_sessions.h"' >"$root/src/command/show/overview.h"
if output=$("$source/tools/layers" "$root"); then fail "a cycle was accepted"; fi
grep -q 'command/show/overview' <<<"$output" || fail "the cycle is not named in: $output"
echo 'cycle command/show/overview command/show/list_sessions' >"$root/tools/layers_exceptions.txt"
"$source/tools/layers" "$root" >/dev/null || fail "a listed cycle was refused"
echo >"$root/src/command/show/overview.h"
if "$source/tools/layers" "$root" >/dev/null; then fail "a needless cycle was accepted"; fi
rm "$root/tools/layers_exceptions.txt" "$root"/src/command/show/*

mkdir "$root/src/util"
echo >"$root/src/util/helpers.cc"
if "$source/tools/layers" "$root" >/dev/null; then fail "a folder without a rule was accepted"; fi
echo "every forbidden include was caught"
