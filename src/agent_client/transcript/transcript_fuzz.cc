// Any bytes as a transcript of any client: no crash, no hang; every line is counted; the pieces
// in which they came make no difference; what is told can be told again as text.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "agent_client/claude_code/transcript_reader.h"
#include "agent_client/codex/transcript_reader.h"
#include "agent_client/gemini/transcript_reader.h"
#include "agent_client/opencode/transcript_reader.h"
#include "agent_client/transcript/recognise.h"
#include "agent_client/transcript/transcript.h"
#include "base/check.h"
#include "base/text.h"
#include "document/json/json.h"

namespace clew {
namespace {

TranscriptReading read(const TranscriptFormat& format, std::string_view bytes, size_t piece) {
  const auto reader = format.make_reader({});
  // The second half stands for what a subagent did.
  const size_t half = bytes.size() / 2;
  const auto feed = [&](const char* agent, std::string_view part) {
    reader->begin({"fuzz.jsonl", {}, agent, std::string(part.substr(0, 200))});
    for (size_t at = 0; at < part.size(); at += piece) reader->add(part.substr(at, piece));
    reader->end();
  };
  feed("", bytes);
  feed("a1", bytes.substr(half));
  return reader->take();
}

void check_format(const TranscriptFormat& format, std::string_view bytes) {
  const TranscriptReading whole = read(format, bytes, bytes.size() + 1);
  const TranscriptReading pieces = read(format, bytes, 3);
  CLEW_CHECK(whole.session == pieces.session);
  CLEW_CHECK(whole.findings == pieces.findings);
  CLEW_CHECK(whole.counts == pieces.counts);
  CLEW_CHECK(whole.counts.unreadable <= whole.counts.lines);
  for (const auto& finding : whole.findings) CLEW_CHECK(is_utf8(finding.message));
  if (whole.entry.empty()) return;
  Session session = whole.session;
  location_in_project(session, "/w");
  pause_if_idle(session, Time{1'900'000'000'000});
  Session again;
  CLEW_CHECK(from_value(to_value(session), again, "session").ok());
  CLEW_CHECK(again == session);
}

}  // namespace
}  // namespace clew

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  static_cast<void>(clew::recognise_transcript(bytes));
  clew::check_format(clew::transcript::kClaudeTranscripts, bytes);
  clew::check_format(clew::transcript::kCodexTranscripts, bytes);
  clew::check_format(clew::transcript::kGeminiTranscripts, bytes);
  clew::check_format(clew::transcript::kOpencodeTranscripts, bytes);
  return 0;
}
