// session_update: one verb per action, which does it in one append.

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "document/json/json.h"
#include "interface/mcp_tools/brief_size.h"
#include "interface/mcp_tools/session_reply.h"
#include "interface/mcp_tools/tool_arguments.h"

namespace clew {
namespace {

using Fill = Status (*)(const UpdateArguments& arguments, Value& request);

// One function per form of request: it checks what the action needs and puts the arguments under
// the verb's names.
void set_text(Value& request, const char* name, const std::string& text) {
  if (!text.empty()) request.set(name, text);
}

Status fill_step(const UpdateArguments& arguments, Value& request) {
  set_text(request, "step", arguments.step);
  return success();
}

Status fill_move(const UpdateArguments& arguments, Value& request) {
  set_text(request, "step", arguments.step);
  set_text(request, "reason", arguments.reason);
  if (arguments.fence) request.set("fence", *arguments.fence);
  return success();
}

// The same call with what it lacks, to be filled in: a value that stands there would be recorded.
std::string again_words(const UpdateArguments& arguments, const char* missing) {
  std::string out = fmt::format("session_update {{\"action\":\"{}\"", arguments.action);
  if (!arguments.step.empty()) out += ",\"step\":" + write_json(arguments.step);
  if (arguments.fence) out += fmt::format(",\"fence\":{}", *arguments.fence);
  return fmt::format("{},{}}}", out, missing);
}

Status fill_reasoned(const UpdateArguments& arguments, Value& request) {
  if (arguments.reason.empty()) {
    return make_error(ErrorCode::kUsage, fmt::format("{} needs a reason", arguments.action),
                      "reason", again_words(arguments, "\"reason\":\"…\""));
  }
  return fill_move(arguments, request);
}

Status fill_done(const UpdateArguments& arguments, Value& request) {
  if (!arguments.evidence.is_null() && !arguments.evidence.is_object()) {
    return make_error(ErrorCode::kUsage, "evidence must be an object", "evidence",
                      again_words(arguments, R"("evidence":{"…":…})"));
  }
  if (arguments.override_gate && arguments.reason.empty()) {
    return make_error(ErrorCode::kUsage, "an override needs a reason", "override",
                      again_words(arguments, R"("override":true,"reason":"…")"));
  }
  if (!arguments.step.empty()) request.set("words", Value::List{arguments.step});
  Value evidence = Value::list();
  for (const auto& [name, value] : arguments.evidence.as_object()) {
    if (name.empty() || name.find('=') != std::string::npos) {
      return make_error(
          ErrorCode::kUsage,
          fmt::format("invalid name of evidence \"{}\"; it must not be empty or contain =", name),
          "evidence", again_words(arguments, R"("evidence":{"…":…})"));
    }
    evidence.push(fmt::format("{}={}", name, write_json(value)));
  }
  request.set("evidence", std::move(evidence));
  request.set("override", arguments.override_gate);
  set_text(request, "reason", arguments.reason);
  if (arguments.fence) request.set("fence", *arguments.fence);
  return success();
}

Status fill_add(const UpdateArguments& arguments, Value& request) {
  if (arguments.titles.empty()) {
    return make_error(ErrorCode::kUsage, "a step needs a title", "titles",
                      again_words(arguments, R"("titles":["…"])"));
  }
  request.set("title", to_value(arguments.titles));
  set_text(request, "after", arguments.step);
  if (!arguments.gate.empty()) request.set("gate", Value::List{arguments.gate});
  if (!arguments.file.empty()) request.set("file", to_value(arguments.file));
  if (!arguments.symbol.empty()) request.set("symbol", to_value(arguments.symbol));
  return success();
}

Status fill_revisit(const UpdateArguments& arguments, Value& request) {
  if (arguments.step.empty()) {
    return make_error(ErrorCode::kUsage, "name the step to go back to", "step",
                      again_words(arguments, R"("step":"…")"));
  }
  set_text(request, "step", arguments.step);
  set_text(request, "impact", arguments.impact);
  set_text(request, "reason", arguments.reason);
  return success();
}

Status fill_claim(const UpdateArguments& arguments, Value& request) {
  request.set("claim", true);
  return fill_step(arguments, request);
}

Status fill_release(const UpdateArguments& arguments, Value& request) {
  request.set("release", true);
  if (arguments.fence) request.set("fence", *arguments.fence);
  return fill_step(arguments, request);
}

Status fill_reason(const UpdateArguments& arguments, Value& request) {
  set_text(request, "reason", arguments.reason);
  return success();
}

// The brief in full is what session_resume is for.
Status fill_resume(const UpdateArguments&, Value& request) {
  request = brief_request(Detail::kConcise);
  return success();
}

Status fill_close(const UpdateArguments& arguments, Value& request) {
  if (!arguments.outcome.empty() && arguments.outcome != "completed") {
    request.set(arguments.outcome, true);
  }
  return fill_reason(arguments, request);
}

// `takes`: the arguments that mean something to it.
struct Action {
  std::string_view name;
  const char* verb;
  Fill fill;
  std::string_view takes;
};
constexpr Action kActions[] = {
    {"add",     "step add",     fill_add,      "titles step gate file symbol"       },
    {"start",   "step start",   fill_step,     "step"                               },
    {"done",    "step done",    fill_done,     "step evidence override reason fence"},
    {"fail",    "step fail",    fill_reasoned, "step reason fence"                  },
    {"block",   "step block",   fill_reasoned, "step reason fence"                  },
    {"unblock", "step unblock", fill_move,     "step reason fence"                  },
    {"review",  "step review",  fill_move,     "step reason fence"                  },
    {"skip",    "step skip",    fill_reasoned, "step reason fence"                  },
    {"retry",   "step retry",   fill_move,     "step reason fence"                  },
    {"revisit", "revisit",      fill_revisit,  "step impact reason"                 },
    {"claim",   "next",         fill_claim,    "step"                               },
    {"release", "next",         fill_release,  "step fence"                         },
    {"pause",   "pause",        fill_reason,   "reason"                             },
    {"resume",  "resume",       fill_resume,   ""                                   },
    {"close",   "close",        fill_close,    "outcome reason"                     },
    {"undo",    "undo",         fill_reason,   "reason"                             },
};

// An argument that the action would ignore is refused: whoever gave it expects something of it.
Status check_locations(const Action& action, const UpdateArguments& arguments) {
  const std::pair<std::string_view, bool> given[] = {
      {"step",     !arguments.step.empty()      },
      {"reason",   !arguments.reason.empty()    },
      {"evidence", !arguments.evidence.is_null()},
      {"override", arguments.override_gate      },
      {"fence",    arguments.fence.has_value()  },
      {"titles",   !arguments.titles.empty()    },
      {"gate",     !arguments.gate.empty()      },
      {"impact",   !arguments.impact.empty()    },
      {"outcome",  !arguments.outcome.empty()   },
      {"file",     !arguments.file.empty()      },
      {"symbol",   !arguments.symbol.empty()    },
  };
  for (const auto& [name, is_given] : given) {
    if (!is_given ||
        fmt::format(" {} ", action.takes).find(fmt::format(" {} ", name)) != std::string::npos) {
      continue;
    }
    return make_error(
        ErrorCode::kUsage, fmt::format("{} is not an argument of {}", name, action.name),
        std::string(name),
        fmt::format("{} takes {}", action.name, action.takes.empty() ? "nothing" : action.takes));
  }
  return success();
}

}  // namespace

// The agent is bound to the session by its first work in it.
Result<SessionReply> call_update(SessionCall& call, const UpdateArguments& arguments) {
  for (const auto& action : kActions) {
    if (action.name != arguments.action) continue;
    Value request = Value::object();
    CLEW_TRY(check_locations(action, arguments));
    CLEW_TRY(action.fill(arguments, request));
    CLEW_ASSIGN(const Answer answer, call.run(action.verb, std::move(request)));
    call.bind(answer, SessionCall::Binding::kFirstWork);
    return changed_reply(call, answer);
  }
  return make_error(ErrorCode::kUsage, fmt::format("unknown action \"{}\"", arguments.action),
                    "action");
}

}  // namespace clew
