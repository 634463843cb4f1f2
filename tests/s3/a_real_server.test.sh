#!/usr/bin/env bash
# Ceph's radosgw as a remote: every claim about object stores, and what a real server answers to a
# wrong secret, a wrong clock or a bucket that is not there; and when it is killed at work.
set -euo pipefail
work=$(mktemp -d)
source "$(dirname "$0")/radosgw.sh"
trap 'kill -KILL "${ceph_pids[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT
start_radosgw "$work/ceph"
export CLEW_TEST_S3=$s3_endpoint AWS_ACCESS_KEY_ID=$s3_key AWS_SECRET_ACCESS_KEY=$s3_secret
"$CLEW_CHILD_DIR/real_server_child" --no-intro -tc='*made*' # the bucket for the others
"$CLEW_CHILD_DIR/../object_store_test" --no-intro
"$CLEW_CHILD_DIR/real_server_child" --no-intro -tce='*made*,*killed*'

# Killed in the middle of many writes, and started again: what was acknowledged is there, once.
CLEW_TEST_MARK=$work/at_work "$CLEW_CHILD_DIR/real_server_child" --no-intro -tc='*killed*' &
writer=$!
for _ in 1 2 3; do
  for _ in $(seq 100); do [ -e "$work/at_work" ] && break; sleep 0.05; done
  sleep 0.3
  stop_gateway
  sleep 0.2
  start_gateway
done
wait "$writer"
