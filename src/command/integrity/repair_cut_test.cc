// `clew repair` of files of every dialect that are cut, with nothing beside them but what belongs
// to them.

#include <cstdlib>
#include <filesystem>
#include <regex>
#include <set>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

struct CutRow {
  const char* what;
  const char* from;    // beneath the fixtures: what lies there is put to `to`
  const char* to;      // beneath the project, where the dialect keeps it
  const char* file;    // which is cut
  const char* marker;  // stands in a legacy form only, or in the present one only; may be empty
};

constexpr CutRow kRows[] = {
    {"an essay",                "essay/essay-pipeline-20261104-081500", "essay-pipeline-20261104-081500",
     "session-state.yaml",                                                                                                                         ""                  },
    {"a workflow",              "workflow/sessions",                    ".praxis-os/.cache/state",
     "3b0c5f1e-8a47-4d0e-9c55-0f6a7e21b9d4.json",                                                                                                  ""                  },
    {"a legacy workflow",       "workflow/legacy",                      ".praxis-os/.cache/state",
     "5f0e8a52-1a83-4f57-9d64-3c2a2f4bd0e1.json",                                                                                                  "workflow_structure"},
    {"the plan of a feature",   "feature/kept",                         ".ai-session",
     "login-form-2026-03-02/implementation-plan.yaml",                                                                                             ""                  },
    {"the state of a feature",  "feature/kept",                         ".ai-session",                         "login-form-2026-03-02/state.yaml",
     ""                                                                                                                                                                },
    {"an orchestration",        "orchestration",                        ".craft/cache/orchestration-sessions",
     "6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d11.json",                                                                                                  ""                  },
    {"a structural checkpoint", "structural",                           "",                                    "quedonde_session_state.json",      ""                  },
};

std::string fixture_path(const std::string& name) {
  const char* source = std::getenv("CLEW_SOURCE_DIR");
  REQUIRE_MESSAGE(source != nullptr, "CLEW_SOURCE_DIR is not set");
  return std::string(source) + "/tests/fixtures/" + name;
}

// What stands on a whole line as the id of something.
std::set<std::string> ids_in(const std::string& text) {
  static const std::regex id(
      R"re("?(?:task_id|phase_id|session_id|pipeline_id|feature_id|id)"?: "?([A-Za-z0-9_.-]{3,})"?,?\n)re");
  std::set<std::string> out;
  for (std::sregex_iterator at(text.begin(), text.end(), id), end; at != end; ++at) {
    out.insert((*at)[1]);
  }
  return out;
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void check_cut(const CutRow& row, size_t length) {
  CAPTURE(row.what);
  CAPTURE(length);
  WorkspaceFixture w;
  const std::string folder = *row.to == '\0' ? w.project() : w.project() + "/" + row.to;
  std::filesystem::create_directories(folder);
  std::filesystem::copy(
      fixture_path(row.from), folder,
      std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
  const std::string path = folder + "/" + row.file;
  const std::string whole = read_text(path);
  const std::string left = whole.substr(0, length);
  write_text(path, left);

  const auto judged = w.run("validate", "paths", words(path));
  const std::string advice = !judged           ? judged.error().next
                             : judged->refusal ? judged->refusal->next
                                               : std::string();
  w.caller.session = path;
  const auto done = w.run("repair");
  w.caller.session.clear();
  const std::string after = read_text(path);
  CAPTURE(after);
  // Nothing that can be read is lost, and what nobody knows is not made up.
  const size_t line = left.rfind('\n');
  for (const auto& id :
       ids_in(line == std::string::npos ? std::string() : left.substr(0, line + 1))) {
    CAPTURE(id);
    CHECK(says(after, id));
  }
  CHECK_FALSE(says(after, "2025-11-15"));  // now
  if (*row.marker != '\0') CHECK(says(after, row.marker) == says(left, row.marker));
  if (!done) {
    // Too little is left: it is as it was, and somebody has to say where the work stood.
    CHECK(after == left);
    CHECK_FALSE(done.error().next.empty());
    CHECK(length < whole.size() / 4);
    return;
  }
  // What validate says to do is what helps, as far as it can.
  if (says(advice, "clew repair")) CHECK(done->data.find("level")->as_int() >= 0);
  if (done->refusal) {
    CHECK(says(done->refusal->next, "clew validate"));
  }
}

TEST_CASE("wherever a file is cut, repair keeps what stands before and makes nothing up") {
  for (const CutRow& row : kRows) {
    const size_t size = read_text(fixture_path(row.from) + "/" + row.file).size();
    REQUIRE(size > 100);
    for (size_t length = 0; length < size; length += 31) check_cut(row, length);
  }
}

TEST_CASE("a state that is cut inside its first key comes back from the files beside it") {
  WorkspaceFixture w;
  const std::string folder = w.project() + "/.ai-session";
  std::filesystem::copy(fixture_path("feature/kept"), folder,
                        std::filesystem::copy_options::recursive);
  const std::string path = folder + "/login-form-2026-03-02/state.yaml";
  const std::string whole = read_text(path);
  write_text(path, whole.substr(0, whole.find("model_in_use") + 6));
  w.caller.session = path;
  const auto done = w.run("repair");
  REQUIRE(done);
  CHECK_FALSE(done->refusal);
  CHECK(says(read_text(path), "active_task: validate-input"));
}

TEST_CASE("a damaged file of no known dialect is asked about, whatever lies beside it") {
  WorkspaceFixture w;
  std::filesystem::copy(fixture_path("orchestration"), w.project(),
                        std::filesystem::copy_options::recursive);
  const std::string path = w.project() + "/6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d11.json";
  write_text(path, read_text(path).substr(0, 3000));
  w.caller.session = path;
  const auto asked = w.run("repair");
  REQUIRE_FALSE(asked.ok());
  CHECK(says(asked.error().next, "--dialect orchestration"));
  const auto done = w.run("repair", {
                                        {"dialect", Value("orchestration")}
  });
  REQUIRE(done);
  CHECK_FALSE(done->refusal);
  CHECK(says(read_text(path), "plan-1"));
}

}  // namespace
}  // namespace clew
