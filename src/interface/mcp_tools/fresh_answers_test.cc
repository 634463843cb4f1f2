// A long-lived server answers from what is there at each call, whoever changed it.

#include <filesystem>

#include "document/json/json.h"
#include "interface/mcp_tools/toolbox_test.h"
#include "testing/direct_workspace.h"

namespace clew {
namespace {

class ServedSession {
 public:
  ServedSession() : id(t.start_plan()), other_(t.w.surroundings.store_path, "somebody", "") {}

  // The whole answer of session_find: text and fields.
  std::string find() {
    return write_json(t.call("session_find", {
                                                 {"session", id}
    }));
  }
  std::string note() {
    return write_json(
        t.call("session_log",
               {
                   {"session", id                                                              },
                   {"entries", Value::List{Value::Object{{"type", "note"}, {"text", "a note"}}}}
    }));
  }
  // As another process does it.
  void put(const std::string& key, const std::string& value) {
    auto transaction = other_.store().begin_write(seconds(5));
    REQUIRE(transaction.ok());
    REQUIRE((*transaction)->put_setting(key, value).ok());
    REQUIRE((*transaction)->commit().ok());
  }
  std::string setting(const std::string& key) { return *t.w.store().setting(key); }
  EventStore& other() { return other_.store(); }

  ToolboxFixture t{"app:1"};
  std::string id;

 private:
  DirectWorkspace other_;
};

void append_question(EventStore& store, const SessionId& id, const std::string& text) {
  auto transaction = store.begin_write(seconds(5));
  REQUIRE(transaction.ok());
  const Loaded loaded = *(*transaction)->load(id);
  const Event event{
      {Seq{loaded.head.seq.number + 1}, Time{1'800'000'000'000}, ActorId("bo"), Via::kCli, 0, {}},
      QuestionAsked{kRoot, text}
  };
  REQUIRE((*transaction)->append(Append{id, loaded.head.seq, {event}, nullptr, {}}).ok());
  REQUIRE((*transaction)->commit().ok());
}

}  // namespace

TEST_CASE("the next read of a server sees what another process wrote") {
  ServedSession s;
  CHECK_FALSE(has(s.find(), "asked elsewhere"));
  append_question(s.other(), SessionId(s.id), "asked elsewhere");
  CHECK(has(s.find(), "asked elsewhere"));
}

TEST_CASE("the next read of a server sees a recorded file change and go") {
  ServedSession s;
  s.t.w.write("a.cc", "int a;\n");
  s.t.w.must("changed", "path", "a.cc");
  CHECK_FALSE(has(s.find(), "a.cc changed outside"));
  s.t.w.write("a.cc", "int b;\n\n");
  CHECK(has(s.find(), "a.cc changed outside this session"));
  std::filesystem::remove(s.t.w.project() + "/a.cc");
  CHECK(has(s.find(), "a.cc is gone"));
}

TEST_CASE("a server that records heeds at once what others switch and bind") {
  ServedSession s;
  const std::string binding = binding_setting(ActorId("app:1"));
  for (int i = 0; i < 3; ++i) s.note();
  REQUIRE(s.setting(binding) == s.id);
  s.put(binding, "");
  s.note();
  CHECK(s.setting(binding) == s.id);
  s.put("off", "1");
  const size_t before = s.t.count_events(s.id);
  CHECK(has(s.note(), "clew is off"));
  CHECK(s.t.count_events(s.id) == before);
  s.put("off", "");
  CHECK_FALSE(has(s.note(), "clew is off"));
  CHECK(s.t.count_events(s.id) == before + 1);
}

}  // namespace clew
