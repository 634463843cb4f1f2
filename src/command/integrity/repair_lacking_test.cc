// Files that can be parsed and do not hold what they must: empty, or cut off between two lines.
// And those that repair leaves alone: in a version that is not known.

#include <algorithm>
#include <filesystem>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

std::string first_lines(const std::string& text, size_t count) {
  size_t end = 0;
  for (size_t i = 0; i < count; ++i) end = text.find('\n', end) + 1;
  return text.substr(0, end);
}

struct Lacking {
  explicit Lacking(const std::string& dialect) {
    if (dialect == "workflow") {
      w.write("flow/metadata.json", R"({
  "workflow_type": "two_v1", "version": "1.0.0", "name": "Two", "total_phases": 1,
  "phases": [{"phase_number": 0, "phase_name": "First"}]
})");
      w.must("start", "goal", "Birds", "id", "birds", "dialect", dialect, "dir", "tree", "target",
             "a.md", "workflow", w.project() + "/flow");
    } else if (dialect == "essay") {
      w.must("start", "goal", "Birds", "id", "birds", "dialect", dialect, "dir", "tree");
    } else {
      w.must("start", "goal", "Birds", "id", "birds", "dialect", dialect, "dir", "tree", "model",
             "opus", "step", words("First"));
    }
    const Value view = w.must("view list").data.find("views")->as_list().at(0);
    entry = view.find("entry")->as_string();
    file = view.find("files")->as_list().at(0).find("path")->as_string();
    for (const auto& each : view.find("files")->as_list()) {
      const std::string path = each.find("path")->as_string();
      if (path.find("state") != std::string::npos) file = path;
    }
    file = "tree/" + file;
  }
  std::string path(const std::string& name) const { return w.project() + "/" + name; }
  // Nobody's any more.
  void detach() { w.must("view detach"); }
  Answer repair(const std::string& what) {
    w.caller.session = what;
    auto answer = w.run("repair");
    w.caller.session.clear();
    if (!answer) FAIL(answer.error().message);
    return std::move(*answer);
  }
  Error refused(const std::string& what) {
    w.caller.session = what;
    const Error error = w.error("repair");
    w.caller.session.clear();
    return error;
  }
  bool is_valid(const std::string& what) {
    return !w.must("validate", "paths", words(what)).refusal.has_value();
  }

  mutable WorkspaceFixture w;
  std::string entry;
  std::string file;  // the primary one
};

TEST_CASE("a state that is empty or cut between two lines comes back from its backup") {
  for (const std::string dialect : {"essay", "workflow", "feature"}) {
    const bool is_json = dialect == "workflow";
    for (const std::string& damage : {std::string(), std::string(is_json ? "{}" : "cut"),
                                      std::string(is_json ? "null" : "# gone\n")}) {
      CAPTURE(dialect);
      CAPTURE(damage);
      Lacking l(dialect);
      l.detach();
      const std::string whole = read_text(l.path(l.file));
      write_text(l.path(l.file) + ".bak", whole);
      const std::string cut = damage == "cut" ? first_lines(whole, 2) : damage;
      write_text(l.path(l.file), cut);
      const Answer done = l.repair(l.file);
      CHECK(done.data.find("level")->as_int() == 1);
      CHECK_FALSE(done.refusal);
      CHECK(read_text(l.path(l.file)) == whole);
      CHECK(done.data.find("kept_aside")->as_list().size() == 1);
      CHECK(l.is_valid(l.file));
    }
  }
}

TEST_CASE("wherever a state is cut between two lines, it comes back from its backup") {
  for (const std::string dialect : {"essay", "feature"}) {
    Lacking l(dialect);
    l.detach();
    const std::string whole = read_text(l.path(l.file));
    write_text(l.path(l.file) + ".bak", whole);
    const auto lines = static_cast<size_t>(std::count(whole.begin(), whole.end(), '\n'));
    for (size_t i = 0; i < lines; ++i) {
      CAPTURE(dialect);
      CAPTURE(i);
      const std::string cut = first_lines(whole, i);
      write_text(l.path(l.file), cut);
      const Answer done = l.repair(l.file);
      CHECK_FALSE(done.refusal);
      CHECK(read_text(l.path(l.file)) == whole);
    }
  }
}

