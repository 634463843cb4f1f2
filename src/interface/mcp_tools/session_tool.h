#pragma once
// A tool: what the model may call, made of catalogue verbs. It states its own arguments once, as a
// request struct (tool_arguments.h); its schema is made from that. `session`, `key` and `detail`
// are the same for all tools and are read before its own. session_tools.cc has one line per tool.

#include <string>
#include <string_view>
#include <vector>

#include "command/verb.h"
#include "interface/mcp/application.h"
#include "interface/mcp_tools/session_call.h"

namespace clew {

// What a tool answers. Fields and text are each complete alone: a client shows its model only one
// of them. Without fields (null) the text is all there is.
struct SessionReply {
  Value fields;
  std::string text;
};

enum class ToolEffect {
  kReads,
  kResumes,  // may end a pause; being off does not stop it
  kRecords,  // only ever adds
  kChanges,  // may also take back or end something
};
enum class ToolSession { kNone, kNamed };  // whether it takes `session`

struct SessionTool {
  std::string_view name;
  const char* description;
  ToolEffect effect;
  ToolSession session;
  const char* output;  // JSON Schema of the fields; empty: text only
  const std::vector<ParamInfo>& (*params)();
  Result<SessionReply> (*run)(SessionCall& call, const Value& arguments);
};

template <auto Function, class R>
Result<SessionReply> run_session_tool(SessionCall& call, const Value& arguments) {
  R request{};
  CLEW_TRY(read_params(list_params<R>(), arguments, &request));
  return Function(call, request);
}

template <auto Function>
struct ArgumentsOf;
template <class R, Result<SessionReply> (*Function)(SessionCall&, const R&)>
struct ArgumentsOf<Function> {
  using type = R;
};

template <auto Function>
constexpr SessionTool session_tool(std::string_view name, const char* description,
                                   ToolEffect effect, ToolSession session, const char* output) {
  using R = typename ArgumentsOf<Function>::type;
  return {
      name, description, effect, session, output, &list_params<R>, &run_session_tool<Function, R>};
}

struct SessionToolList {
  const SessionTool* first;
  size_t count;
  const SessionTool* begin() const { return first; }
  const SessionTool* end() const { return first + count; }
};
SessionToolList session_tools();
const SessionTool* find_session_tool(std::string_view name);

// The tool as clients see it.
McpTool describe_tool(const SessionTool& tool);

struct SessionOutcome {
  Result<SessionReply> reply;
  Value error_context = {};  // what an error says besides (engine/error_context.h); null: nothing
};

// Runs one call. `frame` says who asks; session, key and detail are taken from the arguments.
SessionOutcome call_session_tool(const SessionTool& tool, Value arguments, const OpenForCall& open,
                                 CallFrame frame);
// The MCP tool result. What went wrong, also in the store, is a result with isError that says what
// to call next.
Value tool_result(const SessionTool& tool, SessionOutcome outcome);

}  // namespace clew
