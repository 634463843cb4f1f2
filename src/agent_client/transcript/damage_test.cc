// Torn, damaged, over-long and unknown lines: whatever can be read is read, and the rest is said.

#include <doctest/doctest.h>

#include <algorithm>

#include "agent_client/claude_code/transcript_reader.h"
#include "agent_client/codex/transcript_reader.h"
#include "agent_client/gemini/transcript_reader.h"
#include "agent_client/transcript/script_test.h"

namespace clew::transcript {
namespace {

int64_t whole_lines(std::string_view text) { return std::count(text.begin(), text.end(), '\n'); }

void check_every_cut(const TranscriptFormat& format, const std::string& text,
                     const std::string& torn) {
  for (size_t size = 0; size <= text.size(); ++size) {
    const std::string part = text.substr(0, size);
    const auto reading = read_text(format, part);
    const int64_t whole = whole_lines(part);
    const bool has_tail = !part.empty() && part.back() != '\n';
    // A tail that lacks only its line end is a line.
    const bool is_torn = has_tail && (size == text.size() || text[size] != '\n');
    CHECK_MESSAGE(reading.counts.lines == whole + (has_tail ? 1 : 0), size);
    CHECK_MESSAGE(reading.counts.unreadable == (is_torn ? 1 : 0), size);
    CHECK_MESSAGE(count_rule(reading, torn) == (is_torn ? 1 : 0), size);
    if (is_torn) CHECK(find_rule(reading, torn)->position->line == static_cast<size_t>(whole + 1));
  }
}

TEST_CASE("a transcript cut at any byte is read up to its last whole line") {
  const std::string claude = claude_fixture();
  // The beginning has every kind of frame; all of it would only take longer.
  check_every_cut(kClaudeTranscripts, claude.substr(0, claude.find('\n', 6000) + 1),
                  "claude-code.torn-line");
  const std::string codex = codex_fixture();
  check_every_cut(kCodexTranscripts, codex.substr(0, codex.find('\n', 4000) + 1),
                  "codex.torn-line");
  const std::string gemini = fixture("gemini/session-2026-11-12T03-21-bac36bac.jsonl");
  check_every_cut(kGeminiTranscripts, gemini.substr(0, gemini.find('\n', 4000) + 1),
                  "gemini.torn-line");
}

TEST_CASE("the pieces in which a transcript comes make no difference") {
  for (const TranscriptFormat* format : {&kClaudeTranscripts, &kCodexTranscripts}) {
    const std::string text = format == &kCodexTranscripts ? codex_fixture() : claude_fixture();
    const auto whole = read_text(*format, text, text.size());
    for (const size_t piece : {size_t{1}, size_t{7}, size_t{1000}}) {
      const auto reading = read_text(*format, text, piece);
      CHECK(reading.session == whole.session);
      CHECK(reading.findings == whole.findings);
      CHECK(reading.counts == whole.counts);
    }
  }
}

TEST_CASE("damage in the middle is said with its line, and the rest is read") {
  ClaudeScript script;
  script.user("Go");
  script.calls("t1", "Bash", R"({"command":"one"})");
  script.answers("t1", "a", R"({"stdout":"a"})");
  const size_t start = script.text.size();
  script.says("m2", "This line is lost.");
  script.text.replace(start + 5, 3, std::string_view("\0\"{", 3));
  script.calls("t2", "Bash", R"({"command":"two"})");
  script.answers("t2", "b", R"({"stdout":"b"})");
  const auto reading = script.read();
  CHECK(reading.session.runs.items.size() == 2);
  CHECK(reading.counts.unreadable == 1);
  const Finding* damaged = find_rule(reading, "claude-code.damaged-line");
  REQUIRE(damaged != nullptr);
  CHECK(damaged->severity == Severity::kWarning);
  CHECK(damaged->position->line == 4);
  CHECK(damaged->file == "session.jsonl");
}

TEST_CASE("a line with a text that was cut within a character is read") {
  ClaudeScript script;
  script.user("Go");
  script.calls("t1", "Bash", R"({"command":"echo \ud83d"})");
  script.answers("t1", "a", R"({"stdout":"\ud83d"})");
  const auto reading = read_text(kClaudeTranscripts, script.text);
  CHECK(reading.counts.unreadable == 0);
  REQUIRE(reading.session.runs.items.size() == 1);
  CHECK(reading.session.runs.items[0].command == "echo \uFFFD");
}

TEST_CASE("a line that a long text makes too long is read without that text") {
  const std::string picture((size_t{1} << 20) + 10, 'x');
  ClaudeScript script;
  script.user("Go");
  script.calls("t1", "Bash", R"({"command":"one"})");
  script.answers("t1", picture, R"({"stdout":""})");
  script.calls("t2", "Edit", R"({"file_path":"/work/shop/big.sql"})");
  script.answers("t2", "b",
                 R"({"filePath":"/work/shop/big.sql","oldString":"a","newString":"b",)"
                 R"("structuredPatch":[{"lines":["-a","+b","+c"]}],"originalFile":")" +
                     picture + "\"}");
  const auto reading = script.read();
  REQUIRE(reading.session.runs.items.size() == 1);
  CHECK(reading.session.runs.items[0].command == "one");
  REQUIRE(reading.session.files.items.size() == 1);
  const FileChange& file = reading.session.files.items[0];
  CHECK(file.lines_added == 2);
  CHECK(file.lines_removed == 1);
  CHECK(file.hash_before.empty());  // of a text that was not read nothing is said
  CHECK(file.hash_after.empty());
  CHECK(reading.counts.unreadable == 0);
  CHECK(count_rule(reading, "claude-code.long-text") == 2);
  CHECK(find_rule(reading, "claude-code.long-text")->position->line == 3);
}

TEST_CASE("of a text that was left out of a line no content is told") {
  const std::string text((size_t{1} << 20) + 10, 'x');
  ClaudeScript script;
  script.user("Go");
  script.calls("t1", "Edit", R"({"file_path":"/work/shop/a.txt"})");
  script.answers(
      "t1", "b",
      R"({"filePath":"/work/shop/a.txt","oldString":"a","originalFile":"a\n","newString":")" +
          text + "\"}");
  script.calls("t2", "Write", R"({"file_path":"/work/shop/b.txt","content":")" + text + "\"}");
  script.answers("t2", "File created", "null");
  const auto reading = script.read();
  REQUIRE(reading.session.files.items.size() == 2);
  for (const FileChange& file : reading.session.files.items) {
    CAPTURE(file.path);
    CHECK(file.hash_after.empty());
  }
}

