// Every transcript in this folder, and the one in the README, is what clew really prints. To update
// them after a wanted change, run this test with CLEW_UPDATE=1 and read the difference.

#include <doctest/doctest.h>

#include "testing/kept_text.h"
#include "transcript.h"

namespace clew {
TEST_CASE("every transcript is what clew prints") {
  const auto paths = transcript_paths();
  REQUIRE(!paths.empty());
  for (const auto& path : paths) {
    const std::string text = read_all(path);
    settle(path, text, replay_transcript(text));
  }
}

TEST_CASE("every transcript in the README is what clew prints") {
  const std::filesystem::path path = source_folder() + "/README.md";
  std::string text = read_all(path);
  const std::string before = text;
  const std::string open = "```console\n";
  size_t count = 0;
  for (size_t at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
    const size_t first = at + open.size();
    const size_t end = text.find("```", first);
    REQUIRE(end != std::string::npos);
    const std::string printed = replay_transcript(text.substr(first, end - first));
    text.replace(first, end - first, printed);
    at = first + printed.size() + 3;
    ++count;
  }
  CHECK(count >= 3);
  settle(path, before, text);
}

TEST_CASE("the reference page is what the catalogue says") {
  const std::filesystem::path path = source_folder() + "/docs/cli.md";
  settle(path, read_all(path), printed_by("clew help --markdown"));
}

TEST_CASE("the table of events in the format page is what the source says") {
  const std::filesystem::path path = source_folder() + "/docs/format-event-log.md";
  const std::string text = read_all(path);
  const std::string mark = "a test notices when it is stale.\n\n";
  const size_t start = text.find(mark);
  REQUIRE(start != std::string::npos);
  settle(path, text, text.substr(0, start + mark.size()) + printed_by("clew help --events"));
}

}  // namespace clew
