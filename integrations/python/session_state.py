"""Structural session checkpoints, judged by the `clew` program.

    from session_state import SessionState, load_session_state, validate_session_state_dict

Only the standard library is used. The program is found as $CLEW, else as `clew` on the PATH.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Union

__all__ = ["SessionState", "load_session_state", "validate_session_state_dict"]

_DEFAULT_NAME = "quedonde_session_state.json"
_REFUSED = 5  # exit code of `clew validate` when there are errors


@dataclass
class SessionState:
    """One checkpoint; the members are those of the file."""

    session_id: str
    timestamp: str
    structural_version: str
    scope: Dict[str, List[str]]
    symbols: Dict[str, Dict[str, Any]]
    confidence: str
    schema_version: str = "1.0"
    dependencies: List[Dict[str, str]] = field(default_factory=list)
    decisions: List[Dict[str, str]] = field(default_factory=list)
    open_questions: List[str] = field(default_factory=list)

    def to_dict(self) -> Dict[str, Any]:
        """As it stands in a file, annotations always a list."""
        symbols = {}
        for name, symbol in self.symbols.items():
            evidence = {"annotations": [], **symbol.get("evidence", {})}
            symbols[name] = {**symbol, "evidence": evidence}
        return {
            "schema_version": self.schema_version,
            "session_id": self.session_id,
            "timestamp": self.timestamp,
            "structural_version": self.structural_version,
            "scope": self.scope,
            "symbols": symbols,
            "dependencies": self.dependencies,
            "decisions": self.decisions,
            "open_questions": self.open_questions,
            "confidence": self.confidence,
        }

    def validate(self) -> None:
        """ValueError lists everything that is wrong."""
        validate_session_state_dict(self.to_dict())


def validate_session_state_dict(payload: Mapping[str, Any]) -> None:
    """ValueError lists everything that is wrong with one checkpoint."""
    if not isinstance(payload, Mapping):
        raise ValueError("a session state must be an object")
    try:
        text = json.dumps(payload, ensure_ascii=False, allow_nan=False)
    except TypeError as error:
        raise ValueError(f"a session state must be JSON: {error}") from error
    with tempfile.TemporaryDirectory(prefix="clew-") as folder:
        path = Path(folder) / _DEFAULT_NAME
        path.write_text(text, encoding="utf-8")
        _validate(path)


def load_session_state(
    path: Union[str, Path], session_id: Optional[str] = None
) -> SessionState:
    """The checkpoint of a file; of a list of several, the one with that id. ValueError lists
    everything that is wrong with the file."""
    path = Path(path)
    text = path.read_text(encoding="utf-8-sig")  # FileNotFoundError rather than a finding
    _validate(path)
    payload = json.loads(text)
    sessions = payload if isinstance(payload, list) else [payload]
    if session_id is not None:
        sessions = [each for each in sessions if each["session_id"] == session_id]
    if len(sessions) != 1:
        wanted = session_id if session_id is not None else "one session"
        raise ValueError(f"{path}: {len(sessions)} sessions, wanted {wanted}")
    return SessionState(**sessions[0])


def _program() -> str:
    program = os.environ.get("CLEW") or shutil.which("clew")
    if not program:
        raise RuntimeError("clew is not on the PATH; set CLEW to the program")
    return program


def _validate(path: Path) -> None:
    done = subprocess.run(
        [_program(), "validate", "--dialect", "structural", "--json", str(path)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        answer = {}
    wrong = [_line(each) for each in _findings(answer) if each.get("severity") == "error"]
    if wrong:
        raise ValueError("\n".join(wrong))
    if done.returncode == 0:
        return
    message = answer.get("error", {}).get("message") or done.stderr.strip() or "clew failed"
    if done.returncode == _REFUSED:
        raise ValueError(message)
    raise RuntimeError(message)


def _findings(answer: Any) -> List[Dict[str, Any]]:
    """The list called findings, in the data or beside the error."""
    if isinstance(answer, dict):
        found = answer.get("findings")
        if isinstance(found, list):
            return [each for each in found if isinstance(each, dict)]
        for value in answer.values():
            nested = _findings(value)
            if nested:
                return nested
    if isinstance(answer, list):
        return [each for value in answer for each in _findings(value)]
    return []


def _line(finding: Mapping[str, Any]) -> str:
    where = finding.get("pointer") or "/"
    return f"{where}: {finding.get('message', '')} [{finding.get('rule', '')}]"
