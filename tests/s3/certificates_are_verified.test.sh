#!/usr/bin/env bash
# A server with a certificate that nobody vouches for, or of another name, is not talked to.
set -euo pipefail
command -v openssl >/dev/null || { echo "skipped: no openssl here"; exit 77; }
work=$(mktemp -d)
server=
trap 'kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
  -keyout key.pem -out ca.pem 2>/dev/null
for _ in $(seq 20); do
  port=$((20000 + RANDOM % 12000))
  openssl s_server -accept "127.0.0.1:$port" -cert ca.pem -key key.pem -www >server.out 2>&1 &
  server=$!
  for _ in $(seq 100); do
    kill -0 "$server" 2>/dev/null || break
    if grep -q ACCEPT server.out; then
      CLEW_TEST_PORT=$port CLEW_TEST_CA=$work/ca.pem "$CLEW_CHILD_DIR/certificate_child" --no-intro
      exit
    fi
    sleep 0.05
  done
  kill "$server" 2>/dev/null || true
done
cat server.out
exit 1
