#!/usr/bin/env bash
# The table of rooms in docs/architecture.md is what tools/layers --table prints. To update the page
# after a wanted change, run this test with CLEW_UPDATE=1 and read the difference.
set -euo pipefail
source=${CLEW_SOURCE_DIR:-$(cd "$(dirname "$0")/../.." && pwd)}
page=$source/docs/architecture.md
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

fail() { echo "FAILED: $*" >&2; exit 1; }

begin='<!-- rooms: made by tools/layers --table -->'
end='<!-- end of rooms -->'
[[ $(grep -cxF -e "$begin" -e "$end" "$page") == 2 ]] || fail "$page has no place for the table"
"$source/tools/layers" --table >"$root/table"
awk -v begin="$begin" -v end="$end" -v table="$root/table" '
  $0 == end { inside = 0 }
  !inside
  $0 == begin { inside = 1; while ((getline line < table) > 0) print line }
' "$page" >"$root/page"
if [[ -n ${CLEW_UPDATE:-} ]]; then cp "$root/page" "$page"; fi
diff -u "$page" "$root/page" || fail "docs/architecture.md has an old table of rooms (CLEW_UPDATE=1 updates it)"

# A row that says nothing of its room is refused, by name.
mkdir "$root/tools"
cp "$source/tools/layers.txt" "$root/tools/"
echo 'cellar: base' >>"$root/tools/layers.txt"
if output=$("$source/tools/layers" --table "$root" 2>&1); then fail "a row without a description was accepted"; fi
[[ $output == *cellar* ]] || fail "the row is not named in: $output"

# A room stands for all that its row allows only where the row that names it allows that too.
cat >"$root/tools/layers.txt" <<'TXT'
## the ground
base:
## on the ground
wall: base
## another
door: base
## all of it
roof: wall door base
## not the door
attic: roof wall base
TXT
"$source/tools/layers" --table "$root" >"$root/small"
diff "$root/small" - <<'MD' || fail "the table of a small house is wrong"
| room in `src/` | what it holds | may include |
|---|---|---|
| `base` | the ground | nothing |
| `wall` | on the ground | `base` |
| `door` | another | `base` |
| `roof` | all of it | `wall` …, `door` … |
| `attic` | not the door | `roof`, `wall` … |
MD
echo "the table of rooms is current"
