// Every conversation in tests/transcript/mcp is what `clew mcp` really answers, byte for byte. To
// update them after a wanted change, run this test with CLEW_UPDATE=1 and read the difference.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <vector>

#include "document/json/json.h"
#include "document/json/lenient_json.h"
#include "engine/answer.h"
#include "replay_wire.h"

namespace clew {
namespace {

std::vector<std::filesystem::path> transcripts() {
  const char* source = std::getenv("CLEW_SOURCE_DIR");
  const std::filesystem::path folder =
      std::filesystem::path(source == nullptr ? "." : source) / "tests/transcript/mcp";
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".txt") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void check_lines(const std::string& name, const std::string& before, const std::string& after) {
  std::istringstream was(before);
  std::istringstream is(after);
  std::string old_line;
  std::string new_line;
  for (int number = 1;; ++number) {
    const bool more_old = static_cast<bool>(std::getline(was, old_line));
    const bool more_new = static_cast<bool>(std::getline(is, new_line));
    if (!more_old && !more_new) return;
    if (more_old && more_new && old_line == new_line) continue;
    FAIL_CHECK(name, ":", number, "\n  written  ", more_old ? old_line : "(end)", "\n  answered ",
               more_new ? new_line : "(end)");
    return;
  }
}

}  // namespace

TEST_CASE("every wire transcript is what the server answers") {
  const auto paths = transcripts();
  REQUIRE(paths.size() >= 3);
  for (const auto& path : paths) {
    const std::string before = read_file(path);
    const std::string after = replay_wire(before);
    if (before == after) continue;
    if (std::getenv("CLEW_UPDATE") != nullptr) {
      std::ofstream(path) << after;
    } else {
      check_lines(path.filename().string(), before, after);
    }
  }
}

TEST_CASE("every line of a wire transcript is one JSON-RPC message") {
  for (const auto& path : transcripts()) {
    std::istringstream lines(read_file(path));
    std::string line;
    size_t answers = 0;
    while (std::getline(lines, line)) {
      if (!line.starts_with("< ")) continue;
      const auto message = parse_cut_json(line.substr(2));
      REQUIRE(message.ok());
      CHECK(message->find("jsonrpc")->as_string() == "2.0");
      ++answers;
    }
    CHECK(answers > 0);
  }
}

TEST_CASE("every tool is shown to answer, to refuse and not to understand its arguments") {
  enum class Kind { kAnswered, kRefused, kMisread };
  std::set<std::pair<std::string, Kind>> shown;
  std::set<std::string> tools;
  for (const auto& path : transcripts()) {
    std::map<std::string, std::string> called;  // the tool by the id of the message
    std::istringstream lines(read_file(path));
    std::string line;
    while (std::getline(lines, line)) {
      if (!line.starts_with("> ") && !line.starts_with("< ")) continue;
      const auto message = parse_cut_json(line.substr(2));
      const Value* id = message ? message->find("id") : nullptr;
      if (id == nullptr) continue;
      const std::string number = write_json(*id);
      if (const Value* params = message->find("params")) {
        const Value* name = params->find("name");
        if (params->find("arguments") != nullptr && name != nullptr) {
          called[number] = name->as_string();
        }
      }
      const Value* result = message->find("result");
      if (result == nullptr) continue;
      if (const Value* list = result->find("tools")) {
        for (const Value& tool : list->as_list()) tools.insert(tool.find("name")->as_string());
      }
      const Value* content = result->find("content");
      if (content == nullptr || !called.contains(number)) continue;
      const bool is_error = result->find("isError") != nullptr;
      const std::string text = content->as_list().front().find("text")->as_string();
      shown.insert({called[number], !is_error                   ? Kind::kAnswered
                                    : text.starts_with("usage") ? Kind::kMisread
                                                                : Kind::kRefused});
    }
  }
  CHECK(!tools.empty());
  for (const auto& tool : tools) {
    INFO(tool);
    CHECK(shown.contains({tool, Kind::kAnswered}));
    CHECK(shown.contains({tool, Kind::kRefused}));
    CHECK(shown.contains({tool, Kind::kMisread}));
  }
}

}  // namespace clew
