#!/usr/bin/env bash
# The tour, as `make run` shows it: it kills itself in the middle of a write and loses nothing.
set -u
clew="${CLEW_BIN:?}"
if [ ! -x "$clew" ]; then echo "skipped: $clew is not built"; exit 77; fi
said=$(HOME=$(mktemp -d) "$clew" tour) || { echo "$said"; exit 1; }
for wanted in "killed by signal 9 after 100 acknowledged notes" "100 of 100 acknowledged notes are there" \
              "events, head" "Tried and failed" "Three commands to try next"; do
  grep -qF "$wanted" <<<"$said" || { echo "missing: $wanted"; echo "$said"; exit 1; }
done
# Its own: others may take the tour at the same time.
folder=$(grep -o '/tmp/clew-tour-[0-9a-f]*' <<<"$said" | head -1)
[ -n "$folder" ] || { echo "the tour names no folder"; exit 1; }
[ ! -e "$folder" ] || { echo "the tour left $folder behind"; exit 1; }
echo "the tour kept its word"
