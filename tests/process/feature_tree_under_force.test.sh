#!/usr/bin/env bash
# Two foreign programs and four of clew write into one .ai-session at the same time: no update and
# no history line is lost, and no file is invalid at any moment a reader looks. CLEW_FORCE_SECONDS
# makes it longer.
set -euo pipefail
seconds=${CLEW_FORCE_SECONDS:-5}
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$work"' EXIT
export HOME=$work CLEW_STORE=$work/store.db
unset XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME CLEW_SESSION CLEW_ACTOR
cd "$work"

"$CLEW_BIN" start "Shared work" --id shared --step One --step Two --dialect feature --model opus >out.txt
tree=$(echo .ai-session/shared-work-*)
state=$tree/state.yaml
history=$tree/history.jsonl
end=$((SECONDS + seconds))

# Takes the lock as the contract's own scripts do: created exclusively, with the process number.
foreign() {
  local name=$1 count=0 pid=$BASHPID
  while ((SECONDS < end)); do
    if (set -o noclobber && echo "$pid" >"$tree/.state.lock") 2>/dev/null; then
      count=$((count + 1))
      if grep -q "^$name:" "$state"; then
        sed "s/^$name: .*/$name: $count/" "$state" >"$tree/.$name.tmp"
      else
        { cat "$state"; echo "$name: $count"; } >"$tree/.$name.tmp"
      fi
      mv "$tree/.$name.tmp" "$state"
      rm "$tree/.state.lock"
      printf '{"timestamp":"2026-11-16T10:00:00Z","command":"%s","arguments":"%d","model":"opus","agent":"%s","task_id":null,"status":"success","duration_ms":1}\n' \
        "$name" "$count" "$name" >>"$history"
    fi
    sleep 0.02
  done
  echo "$count" >"$work/$name.count"
}

ours() {
  local name=$1 count=0
  while ((SECONDS < end)); do
    "$CLEW_BIN" ran -s shared --as "$name" --duration 1s -- "$name" "$((count + 1))" >/dev/null
    count=$((count + 1))
  done
  echo "$count" >"$work/$name.count"
}

reader() {
  while ((SECONDS < end)); do
    "$CLEW_BIN" validate "$tree/state.yaml" >"$work/reader.txt" 2>&1 || cp "$work/reader.txt" "$work/invalid.txt"
  done
}

for name in foreign_a foreign_b; do foreign "$name" & done
for name in clew_1 clew_2 clew_3 clew_4; do ours "$name" & done
reader &
wait

"$CLEW_BIN" note -s shared "the end" >/dev/null
failed=0
for name in foreign_a foreign_b clew_1 clew_2 clew_3 clew_4; do
  made=$(cat "$work/$name.count")
  lines=$(grep -c "\"command\":\"$name\"" "$history" || true)
  if ((made == 0 || lines != made)); then
    echo "$name: $made commands, $lines history lines"
    failed=1
  fi
done
for name in foreign_a foreign_b; do
  grep -q "^$name: $(cat "$work/$name.count")\$" "$state" || { echo "$name: an update of state.yaml is lost"; failed=1; }
done
if [ -e "$work/invalid.txt" ]; then
  cat "$work/invalid.txt"
  failed=1
fi
"$CLEW_BIN" verify shared >verify.txt || { cat verify.txt; failed=1; }
"$CLEW_BIN" view list | grep -q clean || { "$CLEW_BIN" view list; failed=1; }
exit "$failed"
