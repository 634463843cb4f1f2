#!/usr/bin/env bash
# What a view costs: one fdatasync for each file that is written, none for folders, and a note
# writes at most two files. The store's own syncs are not the view's.
set -euo pipefail
strace -o /dev/null true 2>/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/home" "$work/store"
export HOME=$work/home CLEW_STORE=$work/store/store.db
unset XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME CLEW_SESSION CLEW_ACTOR
cd "$work/home"

# Every file of every view with its number, size and time; locks and caches are none of them.
look() { find . -type f -not -path '*/.cache/clew/*' -not -name '*.lock' -printf '%p %i %s %T@\n' | sort; }

fail() {
  echo "$1"
  cat "$work/trace"
  exit 1
}

# count MOST COMMAND…: the command writes at most so many files, and syncs each at most once.
count() {
  local most=$1 syncs written backups
  shift
  look >"$work/before"
  strace -f -y -e trace=fsync,fdatasync,sync,syncfs,sync_file_range,msync -o "$work/trace" \
    "$CLEW_BIN" "$@" >/dev/null
  look >"$work/after"
  written=$(comm -13 "$work/before" "$work/after" | wc -l)
  backups=$(comm -13 "$work/before" "$work/after" | grep -c '\.bak ' || true)
  [ "$written" -gt 0 ] || fail "$*: the view did not follow"
  [ "$written" -le "$most" ] || fail "$*: $written files were written, at most $most may be"

  grep -F "sync" "$work/trace" | grep -vF "<$work/store" >"$work/ours" || true
  ! grep -vF "fdatasync(" "$work/ours" || fail "$*: another sync than fdatasync"
  while IFS= read -r path; do
    [ ! -d "$path" ] || fail "$*: the folder $path was synced"
  done < <(sed 's/.*<\(.*\)>.*/\1/' "$work/ours")
  syncs=$(wc -l <"$work/ours")
  # A backup is the file as it was, under a second name: nothing to sync.
  [ "$syncs" -le $((written - backups)) ] || fail "$*: $syncs syncs for $((written - backups)) files"
  # No sync at all would be a file that a power cut may leave empty.
  [ "$syncs" -ge 1 ] || fail "$*: nothing was synced"
}

"$CLEW_BIN" start "An essay" --id essay --dialect essay >/dev/null
"$CLEW_BIN" start "A login form" --id feature --step Plan --step Build --dialect feature --model opus >/dev/null
"$CLEW_BIN" start "A login form" --id orchestration --step Plan --step Build --dialect orchestration >/dev/null

mkdir flow
cat >flow/metadata.json <<'END'
{"workflow_type": "review", "total_phases": 2, "phases": [
  {"phase_number": 0, "phase_name": "Read"}, {"phase_number": 1, "phase_name": "Write"}]}
END
"$CLEW_BIN" start --id workflow --workflow flow --target README.md --dialect workflow >/dev/null

"$CLEW_BIN" start "Move the climate model" --id structural --step Read --step Move >/dev/null
for value in structural_version=v42 confidence=medium 'scope.subsystems=["Climate"]' \
  'scope.files=["src/climate.py"]' \
  'symbols={"Climate":{"kind":"class","role":"orchestrator","source_paths":["src/climate.py"],"evidence":{"fan_in":3,"fan_out":5}}}'; do
  "$CLEW_BIN" set -s structural "structural.$value" >/dev/null
done
"$CLEW_BIN" view attach structural -s structural >/dev/null

for session in essay feature orchestration workflow structural; do
  count 2 note -s "$session" "the first"
  count 2 note -s "$session" "the second"
  count 3 decide -s "$session" "Keep the class" --because "too many callers"
done
# What is appended to is written too.
count 4 ran -s feature -- make test
count 5 done -s feature 1
count 3 done -s orchestration 1
