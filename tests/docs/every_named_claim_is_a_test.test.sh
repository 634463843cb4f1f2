#!/usr/bin/env bash
# The tables of docs/dialects that say which paragraph of a specification is covered by which test
# name files and claims that there are, and no row says that only a part of it is.
set -euo pipefail
cd "$CLEW_SOURCE_DIR"
failed=0
fail() { echo "FAILED: $*"; failed=1; }

# Every claim, one per line; a name that is too long for one line stands on the next.
claims=$(find src tests -name '*_test.cc' -exec cat {} + | tr '\n' ' ' |
  grep -oE 'TEST_CASE\( *"([^"\\]|\\.)*"' | sed -E 's/^TEST_CASE\( *"//; s/"$//; s/\\"/"/g')
[ "$(wc -l <<<"$claims")" -gt 500 ] || fail "only $(wc -l <<<"$claims") claims were found"

is_claim() { # all parts of it, between its …, in one claim, in order
  local pattern
  pattern=$(sed -E 's/[][\\.^$*+?(){}|]/\\&/g; s/ *… */.*/g' <<<"$1")
  grep -qE -- "$pattern" <<<"$claims"
}

for name in essay workflow feature orchestration structural; do
  page=docs/dialects/$name.md
  # The last table of the page, without its head.
  rows=$(awk '/^## /{section = ""} section != "" {section = section "\n" $0; last = section}
              /^## (Which test|What covers|Seed paragraphs)/{section = " "} END{print last}' "$page" |
    grep '^|' | tail -n +3)
  [ "$(wc -l <<<"$rows")" -ge 5 ] || { fail "$page has no table of tests"; continue; }
  grep -iE 'partly|in part\b|not yet|missing test' <<<"$rows" && fail "$page: a row is not whole"
  while read -r row; do
    cell=${row#*|*|}
    names=$(grep -oE '[A-Za-z_/]*_test(\.cc|\.py|\.sh)?\b|tests/[a-z_/]+\.test\.sh' <<<"$cell" || true)
    quoted=$({ grep -oE '`[^`]*`' <<<"$cell" | grep ' ' || true; sed 's/`[^`]*`//g' <<<"$cell" |
      grep -oE '\*[^*]+\*' || true; } | tr -d '`*')
    [ -n "$names$quoted" ] || fail "$page names no test: $row"
    for file in $names; do
      case $file in
        */*) found=$(ls "${file%.cc}"* 2>/dev/null || true) ;;
        *) found=$(ls "src/dialect/$name/${file%.cc}.cc" 2>/dev/null || true) ;;
      esac
      [ -n "$found" ] || fail "$page: there is no $file"
    done
    while read -r claim; do
      [ -z "$claim" ] || is_claim "$claim" || fail "$page: no test is called: $claim"
    done <<<"$quoted"
  done <<<"$rows"
done
[ "$failed" = 0 ]
