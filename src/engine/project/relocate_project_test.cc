// A project that is no longer where its session says.

#include <filesystem>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

constexpr const char* kElsewhere = R"({
  "schema_version": "1.0.0", "session_id": "6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d11",
  "created_at": "2025-01-17T14:30:00Z", "updated_at": "2025-01-17T15:00:00Z",
  "device": "atlas", "project": "/nowhere/shop", "goal": "Add login", "mode": "default",
  "status": "in_progress", "progress": 0.5, "agents": [], "completed_work": ["Plan"],
  "pending_tasks": ["Build"], "decisions_made": [], "files_modified": [],
  "context_usage": {"estimated_tokens": 10}, "teleportation": {"enabled": false}
}
)";

TEST_CASE("resume records where the project is now, and the session's files say it") {
  WorkspaceFixture w;
  const std::string file = "box/6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d11.json";
  w.write(file, kElsewhere);
  w.must("import", "paths", words(file));
  w.must("view attach", "dialect", "orchestration", "dir", "box");
  CHECK(w.session().identity.project_path == "/nowhere/shop");
  const Answer resumed = w.must("resume");
  CHECK(w.session().identity.project_path == w.project());
  CHECK(resumed.text.find("no longer at /nowhere/shop") != std::string::npos);
  CHECK(read_text(w.project() + "/" + file).find("\"project\": \"" + w.project() + "\"") !=
        std::string::npos);
  const size_t events = w.events().size();
  CHECK_FALSE(w.must("resume").data.find("changed")->as_bool());
  CHECK(w.events().size() == events);
}

TEST_CASE("a project that is where it was stays so, from wherever its session is resumed") {
  WorkspaceFixture w;
  w.start_plan();
  const std::string before = w.session().identity.project_path;
  std::filesystem::create_directories(w.project() + "/deep");
  w.caller.session = w.only_session().text;
  w.surroundings.cwd += "/deep";
  w.must("resume");
  CHECK(w.session().identity.project_path == before);
}

}  // namespace
}  // namespace clew
