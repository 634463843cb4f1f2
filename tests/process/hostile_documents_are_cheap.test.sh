#!/usr/bin/env bash
# Documents that say as much as the limits allow, thousands of one thing each: reading, judging and
# importing one costs what its size costs, not the square of it. The processor's time is limited, far
# beyond what such a file needs and far below what its square would.
set -euo pipefail
. "$CLEW_SOURCE_DIR/tests/process/git_place.sh"
export USER=ana
failed=0
fail() { echo "FAILED: $*" | cut -c1-400; failed=1; }
mkdir -p "$work/hostile" && cd "$work/hostile" && git init -q

python3 - <<'P'
import json, os

def put(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    open(path, "w").write(text)

TIME = "2026-01-17T14:35:00Z"
ID = "6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d%02d"

def orchestration(number, **more):
    tree = {"schema_version": "1.0.0", "session_id": ID % number, "created_at": TIME,
            "updated_at": TIME, "device": "desk", "project": "/srv/a", "goal": "Login",
            "mode": "default", "status": "in_progress", "progress": 0.5, "agents": [],
            "completed_work": [], "pending_tasks": [], "decisions_made": [], "files_modified": [],
            "context_usage": {"estimated_tokens": 0}, "teleportation": {"enabled": False}}
    tree.update(more)
    put("orchestration-%d/%s.json" % (number, ID % number), json.dumps(tree))

orchestration(1, agents=[{"id": "a%d" % i, "type": "x", "status": "running"} for i in range(100000)])
orchestration(2, metadata={"m%d" % i: i for i in range(200000)})

def workflow(name, **more):
    tree = {"session_id": name, "workflow_type": "t", "target_file": "f", "current_phase": 0,
            "completed_phases": [], "workflow_structure": {"total_phases": 1000,
            "starting_phase": 0, "indexing_scheme": "zero_based"}, "lifecycle": {
            "completed": False, "paused": False, "resume_count": 0}, "phase_artifacts": {},
            "checkpoints": {}, "created_at": TIME, "updated_at": TIME, "metadata": {}}
    tree.update(more)
    put("workflow/%s.json" % name, json.dumps(tree))

workflow("many-names", metadata={"m%d" % i: i for i in range(200000)})

put("feature/.ai-session/x-2025-01-10/state.yaml", 'version: "1.0"\nfeature_id: "x-2025-01-10"\n'
    'current_state:\n  active_task: null\n  model_in_use: "opus"\n  started_at: "%s"\n'
    '  last_updated: "%s"\n' % (TIME, TIME))
put("feature/.ai-session/x-2025-01-10/implementation-plan.yaml", 'feature:\n  id: "x-2025-01-10"\n'
    '  name: "X"\n  created_at: "%s"\nphases: []\n' % TIME)
put("feature/.ai-session/x-2025-01-10/history.jsonl",
    '{"timestamp": "2026-11-15T19:52:41Z", "command": "plan", "status": "done"}\n' * 30000)
put("feature/.ai-session/active-features.yaml", "active_features:\n" + "".join(
    '  - feature_id: "x%d-2025-01-10"\n    started_at: "%s"\n    last_active: "%s"\n'
    '    status: "active"\n' % (i, TIME, TIME) for i in range(20000)))

put("essay-pipeline-20260214-143022/session-state.yaml", """pipeline_id: "essay-1"
started_at: "%s"
last_activity: "%s"
status: "in_progress"
session_dir: "/x"
current_stage: 1
current_stage_name: "thesis_development"
stages:
  stage_1: {status: in_progress}
  stage_2: {status: not_started}
  stage_3: {status: not_started}
  stage_4: {status: not_started}
deferred_verifications:
""" % (TIME, TIME) + "".join(
    "  - {claim_text: c%d, section: 1}\n" % i for i in range(100000)))

# An agent's transcript: subagents that begin before the calls that started them are answered.
def line(number, kind, content, **more):
    tree = {"type": kind, "uuid": "u%d" % number, "parentUuid": None, "sessionId": ID % 3,
            "cwd": "/srv/a", "version": "2.0.0", "gitBranch": "main", "timestamp": TIME,
            "isSidechain": False, "message": {"role": kind, "id": "m%d" % number, "model": "x",
                                              "content": content}}
    tree.update(more)
    return json.dumps(tree) + "\n"

AGENTS = 30000
put("transcript/%s.jsonl" % (ID % 3), line(0, "user", "Go") + "".join(
    line(i + 1, "assistant", [{"type": "tool_use", "id": "t%d" % i, "name": "Task", "input":
         {"prompt": "x%d" % i, "description": "d", "subagent_type": "g"}}], parentUuid="u%d" % i)
    for i in range(AGENTS)) + "".join(
    line(AGENTS + 1 + i, "user", "y%d" % i, isSidechain=True, agentId="a%d" % i)
    for i in range(AGENTS)) + line(2 * AGENTS + 1, "user", "Go on", parentUuid="u%d" % AGENTS))
P

(ulimit -t 10 && exec "$CLEW_BIN" import transcript) >"$work/answer" 2>&1 || fail "import transcript: $(tail -1 "$work/answer")"
for place in orchestration-1 orchestration-2 workflow/many-names.json feature/.ai-session \
  essay-pipeline-20260214-143022; do
  for verb in validate import; do
    code=0
    (ulimit -t 10 && exec "$CLEW_BIN" "$verb" "$place") >"$work/answer" 2>&1 || code=$?
    # 0: taken; 5: refused, with what is wrong. A signal is none of them.
    [ "$code" = 0 ] || [ "$code" = 5 ] || fail "$verb $place ends with $code: $(tail -1 "$work/answer")"
  done
done
[ "$failed" = 0 ]
