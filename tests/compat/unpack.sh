# Sourced by the tests, after place.sh: what was kept, in its place.
kept=$here/${kept_as:-v1}
failures=0
fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}
has() { # NAME PATTERN TEXT
  grep -qE -- "$2" <<<"$3" || { fail "$1: no /$2/ in:"; printf '%s\n' "$3" | cut -c1-400 | sed 's/^/    /'; }
}
for name in $kept_names; do mkdir -p "$place/$name"; done
cp -r "$kept"/home "$kept"/shop "$kept"/inbox "$place/"
mkdir -p "$HOME/.local/share/clew" "$place/bin"
store=$HOME/.local/share/clew/store.db
cp "$kept/store.db" "$store"
cp "$kept/off.db" "$place/off.db"
chmod -R u+w "$place"
ln -s "$CLEW_BIN" "$place/bin/clew"
# The commit has the first content of these; the present ones are put back.
cp "$place/shop/src/token.ts" "$place/token.now"
printf 'export const ttl = 60\n' >"$place/shop/src/token.ts"
mv "$place/shop/src/new.ts" "$place/shop/src/gemini.ts" "$place/"
make_repository
mv "$place/token.now" "$place/shop/src/token.ts"
mv "$place/new.ts" "$place/gemini.ts" "$place/shop/src/"
cd "$place/shop"
