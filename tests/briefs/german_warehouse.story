# Eine Lagerverwaltung bekommt Inventur mit Handscannern; alles auf Deutsch, mit Umlauten und Dezimalkommas.

## story
@ 2026-11-12T07:45
> lager/inventur.py: class Inventur: pass
% claude-code {"session_id":"de140014-aaaa-4bbb-8ccc-000000000014","transcript_path":"$W/../home/.claude/projects/p/de140014-aaaa-4bbb-8ccc-000000000014.jsonl","cwd":"$W","hook_event_name":"SessionStart","source":"startup"}
% claude-code {"session_id":"de140014-aaaa-4bbb-8ccc-000000000014","transcript_path":"$W/../home/.claude/projects/p/de140014-aaaa-4bbb-8ccc-000000000014.jsonl","cwd":"$W","permission_mode":"acceptEdits","hook_event_name":"UserPromptSubmit","prompt":"Bau die Stichtagsinventur für das Lager Fürth ein: Zählung mit Handscannern, Abgleich gegen den Bestand. Buchungen dürfen während der Zählung nicht gesperrt werden, die Spätschicht läuft weiter. Artikelnummern sind achtstellig mit führender Null, bitte nie als Zahl speichern. Die Schnittstelle zu SAP fasst du nicht an."}
% claude-code {"session_id":"de140014-aaaa-4bbb-8ccc-000000000014","transcript_path":"$W/../home/.claude/projects/p/de140014-aaaa-4bbb-8ccc-000000000014.jsonl","cwd":"$W","permission_mode":"acceptEdits","hook_event_name":"PostToolUse","tool_name":"TodoWrite","tool_input":{"todos":[{"content":"Zähllisten anlegen","status":"in_progress","activeForm":"Zähllisten anlegen"},{"content":"Abgleich gegen den Bestand","status":"pending","activeForm":"Abgleich gegen den Bestand"},{"content":"Differenzprotokoll als PDF","status":"pending","activeForm":"Differenzprotokoll als PDF"},{"content":"Schulungsunterlage für die Schicht","status":"pending","activeForm":"Schulungsunterlage für die Schicht"}]},"tool_response":{"oldTodos":[],"newTodos":[]},"tool_use_id":"toolu_01","duration_ms":12}
% claude-code {"session_id":"de140014-aaaa-4bbb-8ccc-000000000014","transcript_path":"$W/../home/.claude/projects/p/de140014-aaaa-4bbb-8ccc-000000000014.jsonl","cwd":"$W","permission_mode":"acceptEdits","hook_event_name":"PostToolUse","tool_name":"Edit","tool_input":{"file_path":"$W/lager/inventur.py","old_string":"class Inventur: pass","new_string":"class Inventur:\n    def zaehlliste(self): ...","replace_all":false},"tool_response":{"filePath":"$W/lager/inventur.py","oldString":"class Inventur: pass","newString":"class Inventur:\n    def zaehlliste(self): ...","originalFile":"class Inventur: pass\n","structuredPatch":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-class Inventur: pass","+class Inventur:\n    def zaehlliste(self): ..."]}],"userModified":false,"replaceAll":false},"tool_use_id":"toolu_02","duration_ms":12}
% claude-code {"session_id":"de140014-aaaa-4bbb-8ccc-000000000014","transcript_path":"$W/../home/.claude/projects/p/de140014-aaaa-4bbb-8ccc-000000000014.jsonl","cwd":"$W","permission_mode":"acceptEdits","hook_event_name":"PostToolUseFailure","tool_name":"Bash","tool_input":{"command":"pytest -q lager","description":"run"},"tool_use_id":"toolu_03","duration_ms":4200,"error":"Exit code 1\nE       AssertionError: assert '00123456' == '123456'\nFAILED lager/test_inventur.py::test_artikelnummer - AssertionError\n1 failed, 17 passed in 2.90s","is_interrupt":false}
% claude-code {"session_id":"de140014-aaaa-4bbb-8ccc-000000000014","transcript_path":"$W/../home/.claude/projects/p/de140014-aaaa-4bbb-8ccc-000000000014.jsonl","cwd":"$W","permission_mode":"acceptEdits","hook_event_name":"Stop","stop_hook_active":false,"last_assistant_message":"Die Zähllisten werden angelegt. Ein Test schlägt fehl: `test_artikelnummer`, weil der CSV-Import die Artikelnummer in eine Zahl wandelt und die führende Null verliert. Das behebe ich als Nächstes.","background_tasks":[],"session_crons":[]}
@ +14m
% claude-code {"session_id":"de140014-aaaa-4bbb-8ccc-000000000014","transcript_path":"$W/../home/.claude/projects/p/de140014-aaaa-4bbb-8ccc-000000000014.jsonl","cwd":"$W","permission_mode":"acceptEdits","hook_event_name":"UserPromptSubmit","prompt":"ja, mach das"}
% claude-code {"session_id":"de140014-aaaa-4bbb-8ccc-000000000014","transcript_path":"$W/../home/.claude/projects/p/de140014-aaaa-4bbb-8ccc-000000000014.jsonl","cwd":"$W","permission_mode":"acceptEdits","hook_event_name":"PostToolUse","tool_name":"Edit","tool_input":{"file_path":"$W/lager/inventur.py","old_string":"def zaehlliste(self): ...","new_string":"def zaehlliste(self): return read_csv(dtype=str)","replace_all":false},"tool_response":{"filePath":"$W/lager/inventur.py","oldString":"def zaehlliste(self): ...","newString":"def zaehlliste(self): return read_csv(dtype=str)","originalFile":"def zaehlliste(self): ...\n","structuredPatch":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-def zaehlliste(self): ...","+def zaehlliste(self): return read_csv(dtype=str)"]}],"userModified":false,"replaceAll":false},"tool_use_id":"toolu_04","duration_ms":12}
% claude-code {"session_id":"de140014-aaaa-4bbb-8ccc-000000000014","transcript_path":"$W/../home/.claude/projects/p/de140014-aaaa-4bbb-8ccc-000000000014.jsonl","cwd":"$W","permission_mode":"acceptEdits","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"pytest -q lager","description":"run"},"tool_response":{"stdout":"18 passed in 2.95s","stderr":"","interrupted":false,"isImage":false},"tool_use_id":"toolu_05","duration_ms":3100}
% claude-code {"session_id":"de140014-aaaa-4bbb-8ccc-000000000014","transcript_path":"$W/../home/.claude/projects/p/de140014-aaaa-4bbb-8ccc-000000000014.jsonl","cwd":"$W","permission_mode":"acceptEdits","hook_event_name":"PostToolUse","tool_name":"TodoWrite","tool_input":{"todos":[{"content":"Zähllisten anlegen","status":"completed","activeForm":"Zähllisten anlegen"},{"content":"Abgleich gegen den Bestand","status":"in_progress","activeForm":"Abgleich gegen den Bestand"},{"content":"Differenzprotokoll als PDF","status":"pending","activeForm":"Differenzprotokoll als PDF"},{"content":"Schulungsunterlage für die Schicht","status":"pending","activeForm":"Schulungsunterlage für die Schicht"}]},"tool_response":{"oldTodos":[],"newTodos":[]},"tool_use_id":"toolu_06","duration_ms":12}
% claude-code {"session_id":"de140014-aaaa-4bbb-8ccc-000000000014","transcript_path":"$W/../home/.claude/projects/p/de140014-aaaa-4bbb-8ccc-000000000014.jsonl","cwd":"$W","permission_mode":"acceptEdits","hook_event_name":"Stop","stop_hook_active":false,"last_assistant_message":"Behoben, alle 18 Tests laufen durch.\n\nFür den Abgleich habe ich zuerst einen Schnappschuss des Bestands um 6:00 Uhr versucht. Das geht nicht, weil Umlagerungen, die vor 6:00 begonnen haben, dann doppelt zählen. Ich nehme stattdessen das Bewegungsjournal und rechne jede Zählung auf ihre eigene Minute zurück.","background_tasks":[],"session_crons":[]}
@ +2h
% claude-code {"session_id":"de140014-aaaa-4bbb-8ccc-000000000014","transcript_path":"$W/../home/.claude/projects/p/de140014-aaaa-4bbb-8ccc-000000000014.jsonl","cwd":"$W","permission_mode":"acceptEdits","hook_event_name":"UserPromptSubmit","prompt":"Gut. Toleranz bei Schüttgut: erst dachten wir 2 %, jetzt doch 0,5 %. Und das PDF bitte ohne Preise, das hängt am schwarzen Brett."}
% claude-code {"session_id":"de140014-aaaa-4bbb-8ccc-000000000014","transcript_path":"$W/../home/.claude/projects/p/de140014-aaaa-4bbb-8ccc-000000000014.jsonl","cwd":"$W","permission_mode":"acceptEdits","hook_event_name":"PostToolUse","tool_name":"Write","tool_input":{"file_path":"$W/lager/abgleich.py","content":"TOLERANZ = 0.005\n"},"tool_response":{"type":"create","filePath":"$W/lager/abgleich.py","content":"TOLERANZ = 0.005\n","structuredPatch":[],"originalFile":null,"userModified":false},"tool_use_id":"toolu_07","duration_ms":12}
% claude-code {"session_id":"de140014-aaaa-4bbb-8ccc-000000000014","transcript_path":"$W/../home/.claude/projects/p/de140014-aaaa-4bbb-8ccc-000000000014.jsonl","cwd":"$W","permission_mode":"acceptEdits","hook_event_name":"PostToolUseFailure","tool_name":"Bash","tool_input":{"command":"pytest -q lager","description":"run"},"tool_use_id":"toolu_08","duration_ms":4200,"error":"Exit code 1\nE       assert Decimal('12.40') == Decimal('12.4000')\nFAILED lager/test_abgleich.py::test_schuettgut_toleranz\n1 failed, 22 passed in 3.40s","is_interrupt":false}
% claude-code {"session_id":"de140014-aaaa-4bbb-8ccc-000000000014","transcript_path":"$W/../home/.claude/projects/p/de140014-aaaa-4bbb-8ccc-000000000014.jsonl","cwd":"$W","permission_mode":"acceptEdits","hook_event_name":"Stop","stop_hook_active":false,"last_assistant_message":"Der Abgleich steht in `lager/abgleich.py`, mit 0,5 % Toleranz bei Schüttgut. `test_schuettgut_toleranz` ist noch rot: die Waage liefert vier Nachkommastellen, die Datenbank rundet auf zwei. Ich würde in Gramm als ganze Zahl rechnen, statt mit Decimal, dann entfällt das Runden.\n\nOffen ist außerdem der Zugang zum Testscanner: die IT (Herr Öztürk) muss das Gerät erst freischalten, vorher kann ich die Funkstrecke nicht prüfen. Es fehlen noch das Differenzprotokoll und die Schulungsunterlage.\n\nSag gern Bescheid, wenn ich weitermachen soll!","background_tasks":[],"session_crons":[]}
% claude-code {"session_id":"de140014-aaaa-4bbb-8ccc-000000000014","transcript_path":"$W/../home/.claude/projects/p/de140014-aaaa-4bbb-8ccc-000000000014.jsonl","cwd":"$W","hook_event_name":"SessionEnd","reason":"prompt_input_exit"}
@ +3d

## brief claude-code

## questions
goal: Stichtagsinventur
next: test_schuettgut_toleranz
  or: Gramm
  or: Abgleich gegen den Bestand
limit: nicht gesperrt
  or: Buchungen & gesperrt
limit: nie als Zahl
  or: achtstellig
limit: SAP
limit: 0,5 %
limit: ohne Preise
fails: test_schuettgut_toleranz
blocker: Öztürk
  or: Testscanner
failed: Schnappschuss & Umlagerungen
  or: Umlagerungen & doppelt
decision: Bewegungsjournal
decision: Gramm & Decimal
  or: Gramm & statt
verified: 18 passed
  or: 18 Tests
files: lager/abgleich.py
remaining: Schulungsunterlage
remaining: Differenzprotokoll
never: ja, mach das
never: 1 failed, 17 passed
never: '00123456'
never: sag gern bescheid
never: test_artikelnummer & fail
