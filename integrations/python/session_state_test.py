"""python3 -m unittest session_state_test, in this folder.

With $CLEW set to the real program its judgement is tested as well; without it a stand-in answers.
"""

import json
import os
import stat
import sys
import tempfile
import unittest
from pathlib import Path

from session_state import SessionState, load_session_state, validate_session_state_dict

REAL = os.environ.get("CLEW")

GOOD = {
    "schema_version": "1.0",
    "session_id": "climate_20261101",
    "timestamp": "2026-11-01T08:00:00Z",
    "structural_version": "v7",
    "scope": {"subsystems": ["Climate"], "files": ["src/climate.py"]},
    "symbols": {
        "Controller": {
            "kind": "class",
            "role": "bridge",
            "evidence": {"fan_in": 1, "fan_out": 2},
            "source_paths": ["src/climate.py"],
        }
    },
    "confidence": "low",
}

STAND_IN = """#!{python}
import json, sys
assert sys.argv[1:5] == ["validate", "--dialect", "structural", "--json"], sys.argv
text = open(sys.argv[5], encoding="utf-8").read()
if "crash" in text:
    sys.exit(1)
findings = [{{"severity": "warning", "rule": "structural.session-id-form", "message": "odd id",
             "pointer": "/session_id"}}]
if "sure" in text:
    findings += [{{"severity": "error", "rule": "structural.word", "pointer": "/confidence",
                  "message": "none of low, medium, high"}},
                 {{"severity": "error", "rule": "structural.raw-code", "pointer": "/decisions/0/reason",
                  "message": "this looks like code"}}]
wrong = len(findings) > 1
body = {{"findings": findings}}
print(json.dumps({{"schema_version": 1, "error": {{"code": "refused", "message": "2 errors", **body}}}}
                 if wrong else {{"schema_version": 1, "data": body}}))
sys.exit(5 if wrong else 0)
"""


class WithProgram(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.program = Path(self.folder.name) / "clew"
        self.program.write_text(STAND_IN.format(python=sys.executable), encoding="utf-8")
        self.program.chmod(self.program.stat().st_mode | stat.S_IXUSR)
        os.environ["CLEW"] = str(self.program)
        self.addCleanup(self.restore)

    def restore(self):
        if REAL:
            os.environ["CLEW"] = REAL
        else:
            os.environ.pop("CLEW", None)

    def file(self, payload):
        path = Path(self.folder.name) / "quedonde_session_state.json"
        path.write_text(json.dumps(payload), encoding="utf-8")
        return path

    def test_a_sound_checkpoint_passes_with_its_warnings(self):
        validate_session_state_dict(GOOD)

    def test_errors_are_raised_all_together(self):
        with self.assertRaises(ValueError) as caught:
            validate_session_state_dict({**GOOD, "confidence": "sure"})
        self.assertEqual(
            str(caught.exception),
            "/confidence: none of low, medium, high [structural.word]\n"
            "/decisions/0/reason: this looks like code [structural.raw-code]",
        )

    def test_what_is_no_json_is_a_value_error(self):
        for payload in ([GOOD], {**GOOD, "timestamp": object()}, {**GOOD, "x": float("nan")}):
            with self.assertRaises(ValueError):
                validate_session_state_dict(payload)

    def test_a_file_is_loaded(self):
        state = load_session_state(self.file(GOOD))
        self.assertIsInstance(state, SessionState)
        self.assertEqual(state.session_id, "climate_20261101")
        self.assertEqual(state.decisions, [])
        evidence = state.to_dict()["symbols"]["Controller"]["evidence"]
        self.assertEqual(evidence["annotations"], [])
        state.validate()

    def test_of_several_sessions_the_wanted_one_is_loaded(self):
        path = self.file([GOOD, {**GOOD, "session_id": "moisture_20261102"}])
        self.assertEqual(
            load_session_state(path, "moisture_20261102").session_id, "moisture_20261102"
        )
        with self.assertRaises(ValueError):
            load_session_state(path)
        with self.assertRaises(ValueError):
            load_session_state(path, "nobody")

    def test_a_program_that_fails_is_no_judgement(self):
        with self.assertRaises(RuntimeError):
            validate_session_state_dict({**GOOD, "session_id": "crash"})

    def test_a_file_that_is_not_there_is_said_so(self):
        with self.assertRaises(FileNotFoundError):
            load_session_state(Path(self.folder.name) / "none.json")


@unittest.skipUnless(REAL, "CLEW is not set")
class WithClew(unittest.TestCase):
    def test_clew_itself_judges(self):
        validate_session_state_dict(GOOD)
        with self.assertRaises(ValueError) as caught:
            validate_session_state_dict({**GOOD, "confidence": "sure"})
        self.assertIn("/confidence", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
