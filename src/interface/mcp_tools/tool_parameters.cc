#include "interface/mcp_tools/tool_parameters.h"

#include <fmt/format.h>

#include <algorithm>

namespace clew {
namespace {

struct SharedArguments {
  std::string session;
  std::string key;
  std::string detail;
  static constexpr auto params() {
    using R = SharedArguments;
    return field_list(option("session", &R::session, "ID", ""), option("key", &R::key, "KEY", ""),
                      option("detail", &R::detail, "concise|detailed", ""));
  }
};

bool is_taken(const SessionTool& tool, std::string_view shared) {
  if (shared == "session") return tool.session == ToolSession::kNamed;
  if (shared == "key") {
    return tool.effect == ToolEffect::kRecords || tool.effect == ToolEffect::kChanges;
  }
  return true;
}

// Models fill in what they do not mean.
bool says_nothing(const Value* value) {
  return value == nullptr || value->is_null() || (value->is_string() && value->as_string().empty());
}

std::string names_of(const std::vector<ParamInfo>& params) {
  std::string names;
  for (const auto& param : params)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", param.name);
  return names;
}

const ParamInfo* find_param(const std::vector<ParamInfo>& params, std::string_view name) {
  for (const auto& param : params) {
    if (name == param.name) return &param;
  }
  return nullptr;
}

Status check_choice(const ParamInfo& param, const Value& value) {
  const std::vector<std::string> choices = choices_of(param);
  if (choices.empty() || !value.is_string()) return success();
  if (std::find(choices.begin(), choices.end(), value.as_string()) != choices.end()) {
    return success();
  }
  return make_error(ErrorCode::kUsage,
                    fmt::format("{} must be one of {}, not \"{}\"", param.name,
                                fmt::join(choices, ", "), value.as_string()),
                    param.name, fmt::format("call again with another {}", param.name));
}

}  // namespace

std::vector<ParamInfo> all_params(const SessionTool& tool) {
  std::vector<ParamInfo> params = tool.params();
  for (const auto& shared : list_params<SharedArguments>()) {
    if (is_taken(tool, shared.name)) params.push_back(shared);
  }
  return params;
}

std::vector<std::string> choices_of(const ParamInfo& param) {
  const std::string_view words = param.placeholder;
  if (param.type != ParamType::kText || words.find('|') == std::string_view::npos) return {};
  std::vector<std::string> choices;
  for (size_t from = 0; from <= words.size();) {
    const size_t end = std::min(words.find('|', from), words.size());
    choices.emplace_back(words.substr(from, end - from));
    from = end + 1;
  }
  return choices;
}

Status take_shared(const SessionTool& tool, Value& arguments, CallFrame& frame) {
  const auto takes = [&] {
    return fmt::format("{} takes {}", tool.name, names_of(all_params(tool)));
  };
  const auto& params = tool.params();
  Value own = Value::object();
  Value shared = Value::object();
  for (const auto& [name, value] : arguments.as_object()) {
    const ParamInfo* param = find_param(params, name);
    Value& goes_to = param == nullptr ? shared : own;
    if (param == nullptr && is_taken(tool, name)) {
      param = find_param(list_params<SharedArguments>(), name);
    }
    if (param == nullptr) {
      return make_error(ErrorCode::kUsage, fmt::format("unknown argument {}", name), name, takes());
    }
    if (says_nothing(&value)) continue;
    CLEW_TRY(check_choice(*param, value));
    // Models write the number of a step as one.
    const bool is_step = value.is_int() && param->placeholder == std::string_view("STEP");
    goes_to.set(name, is_step ? Value(std::to_string(value.as_int())) : value);
  }
  for (const auto& param : params) {
    if (param.need == Need::kRequired && own.find(param.name) == nullptr) {
      return make_error(ErrorCode::kUsage, fmt::format("{} is missing", param.name), param.name,
                        takes());
    }
  }
  CLEW_ASSIGN(const SharedArguments read, read_request<SharedArguments>(shared));
  frame.session = read.session;
  frame.key = read.key;
  if (read.detail == "concise") frame.detail = Detail::kConcise;
  if (read.detail == "detailed") frame.detail = Detail::kDetailed;
  arguments = std::move(own);
  return success();
}

}  // namespace clew
