// Edits of files that are not plain files of one agent: links, huge ones, ones that two agents
// share.

#include <filesystem>

#include "interface/hooks/hooks_test.h"
#include "testing/git_sandbox.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

struct OddFiles : Hooks {
  // The hook tells of an edit that was made before.
  void edited(const std::string& path, const std::string& conversation = kOne) {
    Value given = Value::object();
    given.set("file_path", project() + "/" + path);
    Value response = Value::object();
    response.set("type", "update");
    tool("Edit", given, response, conversation);
  }
};

TEST_CASE("an edit through a link is one of the file that it leads to") {
  OddFiles odd;
  odd.write("docs/AGENTS.md", "read me\n");
  fs::create_symlink("docs/AGENTS.md", odd.project() + "/CLAUDE.md");
  odd.edited("CLAUDE.md");
  REQUIRE(odd.session().files.items.size() == 1);
  CHECK(odd.session().files.items[0].path == "docs/AGENTS.md");
  CHECK(odd.session().files.items[0].hash_after == sha256("read me\n"));
  CHECK(odd.log_text().empty());
}

TEST_CASE("the content before is told by the file's own line ends and encoding") {
  OddFiles odd;
  const auto edited = [&](const char* path, const char* before, const char* after,
                          const char* reported) {
    if (before != nullptr) odd.edit(path, before);
    odd.write(path, after);
    Value given = Value::object();
    given.set("file_path", odd.project() + "/" + path);
    Value response = Value::object();
    response.set("type", "update");
    response.set("originalFile", reported);
    odd.tool("Edit", given, response);
    const auto events = odd.events();
    const auto* change = get_if<FileChanged>(&events.back().event.data);
    REQUIRE(change != nullptr);
    CHECK(change->path == path);
    return change->hash_before;
  };
  CHECK(edited("plain", nullptr, "a\nB\n", "a\nb\n") == sha256("a\nb\n"));
  CHECK(edited("returns", nullptr, "a\r\nB\r\n", "a\nb\n") == sha256("a\r\nb\r\n"));
  CHECK(edited("exact", nullptr, "a\r\nB\r\n", "a\nb\r\n") == sha256("a\nb\r\n"));
  CHECK(edited("mark", nullptr,
               "\xEF\xBB\xBF"
               "B\n",
               "\xEF\xBB\xBF"
               "b\n") == sha256("\xEF\xBB\xBF"
                                "b\n"));
  CHECK(edited("wide", nullptr,
               "\xFF\xFE"
               "B",
               "\xEF\xBB\xBF"
               "b\n")
            .empty());
  // What was recorded is known for certain.
  CHECK(edited("made plain", "a\r\nb\r\n", "a\nB\n", "a\nb\n") == sha256("a\r\nb\r\n"));
  CHECK(edited("made longer", "a\nb\n", "a\r\nB\r\n", "a\nb\n") == sha256("a\nb\n"));
}

TEST_CASE("a link out of the project, one to nothing and a loop are left out") {
  OddFiles odd;
  odd.edit("a.txt", "a\n");
  write_text(odd.folder() / "secret", "s\n");
  fs::create_symlink(odd.folder() / "secret", odd.project() + "/out");
  fs::create_symlink("nothing", odd.project() + "/nowhere");
  fs::create_symlink("loop", odd.project() + "/loop");
  for (const char* path : {"out", "nowhere", "loop"}) odd.edited(path);
  CHECK(odd.session().files.items.size() == 1);
  CHECK(count_lines(odd.log_text()) == 4);
}

TEST_CASE("a file that would take too long to read is recorded without its content") {
  OddFiles odd;
  odd.write("core.bin", "x");
  fs::resize_file(odd.project() + "/core.bin", uintmax_t{300} << 20);
  odd.edited("core.bin");
  odd.edited("core.bin");
  odd.say("Stop");
  REQUIRE(odd.session().files.items.size() == 1);
  CHECK(odd.session().files.items[0].action == FileAction::kModified);
  CHECK(odd.session().files.items[0].hash_after.empty());
  fs::remove(odd.project() + "/core.bin");
  odd.edited("core.bin");
  CHECK(odd.session().files.items[0].action == FileAction::kDeleted);
}

TEST_CASE("what another agent did to a shared file is not taken for one's own") {
  OddFiles odd;
  odd.prompt("one");
  odd.edit("f", "1\n");
  odd.prompt("two", kTwo);
  odd.write("f", "2\n");
  odd.todo({odd.entry("X", "pending")}, kTwo);
  odd.edited("f", kTwo);
  const auto summaries = odd.sessions();
  REQUIRE(summaries.size() == 2);
  odd.say("Stop");
  odd.say("Stop", kTwo);
  for (const auto& summary : summaries) {
    const auto loaded = odd.store().load(summary.id, std::nullopt);
    REQUIRE(loaded.ok());
    REQUIRE(loaded->session.files.items.size() == 1);
    const FileChange& file = loaded->session.files.items[0];
    const bool first = loaded->session.identity.goal == "one";
    CHECK(file.hash_after == sha256(first ? "1\n" : "2\n"));
  }
  // A formatter's change is still the turn's own.
  odd.write("f", "3\n");
  odd.say("Stop", kTwo);
  for (const auto& summary : summaries) {
    const auto loaded = odd.store().load(summary.id, std::nullopt);
    REQUIRE(loaded.ok());
    const bool first = loaded->session.identity.goal == "one";
    CHECK(loaded->session.files.items[0].hash_after == sha256(first ? "1\n" : "3\n"));
  }
}

TEST_CASE("bytes that were no text before are not known by what was told of them") {
  OddFiles odd;
  odd.write("latin", "caf\xC3\xA9, no\n");
  Value given = Value::object();
  given.set("file_path", odd.project() + "/latin");
  Value response = Value::object();
  response.set("originalFile", "caf\xEF\xBF\xBD\n");
  odd.tool("Edit", given, response);
  REQUIRE(odd.session().files.items.size() == 1);
  CHECK(odd.session().files.items[0].hash_before.empty());
}

TEST_CASE("an edit that left the file as it was begins nothing") {
  OddFiles odd;
  odd.write("same", "a\n");
  Value given = Value::object();
  given.set("file_path", odd.project() + "/same");
  Value response = Value::object();
  response.set("type", "update");
  response.set("originalFile", "a\n");
  odd.tool("Write", given, response);
  CHECK(odd.sessions().empty());
  odd.edit("other", "b\n");
  odd.tool("Write", given, response);
  CHECK(odd.session().files.items.size() == 1);
}

TEST_CASE("a file written anew had the line ends that git knows by its size") {
  CLEW_NEED_GIT();
  OddFiles odd;
  const GitSandbox repo(odd.project());
  repo.init();
  repo.commit("returns", "a\r\nb\r\n");
  repo.commit("plain", "a\nb\n");
  const auto before = [&](const std::string& path) {
    odd.write(path, "a\nB\n");
    Value given = Value::object();
    given.set("file_path", odd.project() + "/" + path);
    given.set("content", "a\nB\n");
    Value response = Value::object();
    response.set("type", "update");
    response.set("originalFile", "a\nb\n");
    odd.tool("Write", given, response);
    return odd.session().files.items.back().hash_before;
  };
  CHECK(before("returns") == sha256("a\r\nb\r\n"));
  CHECK(before("plain") == sha256("a\nb\n"));
  CHECK(before("unknown") == sha256("a\nb\n"));
}

}  // namespace
}  // namespace clew
