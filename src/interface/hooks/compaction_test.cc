// What an agent is told after its conversation was compressed, where only the next request shows
// it.

#include "interface/hooks/hooks_test.h"

namespace clew {
namespace {

struct GeminiHooks : Hooks {
  // The agents name what all of them tell alike.
  Value gemini(const std::string& event) { return claude(event); }
  void works(const std::string& path) {
    write(path, "one\n");
    Value json = gemini("AfterTool");
    json.set("tool_name", "write_file");
    Value given = Value::object();
    given.set("file_path", project() + "/" + path);
    json.set("tool_input", std::move(given));
    json.set("tool_response", Value::object());
    CHECK(fire("gemini", json).empty());
  }
  void asks(const std::string& prompt) {
    Value json = gemini("BeforeAgent");
    json.set("prompt", prompt);
    CHECK(fire("gemini", json).empty());
  }
  static Value message(const char* role, const std::string& text) {
    Value out = Value::object();
    out.set("role", role);
    out.set("content", text);
    return out;
  }
  // A request whose second message is `second`.
  std::string requests(const std::string& second) {
    Value messages = Value::list();
    messages.push(message("user", "Today is Monday."));
    messages.push(message("user", second));
    messages.push(message("model", "Got it."));
    messages.push(message("user", "go on"));
    Value request = Value::object();
    request.set("messages", std::move(messages));
    Value json = gemini("BeforeModel");
    json.set("llm_request", std::move(request));
    return fire("gemini", json);
  }
  // The messages that the client is to replace.
  Value replaced(const std::string& printed) {
    const auto tree = parse_cut_json(printed);
    REQUIRE(tree.ok());
    const Value& specific = *tree->find("hookSpecificOutput");
    CHECK(specific.find("hookEventName")->as_string() == "BeforeModel");
    return *specific.find("llm_request")->find("messages");
  }
};

const std::string kSummary = "<state_snapshot>A login.</state_snapshot>";

TEST_CASE("a compressed conversation has the brief behind its summary, the same in every request") {
  GeminiHooks hooks;
  hooks.asks("Add OAuth login with PKCE");
  hooks.works("token.ts");
  CHECK(hooks.requests("Add OAuth login with PKCE").empty());
  const std::string printed = hooks.requests(kSummary);
  const Value messages = hooks.replaced(printed);
  REQUIRE(messages.as_list().size() == 2);
  CHECK(messages.as_list()[0] == hooks.message("user", "Today is Monday."));
  const std::string text = messages.as_list()[1].find("content")->as_string();
  CHECK(text.starts_with(kSummary + "\n\nclew "));
  CHECK(text.find("Goal: Add OAuth login with PKCE") != std::string::npos);
  CHECK(text.find("token.ts") != std::string::npos);

  hooks.works("refresh.ts");
  CHECK(hooks.replaced(hooks.requests(kSummary)) == messages);
  const auto later = hooks.replaced(hooks.requests(kSummary + " And its refresh."));
  CHECK(later.as_list()[1].find("content")->as_string().find("refresh.ts") != std::string::npos);
  CHECK(hooks.log_text().empty());
}

TEST_CASE("a summary is kept once, as a note by the agent") {
  GeminiHooks hooks;
  hooks.asks("Add OAuth login with PKCE");
  hooks.works("token.ts");
  hooks.requests(kSummary);
  hooks.requests(kSummary);
  const Session session = hooks.session();
  REQUIRE(session.notes.items.size() == 1);
  CHECK(session.notes.items.front().text == "Summary at compaction: " + kSummary);
  CHECK(session.notes.items.front().origin.actor == ActorId("gemini:5c0ffee1"));
}

TEST_CASE("without a session a compressed conversation is told nothing") {
  GeminiHooks hooks;
  CHECK(hooks.requests(kSummary).empty());
  CHECK(hooks.sessions().empty());
}

}  // namespace
}  // namespace clew
