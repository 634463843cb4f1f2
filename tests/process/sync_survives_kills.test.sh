#!/usr/bin/env bash
# A folder as remote: push and pull are killed at random moments. CLEW_KILLS sets how often.
set -euo pipefail
source "$(dirname "$0")/sync_under_kills.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sync_under_kills "$work" "${CLEW_KILLS:-300}" 60 "$work/place"
