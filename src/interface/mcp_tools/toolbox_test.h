#pragma once
// The toolbox over a real store in a temporary folder, called as an MCP server calls it.
//
//   ToolboxFixture t;
//   t.must("session_start", {{"goal", "Add OAuth"}});
//   CHECK(t.error("session_log", {}).find("entries is missing") != std::string::npos);

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "interface/mcp/server.h"
#include "interface/mcp_tools/toolbox.h"
#include "testing/workspace_fixture.h"

namespace clew {

class ToolboxFixture {
 public:
  // `handed_on` and `process` as ToolboxParts say them; without a number the process is unknown.
  explicit ToolboxFixture(std::string actor = {}, std::string handed_on = {},
                          ProcessMark process = {});

  // The tool result as it goes over the wire.
  Value call(const std::string& tool, Value::Object arguments = {});
  // The fields of an answer, which agree with the tool's output schema; or a failed test.
  Value must(const std::string& tool, Value::Object arguments = {});
  // The text of an answer.
  std::string text(const std::string& tool, Value::Object arguments = {});
  // The text of a refusal, which says what to do next.
  std::string error(const std::string& tool, Value::Object arguments = {});
  // Names of the steps Plan, Build (which wants coverage >= 80) and Review; answers the id.
  std::string start_plan();

  McpReply read(const std::string& uri);
  McpReply prompt(const std::string& name, Value::Object arguments = {});

  size_t count_events(const std::string& id);
  std::vector<StoredEvent> events(const std::string& id);
  // The last event of this kind, or a failed test.
  template <class T>
  T last(const std::string& id) {
    const auto all = events(id);
    for (auto event = all.rbegin(); event != all.rend(); ++event) {
      if (const auto* data = get_if<T>(&event->event.data)) return *data;
    }
    FAIL("there is no ", T::name);
    return T();
  }

  WorkspaceFixture w;
  McpClient client{"claude-code", "2.1.325", Value::object()};
  Value meta = Value::object();
  std::string connection;         // as a transport names it
  std::vector<std::string> sent;  // notifications that came before an answer
  std::vector<Error> troubles;
  std::optional<Error> store_error;  // what opening the store answers
  Toolbox toolbox;

 private:
  ToolboxParts parts(std::string actor, std::string handed_on, const ProcessMark& process);

  PosixFileSystem files_;
  std::mt19937_64 chance_{11};
};

// What a value breaks of the subset of JSON Schema that the tools use; empty when nothing.
std::string schema_problem(const Value& value, const Value& schema, const std::string& where = "");

// Whether `text` has `part` in it.
inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
// The text of a reply's first content, resource or prompt message.
std::string text_of(const Value& result);

}  // namespace clew
