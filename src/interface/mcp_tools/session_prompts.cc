#include "interface/mcp_tools/session_prompts.h"

#include "interface/mcp_tools/brief_size.h"
#include "interface/mcp_tools/next_call.h"

namespace clew {
namespace {

constexpr const char* kResume = "resume";
constexpr const char* kHandoff = "handoff";

constexpr const char* kResumeWords =
    "Continue the work described in this brief. Check its facts against the files before you rely "
    "on them, do its next step, and record decisions and failures with session_log as they happen.";
constexpr const char* kHandoffWords =
    "Hand this work over to whoever comes next, who will know only what is recorded. Compare the "
    "brief below with what you know. Then: session_log what is missing (decisions with why, "
    "approaches that failed and why, open questions, changed files, and an entry of type next with "
    "the very next action); session_checkpoint named handoff, keeping unfinished files as "
    "artifacts; session_find with this session's id, to read what your successor will read; last, "
    "session_update with action pause and the reason.";

Value message(const std::string& text) {
  Value content = Value::object();
  content.set("type", "text");
  content.set("text", text);
  Value out = Value::object();
  out.set("role", "user");
  out.set("content", std::move(content));
  return out;
}

}  // namespace

std::vector<McpPrompt> session_prompts() {
  const McpPrompt::Argument session{"session", "id of the session (default: the one here)", false};
  return {
      {kResume,  "Resume recorded work", "Continue where the work stopped",          {session}},
      {kHandoff, "Hand the work over",   "Record what a successor needs, and pause", {session}},
  };
}

McpReply write_session_prompt(const std::string& name, const OpenForCall& open, CallFrame frame) {
  const bool resumes = name == kResume;
  const Detail detail = resumes ? Detail::kDetailed : Detail::kConcise;
  SessionCall call(open, std::move(frame));
  const auto brief = call.run("brief", brief_request(detail));
  if (!brief) {
    return McpError{McpFault::kInvalidParams, error_words(brief.error(), "session_find")};
  }
  Value result = Value::object();
  result.set("description", resumes ? "Continue where the work stopped" : "Hand the work over");
  result.set("messages", Value::List{message(std::string(resumes ? kResumeWords : kHandoffWords) +
                                             "\n\n" + brief->text)});
  return result;
}

}  // namespace clew
