# Two Claude Code terminals stay open and idle, Codex runs in its daemon, and a weekend passes; prompts mix German and English.

## story
@ 2026-11-13T15:00
& daemon codex
> gripper/calib.cpp: double offset = 0;
% claude-code {"session_id":"1d1e0000-aaaa-4bbb-8ccc-000000000016","transcript_path":"$W/../home/.claude/projects/p/1d1e0000-aaaa-4bbb-8ccc-000000000016.jsonl","cwd":"$W","hook_event_name":"SessionStart","source":"startup"}
% claude-code {"session_id":"1d1e0000-aaaa-4bbb-8ccc-000000000016","transcript_path":"$W/../home/.claude/projects/p/1d1e0000-aaaa-4bbb-8ccc-000000000016.jsonl","cwd":"$W","permission_mode":"acceptEdits","hook_event_name":"UserPromptSubmit","prompt":"what does gripper/calib.cpp do?"}
% claude-code {"session_id":"1d1e0000-aaaa-4bbb-8ccc-000000000016","transcript_path":"$W/../home/.claude/projects/p/1d1e0000-aaaa-4bbb-8ccc-000000000016.jsonl","cwd":"$W","permission_mode":"acceptEdits","hook_event_name":"Stop","stop_hook_active":false,"last_assistant_message":"It reads the force sensor once at start and subtracts that value from every later reading.","background_tasks":[],"session_crons":[]}
% claude-code {"session_id":"1d1e0016-aaaa-4bbb-8ccc-000000000016","transcript_path":"$W/../home/.claude/projects/p/1d1e0016-aaaa-4bbb-8ccc-000000000016.jsonl","cwd":"$W","hook_event_name":"SessionStart","source":"startup"}
% claude-code {"session_id":"1d1e0016-aaaa-4bbb-8ccc-000000000016","transcript_path":"$W/../home/.claude/projects/p/1d1e0016-aaaa-4bbb-8ccc-000000000016.jsonl","cwd":"$W","permission_mode":"acceptEdits","hook_event_name":"UserPromptSubmit","prompt":"Der Greifer verliert Teile: calibration drifts with temperature. Bitte fix it in gripper/calib.cpp, max. 1 ms pro Zyklus. Am Roboter selbst nichts starten, nobody is in the cell today."}
% claude-code {"session_id":"1d1e0016-aaaa-4bbb-8ccc-000000000016","transcript_path":"$W/../home/.claude/projects/p/1d1e0016-aaaa-4bbb-8ccc-000000000016.jsonl","cwd":"$W","permission_mode":"acceptEdits","hook_event_name":"PostToolUse","tool_name":"Edit","tool_input":{"file_path":"$W/gripper/calib.cpp","old_string":"double offset = 0;","new_string":"double offset(double celsius);","replace_all":false},"tool_response":{"filePath":"$W/gripper/calib.cpp","oldString":"double offset = 0;","newString":"double offset(double celsius);","originalFile":"double offset = 0;\n","structuredPatch":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-double offset = 0;","+double offset(double celsius);"]}],"userModified":false,"replaceAll":false},"tool_use_id":"toolu_01","duration_ms":12}
% claude-code {"session_id":"1d1e0016-aaaa-4bbb-8ccc-000000000016","transcript_path":"$W/../home/.claude/projects/p/1d1e0016-aaaa-4bbb-8ccc-000000000016.jsonl","cwd":"$W","permission_mode":"acceptEdits","hook_event_name":"PostToolUseFailure","tool_name":"Bash","tool_input":{"command":"ctest --test-dir build -R calib","description":"run"},"tool_use_id":"toolu_02","duration_ms":4200,"error":"Exit code 8\n1/6 Test #1: calib_room ..... Passed\n4/6 Test #4: calib_cold .....***Failed  expected 0.02 N got 0.31 N\n83% tests passed, 1 tests failed out of 6","is_interrupt":false}
% claude-code {"session_id":"1d1e0016-aaaa-4bbb-8ccc-000000000016","transcript_path":"$W/../home/.claude/projects/p/1d1e0016-aaaa-4bbb-8ccc-000000000016.jsonl","cwd":"$W","permission_mode":"acceptEdits","hook_event_name":"Stop","stop_hook_active":false,"last_assistant_message":"Temperature goes into the offset now (linear, two points: 20 °C and 45 °C). `calib_cold` fails: at 5 °C we are off by 0.31 N. Linear reicht unter 10 °C nicht, weil der Dehnungsmessstreifen dort nichtlinear wird. Ich nehme als Nächstes ein Polynom zweiten Grades.","background_tasks":[],"session_crons":[]}
@ +20m
% codex {"session_id":"01a3c0de-0000-7000-8000-000000000016","turn_id":"01a3c0de-0000-7000-8000-000000000016-t1","transcript_path":"$W/../home/.codex/sessions/rollout-01a3c0de-0000-7000-8000-000000000016.jsonl","cwd":"$W","hook_event_name":"SessionStart","model":"gpt-6.1-sol","permission_mode":"bypassPermissions","source":"startup"}
% codex {"session_id":"01a3c0de-0000-7000-8000-000000000016","turn_id":"01a3c0de-0000-7000-8000-000000000016-t2","transcript_path":"$W/../home/.codex/sessions/rollout-01a3c0de-0000-7000-8000-000000000016.jsonl","cwd":"$W","hook_event_name":"UserPromptSubmit","model":"gpt-6.1-sol","permission_mode":"bypassPermissions","prompt":"calib: take over the polynomial for calib_cold please, claude is out of credits"}
% codex {"session_id":"01a3c0de-0000-7000-8000-000000000016","turn_id":"01a3c0de-0000-7000-8000-000000000016-t2","transcript_path":"$W/../home/.codex/sessions/rollout-01a3c0de-0000-7000-8000-000000000016.jsonl","cwd":"$W","hook_event_name":"PostToolUse","model":"gpt-6.1-sol","permission_mode":"bypassPermissions","tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Update File: gripper/calib.cpp\n@@\n+// second degree\n*** Add File: gripper/calib_table.h\n+constexpr double k[] = {0.1, 0.2, 0.3};\n*** End Patch\n"},"tool_response":"Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM gripper/calib.cpp\nA gripper/calib_table.h\n","tool_use_id":"call_03"}
% codex {"session_id":"01a3c0de-0000-7000-8000-000000000016","turn_id":"01a3c0de-0000-7000-8000-000000000016-t2","transcript_path":"$W/../home/.codex/sessions/rollout-01a3c0de-0000-7000-8000-000000000016.jsonl","cwd":"$W","hook_event_name":"PostToolUse","model":"gpt-6.1-sol","permission_mode":"bypassPermissions","tool_name":"Bash","tool_input":{"command":"ctest --test-dir build -R calib"},"tool_response":"Exit code: 0\nWall time: 2.1 seconds\nOutput:\n100% tests passed, 0 tests failed out of 6\n","tool_use_id":"call_04"}
% codex {"session_id":"01a3c0de-0000-7000-8000-000000000016","turn_id":"01a3c0de-0000-7000-8000-000000000016-t2","transcript_path":"$W/../home/.codex/sessions/rollout-01a3c0de-0000-7000-8000-000000000016.jsonl","cwd":"$W","hook_event_name":"PostToolUse","model":"gpt-6.1-sol","permission_mode":"bypassPermissions","tool_name":"Bash","tool_input":{"command":"build/bench_calib"},"tool_response":"Exit code: 0\nWall time: 2.1 seconds\nOutput:\nmedian 0.4 ms, max 1.7 ms\n","tool_use_id":"call_05"}
% codex {"session_id":"01a3c0de-0000-7000-8000-000000000016","turn_id":"01a3c0de-0000-7000-8000-000000000016-t2","transcript_path":"$W/../home/.codex/sessions/rollout-01a3c0de-0000-7000-8000-000000000016.jsonl","cwd":"$W","hook_event_name":"Stop","model":"gpt-6.1-sol","permission_mode":"bypassPermissions","stop_hook_active":false,"last_assistant_message":"The polynomial is in, its coefficients are in `gripper/calib_table.h`; 6 of 6 calib tests pass, calib_cold included.\n\nThe cycle time is not good yet: median 0.4 ms but max 1.7 ms, above your 1 ms. The peak comes from reading the thermometer over Modbus inside the cycle. I'd read it in a separate thread every 500 ms and use the last value; a lookup table instead of the polynomial didn't change the peak, so arithmetic isn't the problem."}
@ +4m
% codex {"session_id":"01a3c0de-0000-7000-8000-000000000016","turn_id":"01a3c0de-0000-7000-8000-000000000016-t3","transcript_path":"$W/../home/.codex/sessions/rollout-01a3c0de-0000-7000-8000-000000000016.jsonl","cwd":"$W","hook_event_name":"UserPromptSubmit","model":"gpt-6.1-sol","permission_mode":"bypassPermissions","prompt":"yes, separate thread. aber kein neues mutex im Zyklus, use an atomic"}
% codex {"session_id":"01a3c0de-0000-7000-8000-000000000016","turn_id":"01a3c0de-0000-7000-8000-000000000016-t3","transcript_path":"$W/../home/.codex/sessions/rollout-01a3c0de-0000-7000-8000-000000000016.jsonl","cwd":"$W","hook_event_name":"PostToolUse","model":"gpt-6.1-sol","permission_mode":"bypassPermissions","tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Add File: gripper/thermo_thread.cpp\n+std::atomic<double> celsius;\n*** End Patch\n"},"tool_response":"Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nA gripper/thermo_thread.cpp\n","tool_use_id":"call_06"}
% codex {"session_id":"01a3c0de-0000-7000-8000-000000000016","turn_id":"01a3c0de-0000-7000-8000-000000000016-t3","transcript_path":"$W/../home/.codex/sessions/rollout-01a3c0de-0000-7000-8000-000000000016.jsonl","cwd":"$W","hook_event_name":"PostToolUse","model":"gpt-6.1-sol","permission_mode":"bypassPermissions","tool_name":"Bash","tool_input":{"command":"cmake --build build"},"tool_response":"Exit code: 1\nWall time: 2.1 seconds\nOutput:\ngripper/thermo_thread.cpp:14:3: error: 'jthread' is not a member of 'std'\nninja: build stopped: subcommand failed.\n","tool_use_id":"call_07"}
% codex {"session_id":"01a3c0de-0000-7000-8000-000000000016","turn_id":"01a3c0de-0000-7000-8000-000000000016-t3","transcript_path":"$W/../home/.codex/sessions/rollout-01a3c0de-0000-7000-8000-000000000016.jsonl","cwd":"$W","hook_event_name":"Stop","model":"gpt-6.1-sol","permission_mode":"bypassPermissions","stop_hook_active":false,"last_assistant_message":"`thermo_thread.cpp` has the atomic but doesn't compile: std::jthread isn't in the robot's toolchain (GCC 9). Next: std::thread with an explicit stop flag. Then bench_calib again, and the documentation of the calibration procedure is still to be updated.\n\nTo measure on the real gripper somebody has to be in the cell, Monday at the earliest (Tobias)."}
@ 2026-11-16T08:00

## brief claude-code

## questions
goal: Greifer
  or: drifts with temperature
next: std::thread
  or: stop flag
limit: 1 ms
limit: nichts starten
  or: nobody is in the cell
limit: mutex
fails: jthread
blocker: Tobias
  or: Monday
failed: linear & nichtlinear
  or: linear & reicht
failed: lookup table
decision: separate thread & 500 ms
  or: thread & last value
verified: 6 of 6
  or: 100% tests passed
  or: ctest & pass
files: gripper/calib_table.h
files: gripper/thermo_thread.cpp
remaining: documentation
never: 1 tests failed
never: expected 0.02 N
never: at work & !nobody & !not
never: what does gripper/calib.cpp do
