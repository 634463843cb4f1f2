#!/usr/bin/env bash
# opencode has no hooks that clew uses; it connects to the server as integrations/opencode says.
source "$(dirname "$0")/lib.sh"
opencode=$(ls "$modules"/opencode-linux-*/bin/opencode 2>/dev/null | head -1)
[ -x "$opencode" ] || skip "opencode does not exist for this machine"
run_opencode() { (cd "$work" && exec timeout --foreground 120 "${base[@]}" "$opencode" "$@"); }

cp "$here/../../integrations/opencode/opencode.json" "$work/"
claim "opencode mcp list connects" says "clew.*connected" run_opencode mcp list
rm "$home/bin/clew"
claim "without the program it does not" says_not "clew.*connected" run_opencode mcp list
finish
