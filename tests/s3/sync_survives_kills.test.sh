#!/usr/bin/env bash
# A bucket as remote: push and pull are killed at random moments. CLEW_KILLS sets how often.
set -euo pipefail
work=$(mktemp -d)
source "$(dirname "$0")/radosgw.sh"
source "$(dirname "$0")/../process/sync_under_kills.sh"
trap 'kill -KILL "${ceph_pids[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT
start_radosgw "$work/ceph"
export CLEW_TEST_S3=$s3_endpoint AWS_ACCESS_KEY_ID=$s3_key AWS_SECRET_ACCESS_KEY=$s3_secret
"$CLEW_CHILD_DIR/real_server_child" --no-intro -tc='*made*' >/dev/null # the bucket
sync_under_kills "$work" "${CLEW_KILLS:-300}" 150 s3://clew-test/kills --endpoint "$s3_endpoint"
