#!/usr/bin/env bash
# A bucket between ana's two devices, and ben and carl, with whom one of her sessions is shared.
set -euo pipefail
work=$(mktemp -d)
source "$(dirname "$0")/radosgw.sh"
source "$(dirname "$0")/../process/share_a_session.sh"
trap 'kill -KILL "${ceph_pids[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT
start_radosgw "$work/ceph"
export CLEW_TEST_S3=$s3_endpoint AWS_ACCESS_KEY_ID=$s3_key AWS_SECRET_ACCESS_KEY=$s3_secret
"$CLEW_CHILD_DIR/real_server_child" --no-intro -tc='*made*' >/dev/null # the bucket
a_session_is_shared "$work" s3://clew-test/shared --endpoint "$s3_endpoint"
echo "shared in a bucket, and not shared any more"
