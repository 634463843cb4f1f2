// The logs of an essay under a view: entries are only added.

#include <filesystem>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

TEST_CASE("an entry removed from a log of an essay is said, stays a note, and comes back") {
  WorkspaceFixture w;
  w.must("start", "goal", "On tides", "id", "one", "dialect", "essay");
  w.must("note", "text", "moon pulls", "log", "development", "step", "1");
  w.must("note", "text", "so does the sun", "log", "development", "step", "1");
  const auto view = w.must("view list").data.find("views")->as_list().at(0);
  const std::string folder = view.find("folder")->as_string() + "/";
  std::string log;
  for (const auto& each : std::filesystem::recursive_directory_iterator(folder)) {
    if (each.path().filename() == "stage-1-development-log.md") log = each.path().string();
  }
  REQUIRE_FALSE(log.empty());
  const std::string own = read_text(log);
  const size_t notes = w.session().notes.items.size();
  const size_t second = own.rfind("## ");
  for (const std::string& edited :
       {own.substr(0, own.find("## ")) + own.substr(second), own.substr(0, own.find("## ")),
        own.substr(0, second) + own.substr(second, own.find("so does") - second) +
            "it is cheese\n"}) {
    CAPTURE(edited);
    write_text(log, edited);
    const std::string said = w.must("note", "text", "x").text;
    CHECK(said.find("stage-1-development-log.md: line") != std::string::npos);
    CHECK(said.find("append-only") != std::string::npos);
    CHECK(w.session().notes.items.size() > notes);
    w.caller.session = log;
    REQUIRE(w.run("repair").ok());
    w.caller.session.clear();
    CHECK(read_text(log) == own);
    CHECK(w.must("view list").text.ends_with("clean"));
  }
}

}  // namespace
}  // namespace clew
