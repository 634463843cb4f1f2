#pragma once
// opencode keeps its sessions in a database; `opencode export ID` writes one as a JSON document:
//
//   {"info": {"id": "ses_…", "directory", "version", "time": {"created", "updated"}},
//    "messages": [{"info": {"id", "role", "time", "modelID", "tokens", "error"}, "parts": [
//      {"type": "text", "text": "…"},
//      {"type": "tool", "tool": "edit", "callID": "…", "state": {"status", "input", "output",
//       "metadata", "time": {"start", "end"}}}]}]}
//
// Private to agent_client.

#include "agent_client/transcript/transcript.h"

namespace clew::transcript {

extern const TranscriptFormat kOpencodeTranscripts;

}  // namespace clew::transcript