TEST_CASE("without a backup such a file is worked out, and where it cannot be that is said") {
  for (const std::string file : {"state.yaml", "implementation-plan.yaml"}) {
    for (const std::string damage : {"", "# gone\n", "cut"}) {
      CAPTURE(file);
      CAPTURE(damage);
      Lacking l("feature");
      l.w.must("ran", "words", words("make"), "model", "opus");
      l.detach();
      const std::string path = "tree/" + l.entry + "/" + file;
      const std::string whole = read_text(l.path(path));
      write_text(l.path(path), damage == std::string("cut") ? first_lines(whole, 1) : damage);
      const Answer done = l.repair("tree/" + l.entry);
      CHECK(done.data.find("level")->as_int() == 2);
      CHECK_FALSE(done.refusal);
      CHECK(read_text(l.path(path)).size() > 60);
      CHECK(l.is_valid("tree"));
    }
  }
  Lacking l("orchestration");
  l.detach();
  std::string renamed = read_text(l.path(l.file));
  renamed.replace(renamed.find("files_modified"), 5, "paths");
  write_text(l.path(l.file), renamed);
  std::filesystem::remove(l.path(l.file) + ".bak");
  CHECK_FALSE(l.is_valid(l.file));
  const Answer done = l.repair(l.file);
  CHECK(done.text.find("added because the format requires it: files_modified") !=
        std::string::npos);
  CHECK(read_text(l.path(l.file)).find("paths_modified") != std::string::npos);
  CHECK(l.is_valid(l.file));
}

TEST_CASE("an empty index is made anew") {
  Lacking l("feature");
  l.detach();
  write_text(l.path("tree/active-features.yaml"), "");
  CHECK(l.repair("tree/" + l.entry).text.starts_with("active-features.yaml was rebuilt"));
  CHECK(read_text(l.path("tree/active-features.yaml")).find(l.entry) != std::string::npos);
  CHECK(l.is_valid("tree"));
}

TEST_CASE("repair does not say that nothing is to be done where validate has errors") {
  Lacking l("feature");
  l.detach();
  std::string text = read_text(l.path(l.file));
  text.replace(text.find("\"opus\""), 6, "\"claude-9\"");
  write_text(l.path(l.file), text);
  CHECK_FALSE(l.is_valid("tree"));
  const Answer done = l.repair("tree/" + l.entry);
  REQUIRE(done.refusal);
  CHECK(done.text.find("nothing to repair") == std::string::npos);
  CHECK(done.text.find("claude-9") != std::string::npos);
  CHECK(read_text(l.path(l.file)) == text);
}

TEST_CASE("validate finds a session of the folder whose state is empty or cut") {
  for (const std::string damage : {"", "version: \"1.0\"\n"}) {
    CAPTURE(damage);
    Lacking l("feature");
    l.detach();
    write_text(l.path(l.file), damage);
    const Answer judged = l.w.must("validate", "paths", words("tree"));
    REQUIRE(judged.refusal);
    CHECK(judged.text.find(l.entry + "/state.yaml") != std::string::npos);
    CHECK(judged.data.find("counts")->find("sessions")->as_int() == 1);
  }
}

TEST_CASE("a version that is not known is refused by repair, and the file stays as it is") {
  for (const std::string dialect : {"feature", "orchestration"}) {
    for (const bool is_view : {true, false}) {
      CAPTURE(dialect);
      CAPTURE(is_view);
      Lacking l(dialect);
      if (!is_view) l.detach();
      std::string text = read_text(l.path(l.file));
      const size_t at = text.find(dialect == "feature" ? "\"1.0\"" : "\"1.");
      REQUIRE(at != std::string::npos);
      text[at + 1] = '2';
      write_text(l.path(l.file), text);
      if (is_view) {
        const std::string said = l.w.must("note", "text", "x").text;
        CHECK(said.find("clew repair") == std::string::npos);
        CHECK(said.find("clew view detach -s birds") != std::string::npos);
        CHECK(read_text(l.path(l.file)) == text);
      }
      const Error error = l.refused(l.file);
      CHECK(error.code == ErrorCode::kInvalid);
      CHECK(error.message.find("is not supported") != std::string::npos);
      CHECK((error.next.find("clew view detach -s birds") != std::string::npos) == is_view);
      CHECK(error.next.find("use a version of clew that supports it") != std::string::npos);
      CHECK(read_text(l.path(l.file)) == text);
    }
  }
}

}  // namespace
}  // namespace clew
