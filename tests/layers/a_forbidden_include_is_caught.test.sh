#!/usr/bin/env bash
# The layer checker accepts what the table allows and names each thing that it does not.
set -euo pipefail
source=${CLEW_SOURCE_DIR:-$(cd "$(dirname "$0")/../.." && pwd)}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/tools" "$root/src/session" "$root/src/store/sqlite" "$root/src/app"
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
cat >"$root/src/store/sqlite/connection.cc" <<'CC'
#include <sqlite3.h>
#include <unistd.h>

#include "session/event.h"
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
refuses src/sqlite/connection.cc '#include "files/lock.h"'
refuses src/sqlite/connection.cc '#include <yaml.h>'

mkdir "$root/src/util"
echo >"$root/src/util/helpers.cc"
if "$source/tools/layers" "$root" >/dev/null; then fail "a folder without a rule was accepted"; fi
echo "every forbidden include was caught"
