#!/usr/bin/env bash
# Four servers on one store with fifty calls in flight at each lose nothing.
exec "$(dirname "$0")/run_client" many_writers.mjs stdio
