#include "command/verb.h"

namespace clew {
namespace {

Status read_one(const ParamInfo& param, const Value& value, void* request) {
  const Value* given = value.find(param.name);
  if (given == nullptr || given->is_null()) {
    if (param.need == Need::kOptional) return success();
    return make_error(ErrorCode::kUsage, std::string(param.placeholder) + " is missing",
                      param.name);
  }
  Status status = param.read(*given, static_cast<std::byte*>(request) + param.offset, param.name);
  if (status) return status;
  Error error = status.error();
  error.code = ErrorCode::kUsage;
  return error;
}

bool is_known(const std::vector<ParamInfo>& params, const std::string& name) {
  for (const auto& param : params) {
    if (name == param.name) return true;
  }
  return false;
}

}  // namespace

Status read_params(const std::vector<ParamInfo>& params, const Value& value, void* request) {
  for (const auto& param : params) CLEW_TRY(read_one(param, value, request));
  for (const auto& [name, unused] : value.as_object()) {
    if (is_known(params, name)) continue;
    return make_error(ErrorCode::kUsage, name + " is not a parameter", name);
  }
  return success();
}

std::optional<VerbKind> find_verb_kind(std::string_view name) {
  const Verb* verb = find_verb(name);
  if (verb == nullptr) return std::nullopt;
  return VerbKind{verb->effect, verb->session};
}

void ask_for(Caller& caller, const Verb& verb) {
  caller.verb = verb.name;
  caller.effect = verb.effect;
  caller.session_argument = verb.session;
}

}  // namespace clew
