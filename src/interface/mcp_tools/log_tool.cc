// session_log: `record`, one line per entry. All of it is recorded, or nothing.

#include <fmt/format.h>

#include <algorithm>

#include "interface/mcp_tools/log_entries.h"
#include "interface/mcp_tools/session_reply.h"
#include "interface/mcp_tools/tool_arguments.h"

namespace clew {
namespace {

// `record` counts lines, and there is one per entry; some of its fields have other names here.
Error in_entries(Error error) {
  constexpr std::string_view kLine = "line ";
  if (error.message.starts_with(kLine)) error.message.replace(0, kLine.size(), "entry ");
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"verb",           "status"  },
      {"error.category", "category"}
  };
  for (const auto& [there, here] : kNames) {
    const std::string words = fmt::format(": {} must ", there);
    const size_t at = error.message.find(words);
    if (at == std::string::npos) continue;
    error.message.replace(at, words.size(), fmt::format(": {} must ", here));
    error.subject = here;
  }
  if (error.next.find("--dry-run") != std::string::npos) error.next.clear();
  if (error.message.starts_with("entry ")) error.message += "; nothing was recorded";
  return error;
}

}  // namespace

Result<SessionReply> call_log(SessionCall& call, const LogArguments& arguments) {
  auto lines = record_lines_of(arguments.entries);
  if (!lines) return in_entries(lines.error());
  auto answer = call.record(*lines);
  if (!answer) return in_entries(answer.error());
  call.bind(*answer, SessionCall::Binding::kFirstWork);
  const size_t notes = std::min(answer->text.find('\n'), answer->text.size());
  answer->text = fmt::format("recorded {} {}{}", lines->size(),
                             lines->size() == 1 ? "entry" : "entries", answer->text.substr(notes));
  return changed_reply(call, *answer);
}

}  // namespace clew
