// Artifacts: kept by content, shown, and written back without destroying what nobody kept.

#include <filesystem>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

void keep_twice(WorkspaceFixture& w) {
  w.start_plan();
  w.write("docs/plan.md", "one\n");
  w.must("artifact add", "paths", words("docs/plan.md"));
  w.write("docs/plan.md", "two\n");
  w.must("artifact add", "paths", words("docs/plan.md"));
}

TEST_CASE("every version of an artifact stays") {
  WorkspaceFixture w;
  keep_twice(w);
  const Answer list = w.must("artifact list");
  REQUIRE(list.data.find("artifacts")->as_list().size() == 1);
  CHECK(list.data.find("artifacts")->as_list()[0].find("version")->as_int() == 2);
  const Answer history = w.must("artifact history", "path", "docs/plan.md");
  CHECK(history.data.find("versions")->as_list().size() == 2);
  CHECK(w.must("artifact show", "path", "docs/plan.md").text == "two");
  CHECK(w.must("artifact show", "path", "docs/plan.md@1").data.find("text")->as_string() ==
        "one\n");
  CHECK(w.refused("artifact show", "path", "docs/plan.md@9") == ErrorCode::kNotFound);
  CHECK(w.refused("artifact show", "path", "other.md") == ErrorCode::kNotFound);
}

TEST_CASE("several artifacts are kept in one command, and the key counts") {
  WorkspaceFixture w;
  w.start_plan();
  w.write("a.md", "a");
  w.write("b.md", "b");
  w.check_key("artifact add", "paths", Value::List{"a.md", "b.md"});
  CHECK(w.session().artifacts.items.size() == 2);
  CHECK(w.refused("artifact add", "paths", words("missing.md")) == ErrorCode::kNotFound);
  CHECK(w.refused("artifact add", "paths", words("../outside.md")) != ErrorCode::kFailed);
}

TEST_CASE("an older version is written back over a recorded one") {
  WorkspaceFixture w;
  keep_twice(w);
  const Answer answer = w.must("artifact restore", "path", "docs/plan.md", "version", int64_t{1});
  CHECK(answer.data.find("changed")->as_bool());
  CHECK(read_text(w.project() + "/docs/plan.md") == "one\n");
  CHECK_FALSE(std::filesystem::exists(w.project() + "/docs/plan.md.bak"));
  const Answer again = w.must("artifact restore", "path", "docs/plan.md", "version", int64_t{1});
  CHECK_FALSE(again.data.find("changed")->as_bool());
}

TEST_CASE(
    "a version of the past is written back over one that came later, and stays the one meant") {
  WorkspaceFixture w;
  keep_twice(w);
  const auto versions = w.must("artifact history", "path", "docs/plan.md").data;
  const int64_t first = versions.find("versions")->as_list()[0].find("seq")->as_int();
  const std::string then = w.session().identity.id.text + "@" + std::to_string(first);
  w.caller.session = then;
  w.must("artifact restore", "path", "docs/plan.md");
  CHECK(read_text(w.project() + "/docs/plan.md") == "one\n");
  w.write("docs/plan.md", "three\n");
  CHECK(w.error("artifact restore", "path", "docs/plan.md").next ==
        "clew artifact restore docs/plan.md -s " + then + " --yes");
}

TEST_CASE("a missing file and its folder come back") {
  WorkspaceFixture w;
  keep_twice(w);
  std::filesystem::remove_all(w.project() + "/docs");
  w.must("artifact restore", "path", "docs/plan.md");
  CHECK(read_text(w.project() + "/docs/plan.md") == "two\n");
}

TEST_CASE("a file that nobody kept is replaced only with --yes, and kept") {
  WorkspaceFixture w;
  keep_twice(w);
  w.write("docs/plan.md", "three\n");
  CHECK(w.refused("artifact restore", "path", "docs/plan.md") == ErrorCode::kUsage);
  CHECK(read_text(w.project() + "/docs/plan.md") == "three\n");
  w.caller.agreed = true;
  w.must("artifact restore", "path", "docs/plan.md");
  CHECK(read_text(w.project() + "/docs/plan.md") == "two\n");
  CHECK(read_text(w.project() + "/docs/plan.md.bak") == "three\n");
}

TEST_CASE("restoring leaves no way out of the project") {
  WorkspaceFixture w;
  keep_twice(w);
  CHECK_FALSE(w.run("artifact restore", "path", "docs/plan.md", "out", "../x.md").ok());
  w.must("artifact restore", "path", "docs/plan.md", "out", "copy.md");
  CHECK(read_text(w.project() + "/copy.md") == "two\n");
}

}  // namespace
}  // namespace clew
