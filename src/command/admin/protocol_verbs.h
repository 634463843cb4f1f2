#pragma once
// Verbs that are protocols rather than one question and one answer: the program serves them itself.
// They stand in the catalogue for the help pages; called as a verb they say how they are meant.

#include "command/verb.h"

namespace clew {

struct ServeMcpRequest {
  static constexpr auto params() { return field_list(); }
};
Result<Answer> serve_mcp_verb(Workspace& workspace, const ServeMcpRequest& request);

struct ServeHttpRequest {
  std::optional<int64_t> port;
  std::string token_file;
  static constexpr auto params() {
    return field_list(
        option("port", &ServeHttpRequest::port, "N", "port on 127.0.0.1; 0 for any free one"),
        option("token_file", &ServeHttpRequest::token_file, "PATH",
               "file with the token that clients send; created if missing"));
  }
};
Result<Answer> serve_http_verb(Workspace& workspace, const ServeHttpRequest& request);

struct AnswerHookRequest {
  std::string agent;
  static constexpr auto params() {
    return field_list(positional("agent", &AnswerHookRequest::agent, "AGENT",
                                 "claude-code, codex, gemini, cursor or opencode"));
  }
};
Result<Answer> answer_hook_verb(Workspace& workspace, const AnswerHookRequest& request);

}  // namespace clew
