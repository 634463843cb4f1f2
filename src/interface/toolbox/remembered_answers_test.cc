// Reads that a long-lived server answers from memory, and everything that makes it work them out
// again.

#include "interface/toolbox/remembered_answers.h"

#include <filesystem>

#include "dialect/json.h"
#include "interface/toolbox/toolbox_test.h"
#include "testing/direct_workspace.h"
#include "testing/git_sandbox.h"

namespace clew {
namespace {

class RememberingServer {
 public:
  explicit RememberingServer(const std::string& actor = "app") : toolbox_(parts(actor)) {
    w.now = Time{4'000'000'000'400};  // no file of a test is young then
    w.surroundings.cache_folder = w.folder() / "cache";
    observation_.use(&w.store());
  }

  std::string call(const std::string& tool, Value::Object arguments = {}) {
    McpCall::Context context;
    context.client = &client_;
    McpCall asked(context);
    const McpReply reply = toolbox_.call_tool(tool, Value(std::move(arguments)), asked);
    if (const auto* text = std::get_if<McpResultText>(&reply)) return *text->json;
    REQUIRE(std::holds_alternative<Value>(reply));
    return write_json(std::get<Value>(reply));
  }
  std::string find(Value::Object arguments = {}) {
    return call("session_find", std::move(arguments));
  }
  // Whether a call had to be worked out.
  bool works_out(Value::Object arguments = {}, const std::string& tool = "session_find") {
    const size_t before = opened_;
    call(tool, std::move(arguments));
    return opened_ > before;
  }
  // A session that knows a file of the project.
  std::string start() {
    w.must("start", "goal", "Add OAuth");
    w.write("a.cc", "int a;\n");
    w.must("changed", "path", "a.cc");
    return w.session().identity.id.text;
  }

  WorkspaceFixture w;

 private:
  ToolboxParts parts(const std::string& actor) {
    ToolboxParts parts;
    parts.open = [this](Caller caller) -> Result<std::unique_ptr<Workspace>> {
      ++opened_;
      return std::make_unique<Workspace>(
          w.store(), observation_.files(), [this] { return observation_.now(); },
          [this](Bytes& bytes) {
            for (char& c : bytes) c = static_cast<char>(chance_());
          },
          std::move(caller), w.surroundings);
    };
    parts.actor = actor;
    parts.observation = &observation_;
    return parts;
  }

