// session_resume: `resume`, or `brief` where nothing may change. The brief alone, as text: it marks
// by itself what was recorded, by whom, and how much of it was read.

#include <fmt/format.h>

#include "interface/mcp_tools/brief_size.h"
#include "interface/mcp_tools/next_call.h"
#include "interface/mcp_tools/tool_arguments.h"

namespace clew {
namespace {

bool is_past(const std::string& session) {
  const size_t at = session.rfind('@');
  return at != std::string::npos && at > 0;
}

}  // namespace

Result<SessionReply> call_resume(SessionCall& call, const ResumeArguments&) {
  const bool off = call.is_off();
  const bool reads_only = off || is_past(call.frame().session);
  auto answer = call.run(reads_only ? "brief" : "resume", brief_request(call.frame().detail));
  if (!answer && !reads_only && answer.error().code == ErrorCode::kNotAllowed) {
    // A store that can only be read still tells what it knows.
    answer = call.run("brief", brief_request(call.frame().detail));
  }
  if (!answer) return answer.error();
  if (!reads_only) call.bind(*answer, SessionCall::Binding::kTakenUp);
  SessionReply reply;
  reply.text = answer->text;
  if (off) reply.text += "\n\n" + in_tool_words(call.off_words());
  return reply;
}

}  // namespace clew
