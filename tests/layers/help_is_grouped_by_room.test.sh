#!/usr/bin/env bash
# The catalogue puts each verb under the heading of the folder that it lives in, and `clew help all`
# has one heading for each folder, in that order.
set -euo pipefail
source=${CLEW_SOURCE_DIR:-$(cd "$(dirname "$0")/../.." && pwd)}
catalogue=$source/src/command/catalogue.cc
failures=0
fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# "lifecycle<TAB>sessions": the folder, by the name of its constant, and its heading.
headings=$(sed -nE 's/^constexpr const char\* k([A-Z])([a-z]+) = "(.*)";$/\L\1\E\2\t\3/p' "$catalogue")
folders=$(find "$source/src/command" -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort)
[ "$(cut -f1 <<<"$headings" | sort)" = "$folders" ] || fail "the headings are of other folders than" $folders

# "start_session lifecycle start": the function, the folder by its constant, the verb.
verbs=$(tr '\n' ' ' <"$catalogue" |
  grep -oE 'verb<[a-z_]+(<[A-Za-z:]+>)?>\( *"[a-z ]+", *k[A-Z][a-z]+,' |
  sed -E 's/verb<([a-z_]+).*\( *"([a-z ]+)", *k([A-Z])([a-z]+),/\1 \L\3\E\4 \2/')
[ "$(wc -l <<<"$verbs")" -ge 90 ] || fail "few verbs: $verbs"
while read -r function folder verb; do
  grep -qE "^Result<Answer> $function\(" "$source/src/command/$folder"/*.h || fail "$verb is not of $folder"
done <<<"$verbs"

if [ -x "${CLEW_BIN:-}" ]; then
  said=$("$CLEW_BIN" help all | sed -n '/^[^ ]/p' | head -n "$(wc -l <<<"$headings")")
  [ "$said" = "$(cut -f2 <<<"$headings")" ] || fail "clew help all has other headings: $said"
fi
[ "$failures" = 0 ] && echo "help is grouped by room"
