# Cursor builds offline synchronisation into an Android app; its hooks tell no exit codes, and its words come in afterAgentResponse.

## story
@ 2026-11-09T09:20
> app/src/main/java/dev/trail/SyncWorker.kt: class SyncWorker
% cursor {"conversation_id":"c0ffee06-1111-4222-8333-000000000006","generation_id":"c0ffee06-1111-4222-8333-000000000006-g0","model":"auto","hook_event_name":"sessionStart","cursor_version":"2.4.0","workspace_roots":["$W"],"session_id":"c0ffee06-1111-4222-8333-000000000006","is_background_agent":false}
% cursor {"conversation_id":"c0ffee06-1111-4222-8333-000000000006","generation_id":"c0ffee06-1111-4222-8333-000000000006-g1","model":"auto","hook_event_name":"beforeSubmitPrompt","cursor_version":"2.4.0","workspace_roots":["$W"],"prompt":"Hikers lose their notes when the phone is offline. Make SyncWorker queue edits and send them later. Min SDK stays 26. Don't add Firebase, we promised no Google services.","attachments":[]}
% cursor {"conversation_id":"c0ffee06-1111-4222-8333-000000000006","generation_id":"c0ffee06-1111-4222-8333-000000000006-g1","model":"auto","hook_event_name":"afterFileEdit","cursor_version":"2.4.0","workspace_roots":["$W"],"file_path":"$W/app/src/main/java/dev/trail/SyncWorker.kt","edits":[{"old_string":"class SyncWorker","new_string":"class SyncWorker { val queue = EditQueue() }"}]}
% cursor {"conversation_id":"c0ffee06-1111-4222-8333-000000000006","generation_id":"c0ffee06-1111-4222-8333-000000000006-g1","model":"auto","hook_event_name":"afterFileEdit","cursor_version":"2.4.0","workspace_roots":["$W"],"file_path":"$W/app/src/main/java/dev/trail/EditQueue.kt","edits":[{"old_string":"","new_string":"class EditQueue"}]}
% cursor {"conversation_id":"c0ffee06-1111-4222-8333-000000000006","generation_id":"c0ffee06-1111-4222-8333-000000000006-g1","model":"auto","hook_event_name":"afterShellExecution","cursor_version":"2.4.0","workspace_roots":["$W"],"command":"./gradlew testDebugUnitTest","output":"EditQueueTest > keeps order FAILED\n    expected:<[a, b, c]> but was:<[a, c, b]>\n23 tests completed, 1 failed\nBUILD FAILED in 48s","duration":2500,"cwd":"$W"}
% cursor {"conversation_id":"c0ffee06-1111-4222-8333-000000000006","generation_id":"c0ffee06-1111-4222-8333-000000000006-g1","model":"auto","hook_event_name":"afterAgentResponse","cursor_version":"2.4.0","workspace_roots":["$W"],"text":"SyncWorker puts edits into an `EditQueue` (Room table) and sends them when there is a network. One test fails at the moment: `EditQueueTest > keeps order`, because two edits in the same millisecond have the same timestamp. I'll order by row id instead of by time."}
% cursor {"conversation_id":"c0ffee06-1111-4222-8333-000000000006","generation_id":"c0ffee06-1111-4222-8333-000000000006-g1","model":"auto","hook_event_name":"stop","cursor_version":"2.4.0","workspace_roots":["$W"],"status":"completed","loop_count":0}
@ +10m
% cursor {"conversation_id":"c0ffee06-1111-4222-8333-000000000006","generation_id":"c0ffee06-1111-4222-8333-000000000006-g2","model":"auto","hook_event_name":"beforeSubmitPrompt","cursor_version":"2.4.0","workspace_roots":["$W"],"prompt":"go ahead","attachments":[]}
% cursor {"conversation_id":"c0ffee06-1111-4222-8333-000000000006","generation_id":"c0ffee06-1111-4222-8333-000000000006-g2","model":"auto","hook_event_name":"afterFileEdit","cursor_version":"2.4.0","workspace_roots":["$W"],"file_path":"$W/app/src/main/java/dev/trail/EditQueue.kt","edits":[{"old_string":"class EditQueue","new_string":"class EditQueue // order by rowid"}]}
% cursor {"conversation_id":"c0ffee06-1111-4222-8333-000000000006","generation_id":"c0ffee06-1111-4222-8333-000000000006-g2","model":"auto","hook_event_name":"afterShellExecution","cursor_version":"2.4.0","workspace_roots":["$W"],"command":"./gradlew testDebugUnitTest","output":"23 tests completed, 0 failed\nBUILD SUCCESSFUL in 51s","duration":2500,"cwd":"$W"}
% cursor {"conversation_id":"c0ffee06-1111-4222-8333-000000000006","generation_id":"c0ffee06-1111-4222-8333-000000000006-g2","model":"auto","hook_event_name":"afterAgentResponse","cursor_version":"2.4.0","workspace_roots":["$W"],"text":"Ordered by row id now, all 23 unit tests pass.\n\nConflicts are not handled: when the same note was edited on the web meanwhile, the phone wins. Is that what you want?"}
% cursor {"conversation_id":"c0ffee06-1111-4222-8333-000000000006","generation_id":"c0ffee06-1111-4222-8333-000000000006-g2","model":"auto","hook_event_name":"stop","cursor_version":"2.4.0","workspace_roots":["$W"],"status":"completed","loop_count":0}
@ +3h
% cursor {"conversation_id":"c0ffee06-1111-4222-8333-000000000006","generation_id":"c0ffee06-1111-4222-8333-000000000006-g3","model":"auto","hook_event_name":"beforeSubmitPrompt","cursor_version":"2.4.0","workspace_roots":["$W"],"prompt":"No! The web version must never be overwritten silently. Keep both and show them side by side. The server API can't change before release 5.0.","attachments":[]}
% cursor {"conversation_id":"c0ffee06-1111-4222-8333-000000000006","generation_id":"c0ffee06-1111-4222-8333-000000000006-g3","model":"auto","hook_event_name":"afterFileEdit","cursor_version":"2.4.0","workspace_roots":["$W"],"file_path":"$W/app/src/main/java/dev/trail/Conflict.kt","edits":[{"old_string":"","new_string":"data class Conflict(val mine: Note, val theirs: Note)"}]}
% cursor {"conversation_id":"c0ffee06-1111-4222-8333-000000000006","generation_id":"c0ffee06-1111-4222-8333-000000000006-g3","model":"auto","hook_event_name":"afterFileEdit","cursor_version":"2.4.0","workspace_roots":["$W"],"file_path":"$W/app/src/main/res/layout/conflict.xml","edits":[{"old_string":"","new_string":"<LinearLayout/>"}]}
% cursor {"conversation_id":"c0ffee06-1111-4222-8333-000000000006","generation_id":"c0ffee06-1111-4222-8333-000000000006-g3","model":"auto","hook_event_name":"afterShellExecution","cursor_version":"2.4.0","workspace_roots":["$W"],"command":"./gradlew testDebugUnitTest","output":"27 tests completed, 0 failed\nBUILD SUCCESSFUL in 55s","duration":2500,"cwd":"$W"}
% cursor {"conversation_id":"c0ffee06-1111-4222-8333-000000000006","generation_id":"c0ffee06-1111-4222-8333-000000000006-g3","model":"auto","hook_event_name":"afterShellExecution","cursor_version":"2.4.0","workspace_roots":["$W"],"command":"./gradlew connectedDebugAndroidTest","output":"ConflictScreenTest > shows both versions FAILED\n  java.lang.NullPointerException at ConflictFragment.kt:41\n6 tests completed, 1 failed\nBUILD FAILED in 2m 12s","duration":2500,"cwd":"$W"}
% cursor {"conversation_id":"c0ffee06-1111-4222-8333-000000000006","generation_id":"c0ffee06-1111-4222-8333-000000000006-g3","model":"auto","hook_event_name":"afterAgentResponse","cursor_version":"2.4.0","workspace_roots":["$W"],"text":"Both versions are kept now; `Conflict.kt` holds them and the new screen shows them side by side. I used the ETag the server already sends to notice a conflict, rather than a version column, since the API is frozen until 5.0. Comparing by modification time was no good: the phones' clocks are off by up to a minute.\n\nUnit tests are fine (27). On the emulator `ConflictScreenTest > shows both versions` crashes with a NullPointerException in ConflictFragment.kt:41, the view binding is used after onDestroyView. That's the next thing to fix. After that: the notification when edits have been waiting for more than a day, and the translation of three strings.\n\nHope this helps!"}
% cursor {"conversation_id":"c0ffee06-1111-4222-8333-000000000006","generation_id":"c0ffee06-1111-4222-8333-000000000006-g3","model":"auto","hook_event_name":"stop","cursor_version":"2.4.0","workspace_roots":["$W"],"status":"completed","loop_count":0}
% cursor {"conversation_id":"c0ffee06-1111-4222-8333-000000000006","generation_id":"c0ffee06-1111-4222-8333-000000000006-g3","model":"auto","hook_event_name":"sessionEnd","cursor_version":"2.4.0","workspace_roots":["$W"],"reason":"user_close"}

## brief cursor

## questions
goal: offline & notes
  or: SyncWorker & queue
next: ConflictFragment
  or: ConflictScreenTest
  or: onDestroyView
limit: SDK & 26
limit: Firebase
limit: overwritten
  or: never & web version
limit: API & 5.0
fails: ConflictScreenTest
  or: NullPointerException
failed: modification time
  or: clocks & off
decision: ETag
decision: row id
verified: 27 tests
  or: (27)
files: Conflict.kt
files: EditQueue.kt
remaining: translation
remaining: notification
never: keeps order FAILED
never: 23 tests completed, 1 failed
never: expected:<[a, b, c]>
never: hope this helps
never: go ahead
