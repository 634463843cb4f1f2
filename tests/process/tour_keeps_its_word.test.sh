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
ls -d /tmp/clew-tour-* 2>/dev/null && { echo "the tour left its folder behind"; exit 1; }
echo "the tour kept its word"
