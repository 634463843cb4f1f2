#!/usr/bin/env bash
# A folder between ana's two devices, and ben and carl, with whom one of her sessions is shared.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
source "$(dirname "$0")/share_a_session.sh"
mkdir "$work/stick"
a_session_is_shared "$work" "$work/stick/clew"
echo "shared, and not shared any more"
