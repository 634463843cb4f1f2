#!/usr/bin/env bash
# clew-net as a process: where it listens, who may talk to it, what it records, how it ends.
set -euo pipefail
net=$(dirname "$CLEW_BIN")/clew-net
[ -x "$net" ] || { echo "there is no $net"; exit 77; }
work=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT
export HOME=$work/home
unset XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME CLEW_STORE CLEW_SESSION CLEW_ACTOR
mkdir -p "$HOME" "$work/project"
cd "$work/project"

fail() { echo "$1"; shift; printf '%s\n' "$@"; exit 1; }
expect() { # WHAT PATTERN TEXT
  grep -qE -- "$2" <<<"$3" || fail "$1: no /$2/ in" "$3"
}
field() { # NAME JSON
  sed -E "s/.*\"$1\":\"?([^,\"}]*).*/\1/" <<<"$2"
}

# start NAME WORDS...: runs a server and waits for its line of JSON, which is then in $said, and for
# the line for people, which goes another way.
start() {
  local name=$1
  shift
  : >"$work/$name.out" # there is something to read before the server runs
  "$@" --json >"$work/$name.out" 2>"$work/$name.err" &
  pids+=($!)
  for _ in $(seq 200); do
    said=$(cat "$work/$name.out")
    [ -n "$said" ] && [ -s "$work/$name.err" ] && return
    sleep 0.05
  done
  fail "$name says nothing" "$(cat "$work/$name.err")"
}

# ask HEADERS BODY: a POST to /mcp; HEADERS are lines.
ask() {
  local host="127.0.0.1:$port"
  exec 3<>"/dev/tcp/127.0.0.1/$port"
  {
    printf '%s /mcp HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n' "${method:-POST}" "$host"
    printf 'Content-Type: application/json\r\nContent-Length: %d\r\n' "${#2}"
    [ -z "$1" ] || printf '%s\r\n' "$1"
    printf '\r\n%s' "$2"
  } >&3
  timeout 20 cat <&3
  exec 3>&-
}

start first "$net" serve --port 0
port=$(field port "$said")
[ "$(field pid "$said")" = "${pids[0]}" ] || fail "another pid" "$said"
expect "the address" "\"url\":\"http://127.0.0.1:$port/mcp\"" "$said"
expect "how to connect" "serving http://127.0.0.1:$port/mcp .*Authorization: Bearer" "$(cat "$work/first.err")"

token_file=$(field token_file "$said")
[ "$token_file" = "$HOME/.local/share/clew/token" ] || fail "the token is elsewhere" "$token_file"
[ "$(stat -c %a "$token_file")" = 600 ] || fail "others can read the token"
token=$(cat "$token_file")
[[ $token =~ ^[0-9a-f]{64}$ ]] || fail "no token" "$token"
! grep -q "$token" "$work"/first.* || fail "the token was printed"

meta='"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}'
versioned='MCP-Protocol-Version: 2026-07-28'$'\r\n'
start_call="{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"session_start\",\"arguments\":{\"goal\":\"Serve over HTTP\"},$meta}}"
start_headers="${versioned}Mcp-Method: tools/call"$'\r\n'"Mcp-Name: session_start"

# Refused, and nothing is recorded.
expect "no token" "^HTTP/1.1 401 " "$(ask "$start_headers" "$start_call")"
expect "wrong token" "^HTTP/1.1 401 " "$(ask "$start_headers"$'\r\n'"Authorization: Bearer x" "$start_call")"
expect "an Origin" "^HTTP/1.1 403 " \
  "$(ask "$start_headers"$'\r\n'"Authorization: Bearer $token"$'\r\n'"Origin: http://evil.example" "$start_call")"
expect "no name" "^HTTP/1.1 400 " \
  "$(ask "${versioned}Mcp-Method: tools/call"$'\r\n'"Authorization: Bearer $token" "$start_call")"
expect "GET" "^HTTP/1.1 405 " "$(method=GET ask "Authorization: Bearer $token" "")"
expect "nothing was recorded" '"sessions":\[\]' "$("$CLEW_BIN" list --json)"

# Served, and recorded.
answer=$(ask "$start_headers"$'\r\n'"Authorization: Bearer $token" "$start_call")
expect "a session" "^HTTP/1.1 200 " "$answer"
expect "a session is there" "Serve over HTTP" "$("$CLEW_BIN" list)"

# A second one on the same port says so; one of its own shares token and store.
status=0
error=$("$net" serve --port "$port" --json 2>/dev/null) || status=$?
[ "$status" = 6 ] || fail "a taken port: exit $status" "$error"
expect "a taken port" '"code":"conflict".*127.0.0.1:'"$port" "$error"
first=$port
start second "$CLEW_BIN" serve --port 0
port=$(field port "$said")
[ "$port" != "$first" ] || fail "the same port twice" "$said"
expect "the second serves, too" "^HTTP/1.1 200 " \
  "$(ask "$start_headers"$'\r\n'"Authorization: Bearer $token" "$start_call")"

# They end by SIGTERM and SIGINT, with success, and let go of the port.
for signal in TERM INT; do
  pid=${pids[0]}
  pids=("${pids[@]:1}")
  kill -s "$signal" "$pid"
  status=0
  wait "$pid" || status=$?
  [ "$status" = 0 ] || fail "after SIG$signal: exit $status"
done
if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then fail "the port is still open"; fi
sessions=$("$CLEW_BIN" list --json | grep -oE '"serve-[0-9a-f]+"' | tr -d '"' | sort -u)
[ "$(wc -l <<<"$sessions")" = 2 ] || fail "not two sessions" "$sessions"
for id in $sessions; do
  "$CLEW_BIN" verify "$id" >/dev/null || fail "$id does not verify"
done

# With several sessions open, the one that was named is in use.
id=$(head -n 1 <<<"$sessions")
start third "$CLEW_BIN" serve --port 0 -s "$id"
port=$(field port "$said")
expect "the session that was named" "clew $id" \
  "$(ask "${versioned}Mcp-Method: tools/call"$'\r\n'"Mcp-Name: session_resume"$'\r\n'"Authorization: Bearer $token" \
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"session_resume\",$meta}}")"

# What cannot be is refused by name.
refused() { # EXIT PATTERN WORDS...
  local wanted=$1 pattern=$2 status=0 text
  shift 2
  text=$(timeout 20 "$net" "$@" 2>&1) || status=$?
  [ "$status" = "$wanted" ] || fail "$*: exit $status" "$text"
  expect "$*" "$pattern" "$text"
}
refused 2 "between 0 and 65535" serve --port 70000
refused 2 "prot" serve --prot 1
refused 2 "dance" dance
[ "$("$net" list --json)" = "$("$CLEW_BIN" list --json)" ] || fail "clew-net lists something else than clew"
expect "help" "clew serve" "$("$net" --help)"
chmod 644 "$token_file"
refused 4 "others can read" serve --port 0
HOME='' refused 2 "HOME" serve --port 0
