#!/usr/bin/env bash
# The real program where something around it is wrong: a clear word, the documented exit code, and
# nothing half done.
set -u
clew="${CLEW_BIN:?}"
if [ ! -x "$clew" ]; then echo "skipped: $clew is not built"; exit 77; fi
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

# expect NAME EXIT PATTERN -- COMMAND…: what it prints, on both outputs, has the pattern.
expect() {
  local name=$1 wanted=$2 pattern=$3
  shift 4
  local said code
  said=$("$@" 2>&1 </dev/null)
  code=$?
  if [ "$code" != "$wanted" ] || ! grep -qE -- "$pattern" <<<"$said"; then
    echo "FAILED: $name: exit $code instead of $wanted, or no /$pattern/ in:"
    echo "$said" | sed 's/^/    /'
    failures=$((failures + 1))
  fi
}
run() { env -i PATH="$PATH" "$@"; }

expect "no HOME names CLEW_STORE" 2 "CLEW_STORE" -- run "$clew" note x
expect "help needs no HOME and no store" 0 "clew help all" -- run HOME="$folder/h" "$clew" help
expect "a store that is not a store is refused" 5 "not a clew store" -- \
  run CLEW_STORE="$clew" "$clew" list
echo "just text, and more of it so that it is longer than a header of a database file is" > text.db
expect "a text file is no store, and stays as it is" 5 "not a clew store" -- \
  run CLEW_STORE="$folder/text.db" "$clew" start x
grep -q "just text" text.db || { echo "FAILED: text.db was changed"; failures=$((failures + 1)); }
expect "an unknown kind of store is a usage error" 2 "store" -- \
  run CLEW_STORE="mysql://x" "$clew" list

store="$folder/ok/store.db"
export_env() { run HOME="$folder/h" CLEW_STORE="$store" "$@"; }
expect "a store is made by the first write" 0 "started" -- export_env "$clew" start "a goal" --id one
[ "$(stat -c %a "$folder/ok")" = 700 ] || { echo "FAILED: the store's folder is not 0700"; failures=$((failures + 1)); }
[ "$(stat -c %a "$store")" = 600 ] || { echo "FAILED: the store is not 0600"; failures=$((failures + 1)); }
expect "reading an empty place changes nothing" 0 "No sessions" -- \
  run HOME="$folder/h" CLEW_STORE="$folder/none/store.db" "$clew" list --all
[ ! -e "$folder/none" ] || { echo "FAILED: reading made a store"; failures=$((failures + 1)); }

if [ "$(id -u)" != 0 ]; then
  chmod -R a-w "$folder/ok"
  expect "a read-only store is read" 0 "a goal" -- export_env "$clew" status one
  expect "a read-only store is not written" 4 "CLEW_STORE|--store" -- export_env "$clew" note x -s one
  chmod -R u+w "$folder/ok"
fi

# An edited event: the chain tells.
expect "an intact store verifies" 0 "1 of 1 events" -- export_env "$clew" verify one
expect "output to a closed pipe is no crash" 0 "" -- bash -c \
  "env -i PATH=\"$PATH\" CLEW_STORE=\"$store\" '$clew' help all | head -1"
expect "an argument that is no UTF-8 is taken" 0 "noted" -- export_env "$clew" note $'\xff\xfe' -s one
expect "what is printed of it is valid" 0 "noted: " -- export_env "$clew" log one
[ "$failures" = 0 ] && echo "all as expected"
exit "$((failures > 0))"