TEST_CASE("a prompt with a picture is the goal") {
  const std::string picture(size_t{3} << 20, 'A');
  ClaudeScript script;
  script.line(
      R"("type":"user","message":{"role":"user","content":[{"type":"text","text":"Look so"},)"
      R"({"type":"image","source":{"type":"base64","data":")" +
      picture + R"("}}]})");
  CHECK(script.read().session.identity.goal == "Look so");
}

TEST_CASE("a line of many texts that is over the limit is passed over, and the chain holds") {
  ClaudeScript script;
  script.user("Go");
  script.calls("t1", "Bash", R"({"command":"one"})");
  std::string many = R"({"stdout":"","more":["")";
  for (int i = 0; i < 30; ++i) many += ",\"" + std::string(40'000, 'x') + "\"";
  script.answers("t1", "a", many + "]}");
  script.calls("t2", "Bash", R"({"command":"two"})");
  script.answers("t2", "b", R"({"stdout":"b"})");
  const auto reading = script.read();
  CHECK(reading.session.identity.goal == "Go");
  REQUIRE(reading.session.runs.items.size() == 1);
  CHECK(reading.session.runs.items[0].command == "two");
  const Finding* long_line = find_rule(reading, "claude-code.long-line");
  REQUIRE(long_line != nullptr);
  CHECK(long_line->message == "skipped a line longer than the limit of 1048576 bytes");
  CHECK(long_line->position->line == 3);
  CHECK(reading.counts.unreadable == 1);
}

TEST_CASE("a first line without a time is as old as the next") {
  ClaudeScript script;
  script.user("Go");
  const size_t at = script.text.find(",\"timestamp\"");
  script.text.erase(at, script.text.find(",\"cwd\"") - at);
  script.says("m1", "Done");
  const auto reading = script.read();
  CHECK(to_iso(reading.session.identity.created_at) == to_iso(Time{1'794'000'002'000}));
  CHECK(reading.session.instruction->origin.at == reading.session.identity.created_at);
}

TEST_CASE("each unknown type is said once, with how many lines there are") {
  ClaudeScript script;
  script.user("Go");
  script.text +=
      "{\"type\":\"moon\",\"sessionId\":\"x\"}\n{\"type\":\"moon\"}\n{\"type\":\"sun\"}\n{}\n";
  const auto reading = script.read();
  CHECK(count_rule(reading, "claude-code.unknown-type") == 3);
  CHECK(reading.counts.unknown == 4);
  CHECK(find_rule(reading, "claude-code.damaged-line") == nullptr);
}

TEST_CASE("much damage is counted, not listed") {
  std::string text;
  for (int i = 0; i < 500; ++i) text += "{broken\n";
  const auto reading = read_text(kClaudeTranscripts, text);
  CHECK(reading.entry.empty());
  CHECK(reading.counts.unreadable == 500);
  CHECK(reading.findings.size() == 21);
  CHECK(reading.findings.back().message == "cannot read 480 more lines");
}

TEST_CASE("members of the wrong kind are as good as absent") {
  ClaudeScript script;
  script.user("Go");
  script.text +=
      "{\"type\":\"user\",\"uuid\":7,\"message\":[]}\n"
      "{\"type\":\"assistant\",\"uuid\":\"w1\",\"parentUuid\":\"u1\",\"timestamp\":3,"
      "\"message\":{\"id\":{},\"content\":[{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"Write\","
      "\"input\":\"no\"}],\"usage\":{\"input_tokens\":\"many\",\"output_tokens\":-4}}}\n"
      "{\"type\":\"user\",\"uuid\":\"w2\",\"parentUuid\":\"w1\",\"message\":{\"content\":[{"
      "\"type\":"
      "\"tool_result\",\"tool_use_id\":\"t1\",\"content\":9}]},\"toolUseResult\":[1,2]}\n";
  const auto reading = script.read();
  CHECK(reading.session.identity.goal == "Go");
  CHECK(reading.session.files.items.empty());
  CHECK(reading.session.context.estimated_tokens == 0);
}

}  // namespace
}  // namespace clew::transcript
