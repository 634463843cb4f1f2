#include "command/admin/protocol_verbs.h"

namespace clew {
namespace {

Error not_a_call(const char* verb, const char* next) {
  return make_error(
      ErrorCode::kUsage,
      std::string(verb) + " runs as a program of its own and cannot be called from here", verb,
      next);
}

}  // namespace

Result<Answer> serve_mcp_verb(Workspace&, const ServeMcpRequest&) {
  return not_a_call("mcp", "clew setup");
}

Result<Answer> serve_http_verb(Workspace&, const ServeHttpRequest&) {
  return not_a_call("serve", "clew serve");
}

Result<Answer> answer_hook_verb(Workspace&, const AnswerHookRequest&) {
  return not_a_call("hook", "clew setup");
}

}  // namespace clew
