#!/usr/bin/env bash
# Every path of this project that a page names is there, and so is every file that it links to. Blocks of code are
# examples and do not count, nor does docs/cli.md, which is made from the catalogue. <name>, NAME and * stand for any
# name: one must be there.
set -euo pipefail
source=${CLEW_SOURCE_DIR:-$(cd "$(dirname "$0")/../.." && pwd)}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

fail() { echo "FAILED: $*" >&2; exit 1; }

# missing_in ROOT: PAGE:LINE: PATH for each path in the pages below ROOT that is not there.
missing_in() (
  cd "$1"
  shopt -s globstar nullglob
  pages=()
  for page in README.md docs/*.md docs/**/*.md; do
    if [[ -f $page && $page != docs/cli.md ]]; then pages+=("$page"); fi
  done
  awk '
    FNR == 1 { in_block = 0 }
    /^ *```/ { in_block = !in_block; next }
    in_block { next }
    {
      text = $0
      while (match(text, /\]\([^)#]+/)) {
        path = substr(text, RSTART + 2, RLENGTH - 2)
        text = substr(text, RSTART + RLENGTH)
        folder = FILENAME
        sub(/[^\/]*$/, "", folder)
        if (path !~ /^[a-z]+:/) print FILENAME, FNR, folder path
      }
      text = " " $0
      gsub(/(\.\.\/)+/, " ", text)
      while (match(text, /[^A-Za-z0-9_\/.~$>*-](src|tests|tools|bench|docs|cmake)\/[A-Za-z0-9_.\/<>*-]+/)) {
        path = substr(text, RSTART + 1, RLENGTH - 1)
        text = substr(text, RSTART + RLENGTH)
        sub(/[.\/]+$/, "", path)
        print FILENAME, FNR, path
      }
    }' "${pages[@]}" | LC_ALL=C sort -u | while read -r page line path; do
    if [[ -e $path ]]; then continue; fi
    pattern=$(sed -E 's/<[a-z_]+>|\b[A-Z]+\b/*/g' <<<"$path")
    # shellcheck disable=SC2206
    found=($pattern)
    if [[ ! -e ${found[0]:-} ]]; then echo "$page:$line: $path"; fi
  done
)

missing=$(missing_in "$source")
[[ -z $missing ]] || fail "named, and not there:"$'\n'"$missing"

# A page that names something else is caught; what is an example is not.
mkdir -p "$root/docs/decisions" "$root/src/session"
touch "$root/src/session/decide.cc" "$root/README.md"
cat >"$root/docs/decisions/one.md" <<'MD'
`src/session/decide.cc`, `src/<room>/NAME.cc`, `src/**/*.cc` and [it](../../src/session/decide.cc#L1) are there.
src/session/gone.cc; elsewhere/src/session/gone.cc is not ours
[gone](../../src/gone.cc) `src/<room>/gone_NAME.cc`
[gone](two.md) [there](one.md#top) [elsewhere](https://example.org/x.md)
```
src/example.cc `src/example.cc`
```
MD
diff <(missing_in "$root") - <<'TXT' || fail "what does not exist is not found"
docs/decisions/one.md:2: src/session/gone.cc
docs/decisions/one.md:3: docs/decisions/../../src/gone.cc
docs/decisions/one.md:3: src/<room>/gone_NAME.cc
docs/decisions/one.md:3: src/gone.cc
docs/decisions/one.md:4: docs/decisions/two.md
TXT
echo "every path that a page names is there"
