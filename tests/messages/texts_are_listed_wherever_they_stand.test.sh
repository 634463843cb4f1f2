#!/usr/bin/env bash
# tools/messages lists texts, not places: a moved text is no difference, a changed one is.
set -euo pipefail
command -v node >/dev/null || { echo "skipped: no node"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/tools" "$work/src/room"
cp "${CLEW_SOURCE_DIR:?}/tools/messages" "$work/tools/"
cd "$work"
fail() {
  echo "$1"
  exit 1
}

cat >src/room/a.cc <<'SOURCE'
#include "not a message.h"
// "a comment is none", and it's not the end
const char* a = "one text "  // in two parts
                "\"on\" two lines\n";
const char* b = R"x(raw (text)
with "quotes")x";
const char* c = "single";
const char* d = "{name} {}\n";
const char e = '"'; const int f = 1'000; const char* g = "behind a quote";
/* "nor is
   this one" */
SOURCE
echo 'const char* t = "said by tests";' | tee src/room/a_test.cc >src/room/a_fuzz.cc
cat >expected <<'LIST'
behind a quote
one text \"on\" two lines\n
raw (text)\nwith \"quotes\"
LIST
tools/messages >list
diff expected list || fail "these are not the texts of a.cc"

mkdir src/other
mv src/room/a.cc src/other/b.h
tools/messages --compare list || fail "a moved file is a difference"
tools/messages --where | grep -qF $'behind a quote\tsrc/other/b.h:9' || fail "--where names another place"
sed -i 's/behind a quote/behind the quote/' src/other/b.h
said=$(tools/messages --compare list) && fail "a changed text is no difference"
grep -qF -- '- behind a quote' <<<"$said" || fail "what is gone is not named: $said"
grep -qF -- '+ behind the quote' <<<"$said" || fail "what is new is not named: $said"

git init -q . && git add src && git -c user.name=a -c user.email=a@b commit -qm one
mv src/other src/third
tools/messages --compare HEAD || fail "a moved file differs from its revision"
[ "$(tools/messages --at HEAD)" = "$(tools/messages)" ] || fail "a revision lists other texts"
sed -i 's/one text/another text/' src/third/b.h
tools/messages --compare HEAD >/dev/null && fail "a changed text does not differ from its revision"
exit 0
