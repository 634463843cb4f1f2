#!/usr/bin/env bash
# Two programs lock state.yaml itself, look whether it is still the file of that name, and rewrite it
# in place, while two of clew change the session: no update is lost, and every command is in the
# history.
set -euo pipefail
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work CLEW_STORE=$work/store.db
unset XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME CLEW_SESSION CLEW_ACTOR
cd "$work"

"$CLEW_BIN" start "Add login" --id one --dialect feature --model opus --step a >/dev/null
state=$(echo .ai-session/*/state.yaml)

cat >writer.py <<'PYTHON'
import fcntl, os, re, sys, time

path, name = sys.argv[1:]
count = lost = 0
end = time.time() + 3
while time.time() < end:
    with open(path, "r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if os.fstat(file.fileno()).st_ino != os.stat(path).st_ino:
            continue
        text = file.read()
        line = re.search(rf"^{name}: (\d+)\n", text, re.M)
        found = int(line.group(1)) if line else 0
        lost += count - found
        count = found + 1
        rest = text.replace(line.group(0), "") if line else text
        file.seek(0)
        file.truncate()
        file.write(f"{rest}{name}: {count}\n")
    time.sleep(0.005)
if lost or not count:
    sys.exit(f"{name}: {lost} updates lost, {count} kept")
PYTHON

clew_writer() {
  local end=$((SECONDS + 3)) n=0
  while ((SECONDS < end)); do
    "$CLEW_BIN" ran -s one -- "make$1" "$n" >/dev/null
    n=$((n + 1))
  done
}

workers=()
python3 writer.py "$state" x_first & workers+=($!)
python3 writer.py "$state" x_second & workers+=($!)
clew_writer 1 & workers+=($!)
clew_writer 2 & workers+=($!)
for worker in "${workers[@]}"; do wait "$worker"; done

"$CLEW_BIN" note -s one "the end" >/dev/null
"$CLEW_BIN" view list | grep -q "· clean\$"
ran=$("$CLEW_BIN" log one --type command_ran --json | grep -o '"type":"command_ran"' | wc -l)
lines=$(grep -vc '"command":"clew start"' "${state%state.yaml}history.jsonl")
if ((ran == 0 || ran != lines)); then
  echo "$ran commands, $lines lines in the history"
  exit 1
fi
