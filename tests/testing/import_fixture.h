#pragma once
// A desk for `clew import` of transcripts: fixtures, and a folder of transcripts beside a project.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "store/load_unbounded.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

[[maybe_unused]] constexpr const char* kClaude = "7c1f0a52-3b7e-4e0e-9a4d-2f5d8c6b1e90";

inline std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  REQUIRE_MESSAGE(in.good(), path.string());
  return std::string(std::istreambuf_iterator<char>(in), {});
}
inline fs::path fixtures() {
  const char* source = std::getenv("CLEW_SOURCE_DIR");
  return fs::path(source == nullptr ? "../.." : source) / "tests/fixtures/transcript";
}
inline std::string claude_text() {
  return text_of(fixtures() / "claude" / (std::string(kClaude) + ".jsonl"));
}

// The folder of a project's transcripts, beside the project.
class Fixture : public WorkspaceFixture {
 public:
  Fixture() { now = Time{1'794'310'000'000}; }  // the evening after

  std::string path(const std::string& name) const { return folder().path() + "/log/" + name; }
  void put(const std::string& name, const std::string& text) {
    fs::create_directories(fs::path(path(name)).parent_path());
    std::ofstream(path(name), std::ios::binary | std::ios::trunc) << text;
  }
  void put_claude() { put(std::string(kClaude) + ".jsonl", claude_text()); }
  Answer import(const std::string& name) { return must("import", "paths", words(path(name))); }
  Session whole(const std::string& id) {
    const auto summary = store().summary(SessionId(id));
    REQUIRE(summary.ok());
    auto session = load_whole(store(), SessionId(id), summary->head.seq);
    REQUIRE(session.ok());
    return *session;
  }
};

inline const Value& first_session(const Answer& answer) {
  const auto& list = answer.data.find("sessions")->as_list();
  REQUIRE(!list.empty());
  return list.front();
}
inline std::string id_of(const Answer& answer) { return answer.data.find("session")->as_string(); }
inline bool changed(const Answer& answer) { return answer.data.find("changed")->as_bool(); }

inline std::string lines_of(const std::string& text, size_t count) {
  size_t end = 0;
  for (size_t i = 0; i < count; ++i) end = text.find('\n', end) + 1;
  return text.substr(0, end);
}

}  // namespace
}  // namespace clew
