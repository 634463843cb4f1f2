// Sessions of another store, which somebody else may have written.

#include "testing/edit_store.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

// A store with a session "main", its fork "side" and an artifact.
struct OtherStore : WorkspaceFixture {
  OtherStore() {
    must("start", "goal", "Work", "id", "main", "step", Value::List{"Plan", "Build"});
    surroundings.session = "main";
    write("a.txt", "kept\n");
    must("artifact add", "paths", words("a.txt"));
    caller.session = "main@3";
    must("fork", "id", "side");
    caller.session = "side";
    must("note", "text", "another way");
    caller.session.clear();
    store().finish();
  }
  const std::string& path() const { return surroundings.store_path; }
};

std::vector<RawEvent> raw_events(WorkspaceFixture& w, const std::string& id) {
  auto events = w.store().read_raw(SessionId(id), Seq{1}, 1000);
  REQUIRE(events.ok());
  return std::move(*events);
}

TEST_CASE("a store is imported with its forks, contents and hashes") {
  OtherStore other;
  WorkspaceFixture w;
  const Answer answer = w.must("import", "paths", words(other.path()));
  CHECK(answer.data.find("sessions")->as_list().size() == 2);
  for (const char* id : {"main", "side"}) CHECK(raw_events(w, id) == raw_events(other, id));
  w.caller.session = "main";
  CHECK(w.must("artifact show", "path", "a.txt").text == "kept");
  w.caller.session.clear();
  CHECK_FALSE(w.must("import", "paths", words(other.path())).data.find("changed")->as_bool());
}

TEST_CASE("events come out of a store with objects of somebody else") {
  TempFolder folder;
  OtherStore other;
  const std::string copy = folder / "copy.db";
  REQUIRE(other.store().backup(copy).ok());
  edit_store(copy,
             "CREATE TRIGGER quiet AFTER INSERT ON events BEGIN DELETE FROM events; END;"
             "DROP TABLE settings; CREATE VIEW settings(key, value) AS SELECT 'a', 'b'");
  WorkspaceFixture w;
  w.must("import", "paths", words(copy));
  CHECK(w.store().list({})->size() == 2);
}

TEST_CASE("a store whose events are not what they say is refused whole") {
  const char* const kChanges[] = {
      "UPDATE events SET at = at + 1 WHERE seq = 2 AND sid = 1",
      "ALTER TABLE events RENAME TO hidden; CREATE VIEW events AS SELECT * FROM hidden",
      "UPDATE sessions SET parent = 2 WHERE sid = 1",
      "UPDATE sessions SET id = 'x;touch y' WHERE sid = 1",
      "DELETE FROM events WHERE sid = 1 AND seq = 1",
  };
  for (const char* change : kChanges) {
    CAPTURE(change);
    TempFolder folder;
    OtherStore other;
    const std::string copy = folder / "copy.db";
    REQUIRE(other.store().backup(copy).ok());
    edit_store(copy, change);
    WorkspaceFixture w;
    const auto answer = w.run("import", "paths", words(copy));
    CHECK_FALSE(answer.ok());
    CHECK(w.store().list({})->empty());
  }
}

}  // namespace
}  // namespace clew
