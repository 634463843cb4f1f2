// The id of a session in a dialect stays with it, however its folder is named.

#include <filesystem>

#include "files/canonical_path.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

Value sole_view(WorkspaceFixture& w) {
  const Answer answer = w.must("view list");
  const auto& views = answer.data.find("views")->as_list();
  REQUIRE(views.size() == 1);
  return views.front();
}

TEST_CASE("a path is settled as far as something is there, and by its words beyond") {
  TempFolder folder;
  PosixFileSystem files;
  const std::string top = files.real_path(folder.path()).value_or("");
  fs::create_directories(top + "/real/inner");
  fs::create_directory_symlink(top + "/real", top + "/link");
  CHECK(canonical_path(files, top + "/.") == top);
  CHECK(canonical_path(files, top + "//real/") == top + "/real");
  CHECK(canonical_path(files, top + "/link/inner/../new/./x") == top + "/real/new/x");
  CHECK(canonical_path(files, top + "/none/../link/new") == top + "/real/new");
  CHECK(canonical_path(files, "/..") == "/");
}

TEST_CASE(
    "a view that is taken away and given again has the same id, whatever its folder is called") {
  WorkspaceFixture w;
  const std::string top = fs::canonical(w.project()).string();
  fs::create_directories(top + "/tree");
  fs::create_directory_symlink(top + "/tree", top + "/link");
  w.must("start", "goal", "Feat", "id", "f", "dialect", "feature", "dir", "tree/.", "model", "opus",
         "step", words("a"));
  const std::string entry = sole_view(w).find("entry")->as_string();
  for (const char* dir : {"link", "./tree/", "none/../tree", "tree"}) {
    CAPTURE(dir);
    w.must("view detach");
    w.must("view attach", "dialect", "feature", "dir", dir);
    CHECK(sole_view(w).find("entry")->as_string() == entry);
    CHECK(sole_view(w).find("folder")->as_string() == top + "/tree");
    CHECK(sole_view(w).find("state")->as_string() == "clean");
  }
  size_t features = 0;
  for (const auto& each : fs::directory_iterator(top + "/tree")) features += each.is_directory();
  CHECK(features == 1);
}

TEST_CASE("a copy of a session's own files is that session, not a second one") {
  for (const char* dialect : {"feature", "orchestration", "essay"}) {
    CAPTURE(dialect);
    WorkspaceFixture w;
    const bool is_essay = std::string(dialect) == "essay";
    Value::Object request{
        {"goal",    "Feat" },
        {"id",      "f"    },
        {"dialect", dialect},
        {"dir",     "tree" },
        {"model",   "opus" }
    };
    if (!is_essay) request.emplace_back("step", words("a"));
    w.must("start", request);
    const std::string entry = sole_view(w).find("entry")->as_string();
    fs::copy(w.project() + "/tree", w.project() + "/copy", fs::copy_options::recursive);
    const auto imported = [&](const std::string& path) {
      return w.must("import", "paths", words(path));
    };
    CHECK(imported("copy").data.find("session")->as_string() == "f");
    w.pass(hours(1));
    w.must("note", "text", "it goes on");
    // What it said before is still its own.
    CHECK(imported("copy").data.find("session")->as_string() == "f");
    w.must("view detach");
    CHECK(imported("tree").data.find("session")->as_string() == "f");
    CHECK(w.must("list", "all", true).data.find("sessions")->as_list().size() == 1);
    // The copy is taken up under the id it has.
    w.must("view attach", "dialect", dialect, "dir", "copy");
    CHECK(sole_view(w).find("entry")->as_string() == entry);
  }
}

TEST_CASE("files of another session under the same id are left to it") {
  WorkspaceFixture w;
  for (const char* id : {"one", "two"}) {
    w.must("start", "goal", "Feat", "id", id, "dialect", "feature", "dir", id, "model", "opus",
           "step", words("a"));
  }
  const std::string before = read_text(w.project() + "/two/active-features.yaml");
  for (const bool detached : {false, true}) {
    CAPTURE(detached);
    if (detached) {
      w.caller.session = "two";
      w.must("view detach");
    }
    w.caller.session = "one";
    w.must("view detach");
    const Answer answer = w.must("view attach", "dialect", "feature", "dir", "two");
    CHECK(answer.data.find("view")->find("entry")->as_string() != "feat-2025-11-15");
  }
}

TEST_CASE("an edited copy is a session of its own") {
  WorkspaceFixture w;
  w.must("start", "goal", "Feat", "id", "f", "dialect", "orchestration", "dir", "tree", "step",
         words("a"));
  fs::copy(w.project() + "/tree", w.project() + "/copy", fs::copy_options::recursive);
  const std::string file =
      w.project() + "/copy/" + sole_view(w).find("entry")->as_string() + ".json";
  std::string text = read_text(file);
  text.replace(text.find("Feat"), 4, "Feet");
  write_text(file, text);
  CHECK(w.must("import", "paths", words("copy")).data.find("session")->as_string() != "f");
}

}  // namespace
}  // namespace clew
