// session_start: `start`, or `import` for work that other files tell of.

#include <fmt/format.h>

#include "interface/mcp_tools/session_reply.h"
#include "interface/mcp_tools/tool_arguments.h"

namespace clew {
namespace {

constexpr const char* kExample =
    "session_start {\"goal\":\"…\",\"steps\":[{\"title\":\"Build\",\"gate\":\"coverage >= 80\"}]}";

Error wrong_step(size_t number, const std::string& what) {
  return make_error(ErrorCode::kUsage, fmt::format("steps[{}] {}", number - 1, what), "steps",
                    kExample);
}

// Titles in order, and gates as `start` takes them: "N:RULE".
Status add_steps(const Value& steps, Value& request) {
  if (steps.is_null()) return success();
  if (!steps.is_list()) {
    return make_error(ErrorCode::kUsage, "steps must be a list", "steps", kExample);
  }
  Value titles = Value::list();
  Value gates = Value::list();
  size_t number = 0;
  for (const auto& step : steps.as_list()) {
    ++number;
    const Value* title = step.is_string() ? &step : step.find("title");
    if (title == nullptr || title->as_string().empty()) return wrong_step(number, "needs a title");
    titles.push(*title);
    for (const auto& [name, value] : step.as_object()) {
      if (name == "title" || value.is_null()) continue;
      if (name != "gate") return wrong_step(number, fmt::format("has an unknown field: {}", name));
      if (!value.is_string())
        return wrong_step(number, "gate must be text such as \"coverage >= 80\"");
      if (!value.as_string().empty()) {
        gates.push(fmt::format("{}:{}", number, value.as_string()));
      }
    }
  }
  request.set("step", std::move(titles));
  request.set("gate", std::move(gates));
  return success();
}

Result<Answer> import_from(SessionCall& call, const StartArguments& arguments) {
  if (!arguments.goal.empty() || !arguments.steps.is_null() || !arguments.constraints.empty()) {
    return make_error(ErrorCode::kUsage, "goal, steps and constraints come from the files", "from",
                      "omit goal, steps and constraints, or omit from");
  }
  Value request = Value::object();
  request.set("paths", Value::List{arguments.from});
  return call.run("import", std::move(request));
}

}  // namespace

Result<SessionReply> call_start(SessionCall& call, const StartArguments& arguments) {
  Answer answer;
  if (!arguments.from.empty()) {
    CLEW_ASSIGN(answer, import_from(call, arguments));
  } else if (arguments.goal.empty()) {
    return make_error(ErrorCode::kUsage, "a session needs a goal", "goal", kExample);
  } else {
    Value request = Value::object();
    request.set("goal", arguments.goal);
    request.set("constraint", to_value(arguments.constraints));
    CLEW_TRY(add_steps(arguments.steps, request));
    CLEW_ASSIGN(answer, call.run("start", std::move(request)));
  }
  call.bind(answer, SessionCall::Binding::kTakenUp);
  return changed_reply(call, answer);
}

}  // namespace clew
