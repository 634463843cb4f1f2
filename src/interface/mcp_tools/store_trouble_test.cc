// A real store that is damaged, gone or mended while the server runs.

#include <filesystem>

#include "interface/mcp_tools/toolbox_test.h"
#include "testing/direct_workspace.h"
#include "testing/edit_store.h"

namespace clew {
namespace {

class TroubledServer {
 public:
  TroubledServer() : toolbox_(parts()) { std::filesystem::create_directories(folder_ / "project"); }

  Value call(const std::string& tool, Value::Object arguments = {}) {
    McpClient client{"claude-code", "1", Value::object()};
    McpCall::Context context;
    context.client = &client;
    McpCall asked(context);
    return std::get<Value>(toolbox_.call_tool(tool, Value(std::move(arguments)), asked));
  }
  std::string path() const { return folder_ / "store.db"; }
  void close() { store_.reset(); }
  size_t troubles = 0;

 private:
  ToolboxParts parts() {
    ToolboxParts parts;
    parts.open = [this](Caller caller) -> Result<std::unique_ptr<Workspace>> {
      if (!store_) store_ = std::make_unique<DirectWorkspace>(path(), "app", "");
      Surroundings around;
      around.cwd = folder_ / "project";
      return std::make_unique<Workspace>(
          store_->store(), files_, [] { return Time{1'763'200'000'000}; },
          [this](Bytes& bytes) {
            for (char& c : bytes) c = static_cast<char>(chance_());
          },
          std::move(caller), around);
    };
    parts.on_trouble = [this](const Error&) {
      ++troubles;
      store_.reset();
    };
    return parts;
  }

  TempFolder folder_;
  PosixFileSystem files_;
  std::mt19937_64 chance_{3};
  std::unique_ptr<DirectWorkspace> store_;
  Toolbox toolbox_;
};

Value::Object one_note() {
  return {
      {"entries", Value::List{Value(Value::Object{{"type", "note"}, {"text", "a"}})}}
  };
}

bool is_error(const Value& result) { return result.find("isError") != nullptr; }

}  // namespace

TEST_CASE("an event that was tampered with is told as damage, with what a person can do") {
  TroubledServer server;
  REQUIRE_FALSE(is_error(server.call("session_start", {
                                                          {"goal", "Add OAuth"}
  })));
  REQUIRE_FALSE(is_error(server.call("session_log", one_note())));
  server.close();
  flip_event(server.path(), 2);
  const Value result = server.call("session_verify");
  CHECK(is_error(result));
  CHECK(has(text_of(result), "corrupt: "));
  CHECK(has(text_of(result), "event 2"));
  CHECK(has(text_of(result), "next: a person can run: clew repair"));
  CHECK(server.troubles == 1);
}

TEST_CASE("a store of garbage is an error until it is put back, and the server goes on") {
  TroubledServer server;
  REQUIRE_FALSE(is_error(server.call("session_start", {
                                                          {"goal", "Add OAuth"}
  })));
  server.close();
  const std::string good = read_text(server.path());
  const std::string good_wal = read_text(server.path() + "-wal");
  for (const char* suffix : {"-wal", "-shm"}) std::filesystem::remove(server.path() + suffix);
  write_text(server.path(), std::string(good.size(), 'x'));
  for (const char* tool : {"session_find", "session_resume", "session_verify"}) {
    INFO(tool);
    const Value result = server.call(tool);
    CHECK(is_error(result));
    CHECK(has(text_of(result), "\nnext: "));
  }
  CHECK(is_error(server.call("session_log", one_note())));
  CHECK(server.troubles == 4);
  write_text(server.path(), good);
  write_text(server.path() + "-wal", good_wal);
  const Value repaired = server.call("session_log", one_note());
  CHECK_MESSAGE(!is_error(repaired), text_of(repaired));
}

TEST_CASE("a store that is gone is an empty one, and the next start makes it anew") {
  TroubledServer server;
  REQUIRE_FALSE(is_error(server.call("session_start", {
                                                          {"goal", "Add OAuth"}
  })));
  server.close();
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(server.path() + suffix);
  CHECK(is_error(server.call("session_log", one_note())));
  CHECK_FALSE(is_error(server.call("session_start", {
                                                        {"goal", "Again"}
  })));
  CHECK_FALSE(is_error(server.call("session_log", one_note())));
}

}  // namespace clew
