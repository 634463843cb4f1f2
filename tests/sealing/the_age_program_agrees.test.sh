#!/usr/bin/env bash
# The program age opens what clew sealed, and clew opens what it sealed: 200 random sizes, most of
# them around the borders of chunks.
#   the_age_program_agrees.test.sh [FILES [SEED]]
set -euo pipefail
source=${CLEW_SOURCE_DIR:-$(cd "$(dirname "$0")/../.." && pwd)}
children=${CLEW_CHILD_DIR:-$source/build/tests/children}
files=${1:-200}
RANDOM=${2:-20261118}
skip() { echo "skipped: $*"; exit 77; }
command -v age >/dev/null || skip "age is not installed (tools/install test)"
[ -x "$children/age_child" ] || skip "age_child is not built"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

"$children/age_child" new-key >key
secret=$(head -n 1 key)
public=$(tail -n 1 key)
echo "$secret" >identity

for ((n = 0; n < files; ++n)); do
  border=$((RANDOM % 4 * 65536))
  size=$((border + RANDOM % 41 - 20))
  ((n % 5 == 0)) && size=$((RANDOM * 8 + RANDOM % 8))
  ((size < 0)) && size=0
  head -c "$size" /dev/urandom >"$n.plain"
done
"$children/age_child" seal "$public" .
for ((n = 0; n < files; ++n)); do
  age -d -i identity "$n.sealed" | cmp - "$n.plain" || { echo "FAILED: age reads file $n otherwise"; exit 1; }
  armor=()
  ((n % 4 == 0)) && armor=(-a)
  age "${armor[@]}" -r "$public" -o "$n.foreign" "$n.plain"
done
"$children/age_child" open "$secret" .

# age asks a terminal for passphrases; script(1) is one, and must stay until the file is there.
command -v script >/dev/null || skip "script is not installed: passphrases were not tried"
answering() {
  local times=$1 made=$2 command=$3 n
  {
    for ((n = 0; n < times; ++n)); do sleep 0.7; echo open-sesame; done
    for ((n = 0; n < 100; ++n)); do [ -s "$made" ] && break; sleep 0.1; done
    sleep 0.3
  } | script -qec "$command" /dev/null >/dev/null
}
mkdir phrase
for n in 0 1; do echo "words of $n" >phrase/$n.plain; done
"$children/age_child" seal @open-sesame phrase
for n in 0 1; do
  answering 1 phrase/$n.back "age -d -o phrase/$n.back phrase/$n.sealed"
  cmp "phrase/$n.back" "phrase/$n.plain"
done
answering 2 phrase/1.foreign "age -p -o phrase/1.foreign phrase/1.plain"
"$children/age_child" open @open-sesame phrase
echo "age and clew agree on $files files"
