#include "dialect/essay/log_text.h"

#include <doctest/doctest.h>

#include "dialect/essay/fixture_test.h"

namespace clew::essay {
namespace {

LogEntry entry(const char* time, const std::string& body, const std::string& actor = "mira") {
  return {at(time), "note", "stage_1", actor, body};
}

TEST_CASE("an entry comes back as it went in, whatever is in it") {
  for (const std::string body :
       {"one line", "", "\n", "two\n\nparts\n", "## 2026-11-16T09:30:00.000Z · note · stage_1",
        "\\## escaped\n\\\\## twice", "tail ##\n\n\n", "# heading\n## heading", "a\r\nb"}) {
    const LogEntries entries{entry("2026-11-16T09:00:00.000Z", body),
                             entry("2026-11-16T09:00:01.000Z", body, ""),
                             entry("2026-11-16T09:00:02.000Z", body, "a · b\nc\\")};
    CHECK_MESSAGE(parse_log(log_text("Log", entries)) == entries, body);
  }
}

TEST_CASE("what is no entry is somebody's own text") {
  const std::string text =
      "# Mine\n\n## A heading\n\ntext\n\n## 2026-11-16 · note · x\n\n## "
      "2026-11-16T09:00:00.000Z · vote · stage_1\n";
  CHECK(parse_log(text).empty());
  CHECK(parse_log("").empty());
}

TEST_CASE("an entry ends where somebody's own heading begins") {
  const LogEntry first = entry("2026-11-16T09:00:00.000Z", "as it was");
  const LogEntry second = entry("2026-11-16T10:00:00.000Z", "## not a heading\n\nbut text");
  const std::string text = to_text(first) + "\n## Round 2\n\nmine\n" + to_text(second);
  CHECK(parse_log(text) == LogEntries{first, second});
}

TEST_CASE("an entry that was edited by hand is not news, a second one beside it is") {
  const LogEntry old = entry("2026-11-16T09:00:00.000Z", "as it was");
  const LogEntry edited = entry("2026-11-16T09:00:00.000Z", "as it should be");
  const LogEntry other = entry("2026-11-16T09:00:00.000Z", "another");
  CHECK(new_entries({old}, {edited}).empty());
  CHECK(new_entries({old, other}, {old}) == LogEntries{other});
  CHECK(new_entries({other, old}, {old}) == LogEntries{other});
  CHECK(new_entries({old, old}, {old}) == LogEntries{old});
  CHECK(new_entries({}, {old}).empty());
}

TEST_CASE("a claim keeps its fields apart from its text") {
  const ClaimBody body{
      {{"status", "deferred"}, {"reason", "line\nbreak \\n"}},
      "- status: verified\n\nis part of the text\n"
  };
  const ClaimBody back = parse_claim_body(to_text(body));
  CHECK(back.fields == body.fields);
  CHECK(back.text == body.text);
  CHECK(back.field("missing").empty());
}

}  // namespace
}  // namespace clew::essay
