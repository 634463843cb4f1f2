#pragma once
// What the tests of this folder share: fixtures, and transcripts told line by line. REQUIRES:
// doctest is included first.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "agent_client/claude_code/transcript_reader.h"
#include "agent_client/transcript/transcript.h"
#include "document/json/json.h"

namespace clew::transcript {

inline constexpr const char* kClaudeId = "7c1f0a52-3b7e-4e0e-9a4d-2f5d8c6b1e90";
inline constexpr const char* kCodexId = "01a1e29a-2267-7843-9b2c-14288e562d48";

inline std::string fixture(const std::string& path) {
  const char* source = std::getenv("CLEW_SOURCE_DIR");
  const auto whole = std::filesystem::path(source == nullptr ? "../.." : source) /
                     "tests/fixtures/transcript" / path;
  std::ifstream in(whole, std::ios::binary);
  REQUIRE_MESSAGE(in.good(), whole.string());
  return std::string(std::istreambuf_iterator<char>(in), {});
}
inline std::string claude_fixture() {
  return fixture("claude/" + std::string(kClaudeId) + ".jsonl");
}
inline std::string codex_fixture() {
  return fixture("codex/2026/11/11/rollout-2026-11-11T10-00-00-" + std::string(kCodexId) +
                 ".jsonl");
}

inline TranscriptReading read_text(const TranscriptFormat& format, const std::string& text,
                                   size_t piece = 4096, TranscriptOptions options = {}) {
  const auto reader = format.make_reader(std::move(options));
  reader->begin({"session.jsonl", {}, {}, {}});
  for (size_t at = 0; at < text.size(); at += piece) {
    reader->add(std::string_view(text).substr(at, piece));
  }
  reader->end();
  return reader->take();
}

// The session of the fixture with its subagent.
inline TranscriptReading read_claude_fixture() {
  const std::string parts = "claude/" + std::string(kClaudeId) + "/subagents/agent-a77c01";
  const auto reader = kClaudeTranscripts.make_reader({});
  reader->begin({"session.jsonl", kClaudeId, {}, {}});
  reader->add(claude_fixture());
  reader->end();
  reader->begin({"agent-a77c01.jsonl", kClaudeId, "a77c01", fixture(parts + ".meta.json")});
  reader->add(fixture(parts + ".jsonl"));
  reader->end();
  return reader->take();
}

// Lines of a Claude Code transcript, each a child of the one before.
class ClaudeScript {
 public:
  std::string text;
  std::string last;  // uuid of the last line
  std::string session = "5e550000-0000-4000-8000-000000000001";

  // `fields` are members in JSON, such as "\"type\":\"user\"".
  std::string line(const std::string& fields) { return line_after(last, fields); }
  std::string line_after(const std::string& parent, const std::string& fields) {
    const std::string id = "u" + std::to_string(++count_);
    const std::string up = parent.empty() ? "null" : "\"" + parent + "\"";
    text += "{\"parentUuid\":" + up + ",\"isSidechain\":false," + fields + ",\"uuid\":\"" + id +
            "\",\"timestamp\":\"" + to_iso(Time{1'794'000'000'000 + count_ * 1000}) +
            "\",\"cwd\":\"/w/shop\",\"sessionId\":\"" + session + "\",\"version\":\"2.1.325\"}\n";
    return last = id;
  }
  std::string user(const std::string& words, const std::string& more = {}) {
    return line("\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":" +
                write_json(Value(words)) + "}" + more);
  }
  std::string says(const std::string& message, const std::string& words) {
    return block(message, "{\"type\":\"text\",\"text\":" + write_json(Value(words)) + "}");
  }
  std::string calls(const std::string& id, const std::string& tool, const std::string& input) {
    return block("m-" + id, "{\"type\":\"tool_use\",\"id\":\"" + id + "\",\"name\":\"" + tool +
                                "\",\"input\":" + input + "}");
  }
  std::string block(const std::string& message, const std::string& content) {
    return line("\"type\":\"assistant\",\"message\":{\"id\":\"" + message +
                "\",\"role\":\"assistant\",\"model\":\"claude-x\",\"content\":[" + content +
                "],\"usage\":{\"input_tokens\":10,\"output_tokens\":2,"
                "\"cache_read_input_tokens\":100,\"cache_creation_input_tokens\":3}}");
  }
  // `record` is JSON, or empty.
  std::string answers(const std::string& id, const std::string& words, const std::string& record,
                      const std::string& more = {}) {
    return line(
        "\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":[{\"type\":"
        "\"tool_result\",\"tool_use_id\":\"" +
        id + "\",\"content\":" + write_json(Value(words)) + more + "}]}" +
        (record.empty() ? "" : ",\"toolUseResult\":" + record));
  }
  TranscriptReading read(TranscriptOptions options = {}) const {
    return read_text(kClaudeTranscripts, text, 4096, std::move(options));
  }

 private:
  int64_t count_ = 0;
};

inline size_t count_rule(const TranscriptReading& reading, const std::string& rule) {
  size_t count = 0;
  for (const auto& finding : reading.findings) count += finding.rule == rule ? 1 : 0;
  return count;
}
inline const Finding* find_rule(const TranscriptReading& reading, const std::string& rule) {
  for (const auto& finding : reading.findings) {
    if (finding.rule == rule) return &finding;
  }
  return nullptr;
}

}  // namespace clew::transcript
