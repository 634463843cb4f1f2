#!/usr/bin/env bash
# The official SDK client of the modern era over stdio: every tool, resource, prompt and error, and 1,000 calls.
exec "$(dirname "$0")/run_client" sdk_modern.mjs stdio
