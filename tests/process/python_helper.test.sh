#!/usr/bin/env bash
# integrations/python/session_state.py over the real program.
set -euo pipefail
if ! command -v python3 >/dev/null; then
  echo "skipped: there is no python3"
  exit 77
fi
cd "$CLEW_SOURCE_DIR/integrations/python"
HOME=$(mktemp -d)
export HOME
trap 'rm -rf "$HOME"' EXIT
CLEW="$CLEW_BIN" PYTHONDONTWRITEBYTECODE=1 python3 -m unittest -q session_state_test
