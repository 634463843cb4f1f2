#!/usr/bin/env bash
# tools/figures counts files by folder, crumbs, units used once, reach and comments as they are.
set -euo pipefail
source=${CLEW_SOURCE_DIR:-$(cd "$(dirname "$0")/../.." && pwd)}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/tools" "$root/src/command/record" "$root/src/engine" "$root/src/base"
fail() { echo "FAILED: $*" >&2; exit 1; }

cat >"$root/tools/layers_exceptions.txt" <<'TXT'
include src/engine/reply.h command/verb.h
cycle engine/reply engine/words
TXT
cat >"$root/src/command/catalogue.cc" <<'CC'
#include "command/record/give_instruction.h"
CC
cat >"$root/src/command/record/give_instruction.h" <<'CC'
#pragma once
// `clew instruct`.
int give_instruction();
CC
cat >"$root/src/command/record/give_instruction.cc" <<'CC'
#include "command/record/give_instruction.h"

#include "engine/reply.h"

int give_instruction() { return reply(); }
CC
cat >"$root/src/engine/reply.h" <<'CC'
#pragma once
// What is answered.
#include "base/value.h"
int reply();
CC
cat >"$root/src/base/value.h" <<'CC'
#pragma once
struct Value {};
CC
echo 'int one();' >"$root/src/base/unread.h"
echo '#include "engine/reply.h"' >"$root/src/engine/reply_test.cc"  # does not count

"$source/tools/figures" "$root" >"$root/figures"
# figure NAME VALUE: the line that begins so has this number.
figure() {
  grep -qE "^$1 +$2( |\$)" "$root/figures" || fail "not $2: $1"$'\n'"$(cat "$root/figures")"
}
figure 'product files' 6
figure 'units' 5
figure 'units of verbs' 1
figure 'units under 30 lines, neither verb nor type' 3 # catalogue, reply, unread
figure 'units of command and engine, no verbs, that one other includes' 1
figure 'units that clew instruct reaches' 3
figure 'headers without a comment at their top' 2
figure 'comment lines, per cent of lines not blank' '14\.3'
figure 'includes that tools/layers.txt does not allow yet' 1
figure 'cycles of includes between units' 1
"$source/tools/figures" --list "$root" >"$root/listed"
grep -qF '    engine/reply < command/record/give_instruction' "$root/listed" ||
  fail "--list does not name the unit that is used once"
echo "the figures are as counted by hand"
