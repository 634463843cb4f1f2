// list --found.

#include <filesystem>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

using std::filesystem::perms;

struct Roots : WorkspaceFixture {
  Roots() {
    surroundings.state_folder = folder() / "state";
    surroundings.shared_folder = folder() / "tmp";
    std::filesystem::create_directories(surroundings.shared_folder);
    PosixFileSystem files;
    surroundings.user = files.info(folder().path())->owner;
  }
  // An essay that the view of a session wrote, moved to where it is to be found.
  void essay_in(const std::string& location) {
    if (essay_.empty()) {
      const Answer started =
          must("start", "goal", "On birds", "dialect", "essay", "dir", folder() / "essays");
      for (const auto& each : std::filesystem::directory_iterator(folder() / "essays")) {
        if (each.is_directory()) essay_ = each.path();
      }
      REQUIRE(!essay_.empty());
    }
    std::filesystem::create_directories(std::filesystem::path(location).parent_path());
    std::filesystem::copy(essay_, location, std::filesystem::copy_options::recursive);
    std::filesystem::permissions(location, perms::owner_all);
  }
  std::vector<std::string> found() {
    std::vector<std::string> paths;
    const Answer answer = must("list", "found", true);
    for (const auto& each : answer.data.find("found")->as_list()) {
      paths.push_back(each.find("path")->as_string());
    }
    return paths;
  }

 private:
  std::filesystem::path essay_;
};

TEST_CASE("an essay is found in the state folder and shows where it stands") {
  Roots w;
  CHECK(w.found().empty());
  w.essay_in(w.folder() / "state/essay/essay-pipeline-20261116-080000");
  w.pass(hours(2));
  const Answer answer = w.must("list", "found", true);
  REQUIRE(answer.data.find("found")->as_list().size() == 1);
  const Value& line = answer.data.find("found")->as_list().front();
  CHECK(line.find("dialect")->as_string() == "essay");
  CHECK(line.find("entry")->as_string() == "essay-pipeline-20261116-080000");
  CHECK(line.find("line")->as_string() ==
        "essay-pipeline-20261116-080000 -- Stage 1 -- Last active: 2 hours ago");
  CHECK(answer.text.find("Last active: 2 hours ago") != std::string::npos);
}

TEST_CASE("among everybody's temporary files only own, real and unshared folders are entered") {
  Roots w;
  const std::string tmp = w.surroundings.shared_folder + "/";
  w.essay_in(tmp + "essay-pipeline-20261116-080001");
  w.essay_in(tmp + "essay-pipeline-20261116-080002");
  w.essay_in(tmp + "essay-pipeline-20261116-080003");
  w.essay_in(tmp + "another-20261116-080004");
  std::filesystem::permissions(tmp + "essay-pipeline-20261116-080002",
                               perms::owner_all | perms::group_write);
  std::filesystem::permissions(tmp + "essay-pipeline-20261116-080003",
                               perms::owner_all | perms::others_write);
  std::filesystem::create_directory_symlink(tmp + "essay-pipeline-20261116-080001",
                                            tmp + "essay-pipeline-20261116-080005");
  CHECK(w.found() ==
        std::vector<std::string>{tmp + "essay-pipeline-20261116-080001/session-state.yaml"});
  w.surroundings.user += 1;
  CHECK(w.found().empty());
}

TEST_CASE("sessions of other dialects are found in their usual folders") {
  Roots w;
  w.must("start", "goal", "Add OAuth", "step", Value::List{"Plan", "Build"}, "dialect", "feature",
         "model", "opus");
  w.write("quedonde_session_state.json",
          R"({"schema_version": "1.0", "session_id": "a_20261116"})");
  w.write("package.json", R"({"name": "a"})");
  const Answer answer = w.must("list", "found", true);
  std::vector<std::string> dialects;
  for (const auto& each : answer.data.find("found")->as_list()) {
    dialects.push_back(each.find("dialect")->as_string());
  }
  CHECK(dialects == std::vector<std::string>{"feature", "structural"});
  const Answer one = w.must("list", "found", true, "limit", 1);
  CHECK(one.data.find("found")->as_list().size() == 1);
}

TEST_CASE("a damaged file is listed as one that cannot be read") {
  Roots w;
  w.essay_in(w.folder() / "state/essay/essay-pipeline-20261116-080000");
  write_text(w.folder() / "state/essay/essay-pipeline-20261116-080000/session-state.yaml",
             "stage_1: [\n");
  const Answer answer = w.must("list", "found", true);
  REQUIRE(answer.data.find("found")->as_list().size() == 1);
  CHECK_FALSE(answer.data.find("found")->as_list()[0].find("readable")->as_bool(true));
}

}  // namespace
}  // namespace clew