  McpClient client_{"claude-code", "1", Value::object()};
  PosixFileSystem files_;
  Observation observation_{files_, [this] { return w.now; }};
  std::mt19937_64 chance_{11};
  size_t opened_ = 0;
  Toolbox toolbox_;
};

}  // namespace

TEST_CASE("a read is worked out once, and answered from memory while nothing changes") {
  RememberingServer s;
  const std::string id = s.start();
  const Value::Object one{
      {"session", id}
  };
  const std::string list = s.find();
  const std::string first = s.find(one);
  CHECK(has(first, "Add OAuth"));
  CHECK_FALSE(s.works_out());
  CHECK_FALSE(s.works_out(one));
  CHECK(s.find() == list);
  CHECK(s.find(one) == first);
  CHECK(s.works_out({
      {"all", true}
  }));
}

TEST_CASE("whatever an answer was made of makes it fresh again") {
  RememberingServer s;
  const std::string id = s.start();
  const Value::Object one{
      {"session", id}
  };
  const std::string before = s.find(one);
  REQUIRE_FALSE(s.works_out(one));
  SUBCASE("recorded by this process") {
    s.w.must("note", "text", "by ourselves");
    CHECK(s.works_out(one));
    CHECK_FALSE(s.works_out(one));
  }
  SUBCASE("recorded by another") {
    DirectWorkspace other(s.w.surroundings.store_path, "somebody", "");
    auto turn = other.store().begin_write(seconds(5));
    REQUIRE(turn.ok());
    REQUIRE((*turn)->put_setting("off", "yes").ok());
    REQUIRE((*turn)->commit().ok());
    CHECK(s.works_out(one));
  }
  SUBCASE("a recorded file changed") {
    s.w.write("a.cc", "int b;\n\n");
    const std::string after = s.find(one);
    CHECK(after != before);
    CHECK(has(after, "a.cc changed outside this session"));
  }
  SUBCASE("a recorded file touched") {
    std::filesystem::last_write_time(
        s.w.project() + "/a.cc",
        std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
    CHECK(s.works_out(one));
    CHECK(s.find(one) == before);
  }
  SUBCASE("a recorded file gone, and there again") {
    std::filesystem::rename(s.w.project() + "/a.cc", s.w.project() + "/b.cc");
    CHECK(has(s.find(one), "a.cc is gone"));
    CHECK_FALSE(s.works_out(one));
    s.w.write("a.cc", "int a;\n");
    CHECK_FALSE(has(s.find(one), "a.cc is gone"));
  }
  SUBCASE("the next second") {
    s.w.pass(Duration{599});
    CHECK_FALSE(s.works_out(one));
    s.w.pass(Duration{1});
    CHECK(s.works_out(one));
  }
}

TEST_CASE("another git HEAD, and a first commit, make the project's list fresh again") {
  CLEW_NEED_GIT();
  RememberingServer s;
  const GitSandbox repo(s.w.project());
  repo.init();
  s.start();
  s.find();
  REQUIRE_FALSE(s.works_out());
  repo.git({"symbolic-ref", "HEAD", "refs/heads/other"});
  CHECK(s.works_out());
  CHECK_FALSE(s.works_out());
  repo.commit("a.cc", "int a;\n");
  CHECK(s.works_out());
}

TEST_CASE("a new repository around the project makes its list fresh again") {
  RememberingServer s;
  s.start();
  s.find();
  REQUIRE_FALSE(s.works_out());
  std::filesystem::create_directories(s.w.project() + "/.git");
  CHECK(s.works_out());
}

TEST_CASE("only reads that may be are remembered") {
  RememberingServer s;
  const std::string id = s.start();
  for (const char* tool : {"session_verify", "session_resume"}) {
    CAPTURE(tool);
    CHECK(s.works_out({}, tool));
    CHECK(s.works_out({}, tool));
  }
  const Value::Object note{
      {"entries", Value::List{Value::Object{{"type", "note"}, {"text", "twice"}}}}
  };
  s.call("session_log", note);
  const size_t before = s.w.events().size();
  s.call("session_log", note);
  CHECK(s.w.events().size() == before + 1);
  const Value::Object detailed{
      {"session", id        },
      {"detail",  "detailed"}
  };
  CHECK(s.works_out(detailed));
  CHECK(s.works_out(detailed));
  const Value::Object wrong{
      {"session", "nobody"}
  };
  CHECK(s.works_out(wrong));
  CHECK(s.works_out(wrong));
}

TEST_CASE("a server that records heeds at once what others switch and bind") {
  RememberingServer s("app:1");
  const std::string id = s.start();
  const auto note = [&] {
    return s.call(
        "session_log",
        {
            {"session", id                                                              },
            {"entries", Value::List{Value::Object{{"type", "note"}, {"text", "a note"}}}}
    });
  };
  const std::string binding = binding_key(ActorId("app:1"));
  for (int i = 0; i < 3; ++i) note();
  REQUIRE(*s.w.store().setting(binding) == id);
  DirectWorkspace other(s.w.surroundings.store_path, "somebody", "");
  const auto put = [&](const std::string& key, const std::string& value) {
    auto turn = other.store().begin_write(seconds(5));
    REQUIRE(turn.ok());
    REQUIRE((*turn)->put_setting(key, value).ok());
    REQUIRE((*turn)->commit().ok());
  };
  put(binding, "");
  note();
  CHECK(*s.w.store().setting(binding) == id);
  put("off", "1");
  const size_t before = s.w.events().size();
  CHECK(has(note(), "clew is off"));
  CHECK(s.w.events().size() == before);
  put("off", "");
  CHECK_FALSE(has(note(), "clew is off"));
  CHECK(s.w.events().size() == before + 1);
}

TEST_CASE("few answers are kept, and few bytes") {
  RememberedAnswers remembered;
  const std::string actor = "app";
  const auto keep = [&](int number, size_t size) {
    const Value arguments(number);
    remembered.keep({*find_session_tool("session_find"), actor, arguments}, {},
                    std::make_shared<const std::string>(size, 'x'));
  };
  for (int i = 0; i < 100; ++i) keep(i, 10);
  CHECK(remembered.count() == RememberedAnswers::kMostAnswers);
  for (int i = 0; i < 100; ++i) keep(i, 100'000);
  CHECK(remembered.count() == 2);
  CHECK(remembered.bytes() <= RememberedAnswers::kMostBytes);
  keep(7, RememberedAnswers::kMostBytes);
  CHECK(remembered.count() == 2);
}

}  // namespace clew
