#!/usr/bin/env bash
# A store that an earlier clew wrote: it is intact, every session says what it said then, its log is
# the same to the last byte, and all of it can be gone on with.
set -euo pipefail
. "${CLEW_SOURCE_DIR:?}/tests/compat/place.sh"
. "$here/unpack.sh"

version_of() { od -An -t u4 --endian=big -j 60 -N 4 "$store" | tr -d ' '; } # user_version of the file
before=$(version_of)

has "everything is intact" "intact" "$("$CLEW_BIN" verify --all 2>&1 || echo "exit $?")"
mkdir "$place/answers"
tell "$place/answers"
diff -u "$kept/answers" "$place/answers" >"$place/difference" ||
  fail "sessions say something else: $(cut -c1-600 "$place/difference" | head -60)"
"$CLEW_BIN" export --log --all --out "$place/log.ndjson" >/dev/null || fail "the log is exported"
cmp "$kept/log.ndjson" "$place/log.ndjson" || fail "the exported log has other bytes"
views=$("$CLEW_BIN" view list --json)
for dialect in essay workflow feature orchestration structural; do
  has "the view in $dialect is clean" "\"dialect\":\"$dialect\"" "$views"
done
grep -qE '"(clean|in_step)":false|missing|damaged|changed' <<<"$views" && fail "a view is not clean: $views"
for path in .ai-session .praxis-os/.cache/state .craft/cache/orchestration-sessions quedonde_session_state.json \
  "$HOME/.local/state/clew/essay"; do
  "$CLEW_BIN" validate "$path" >"$place/said" 2>&1 || fail "$path is valid: $(cat "$place/said")"
done
[ "$before" = "$(version_of)" ] || fail "reading changed the version of the store's schema"

# Into a store of its own: the same heads.
heads() { # of what is forgotten no log is exported
  for id in $(sessions | grep -vx forgotten); do
    "$CLEW_BIN" verify "$id" --no-drift --json | grep -oE '"session":"[^"]*","seq":[0-9]+,"hash":"[0-9a-f]*"' ||
      echo "$id has no head"
  done
}
CLEW_STORE=$place/fresh.db "$CLEW_BIN" import "$kept/log.ndjson" >"$place/said" 2>&1 || fail "the log is imported: $(cat "$place/said")"
heads >"$place/heads.kept"
CLEW_STORE=$place/fresh.db heads >"$place/heads.fresh"
[ "$(wc -l <"$place/heads.kept")" -ge 18 ] || fail "few heads: $(cat "$place/heads.kept")"
diff "$place/heads.kept" "$place/heads.fresh" || fail "an imported log has other heads"
CLEW_STORE=$place/fresh.db "$CLEW_BIN" verify --all >"$place/said" 2>&1 || fail "what was imported is intact: $(cat "$place/said")"

# It goes on: a note in every open session, a step in each view.
written=0
for id in $(sessions); do
  "$CLEW_BIN" show "$id" --json | grep -q '"lifecycle":{"status":"active"' || continue
  "$CLEW_BIN" note "written later" -s "$id" >"$place/said" 2>&1 || fail "a note in $id: $(cat "$place/said")"
  written=$((written + 1))
done
[ "$written" -ge 12 ] || fail "only $written sessions are open"
for id in paused basket-52db; do
  "$CLEW_BIN" resume "$id" >"$place/said" 2>&1 || fail "$id is resumed: $(cat "$place/said")"
done
"$CLEW_BIN" done -s feature >"$place/said" 2>&1 || fail "a step under a view is done: $(cat "$place/said")"
diff -r "$kept/shop/.ai-session" .ai-session >/dev/null && fail "the view was not written"
has "everything is still intact" "intact" "$("$CLEW_BIN" verify --all 2>&1 || echo "exit $?")"
cp "$kept/store.db" "$place/backup.db"
has "a backup of it is restored" "restored .* from .*backup.db: 22 sessions, 476 events" "$("$CLEW_BIN" restore "$place/backup.db" --yes 2>&1)"
has "and verifies" "intact" "$("$CLEW_BIN" verify --all 2>&1 || echo "exit $?")"
[ "$failures" = 0 ]
