#pragma once
// Hooks as programs of their own, one after the other, over one store.

#include <algorithm>
#include <string>

#include "base/text.h"
#include "document/json/json.h"
#include "document/json/lenient_json.h"
#include "interface/hooks/run_hook.h"
#include "testing/workspace_fixture.h"

namespace clew {

inline const std::string kOne = "5c0ffee1-2b3c-4d5e-8f90-a1b2c3d4e5f6";
inline const std::string kTwo = "0ddba115-2b3c-4d5e-8f90-a1b2c3d4e5f6";

struct Hooks : WorkspaceFixture {
  Hooks() {
    surroundings.store_url = surroundings.store_path;
    surroundings.state_folder = folder() / "state";
  }

  // What the hook printed.
  std::string fire(const std::string& agent, const Value& json) {
    return fire_text(agent, write_json(json));
  }
  std::string fire_text(const std::string& agent, const std::string& json) {
    std::string printed;
    HookLog log(files, surroundings.state_folder, [this] { return now; });
    HookCall call;
    call.agent = agent;
    call.input = json;
    call.is_shortened = is_shortened;
    call.person = person;
    call.user = "ana@laptop";
    call.variable = [this](const char* name) {
      return std::string(name) == "CLAUDE_PID"        ? pid
             : std::string(name) == "CLAUDE_ENV_FILE" ? env_file
                                                      : std::string();
    };
    const OpenHookWorkspace open = [this](const std::string& where, Caller asking) {
      Surroundings around = surroundings;
      if (!where.empty()) around.cwd = where;
      return Result<std::unique_ptr<Workspace>>(std::make_unique<Workspace>(
          store(), counted_files(), [this] { return now; },
          [](Bytes& bytes) { std::fill(bytes.begin(), bytes.end(), 'r'); }, std::move(asking),
          around));
    };
    CHECK(run_hook(call, open, log, [&](const std::string& text) { printed += text; }) == 0);
    pass(seconds(1));
    return printed;
  }

  Value claude(const std::string& event, const std::string& conversation = kOne) {
    Value json = Value::object();
    json.set("session_id", conversation);
    json.set("cwd", project());
    json.set("hook_event_name", event);
    return json;
  }
  std::string starts(const std::string& source, const std::string& conversation = kOne) {
    Value json = claude("SessionStart", conversation);
    json.set("source", source);
    return fire("claude-code", json);
  }
  void prompt(const std::string& text, const std::string& conversation = kOne) {
    Value json = claude("UserPromptSubmit", conversation);
    json.set("prompt", text);
    CHECK(fire("claude-code", json).empty());
  }
  void tool(const std::string& name, Value given, Value response,
            const std::string& conversation = kOne) {
    Value json = claude("PostToolUse", conversation);
    json.set("tool_name", name);
    json.set("tool_input", std::move(given));
    json.set("tool_response", std::move(response));
    json.set("tool_use_id", "toolu_" + std::to_string(++calls));
    CHECK(fire("claude-code", json).empty());
  }
  void todo(Value::List items, const std::string& conversation = kOne) {
    Value given = Value::object();
    given.set("todos", Value(std::move(items)));
    tool("TodoWrite", given, Value::object(), conversation);
  }
  Value entry(const char* title, const char* state) {
    Value out = Value::object();
    out.set("content", title);
    out.set("status", state);
    return out;
  }
  // The file is written, then the hook tells of it.
  void edit(const std::string& path, const std::string& text,
            const std::string& conversation = kOne) {
    write(path, text);
    Value given = Value::object();
    given.set("file_path", project() + "/" + path);
    given.set("content", text);
    Value response = Value::object();
    response.set("type", "create");
    tool("Write", given, response, conversation);
  }
  void say(const std::string& event, const std::string& conversation = kOne) {
    fire("claude-code", claude(event, conversation));
  }
  std::vector<SessionSummary> sessions() {
    ListQuery query;
    query.limit = 100;
    return store().list(query).value_or({});
  }
  std::string log_text() { return read_text(surroundings.state_folder + "/hook.log"); }
  std::string context(const std::string& printed) {
    const auto tree = parse_cut_json(printed);
    REQUIRE(tree.ok());
    return tree->find("hookSpecificOutput")->find("additionalContext")->as_string();
  }

  PosixFileSystem files;
  std::string pid;  // of the agent, as it tells its hooks
  std::string env_file;
  std::string person = "ana@laptop";
  int calls = 0;
  bool is_shortened = false;
};

inline size_t count_lines(const std::string& text) {
  return static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
}

}  // namespace clew
