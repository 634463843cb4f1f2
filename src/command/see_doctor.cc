#include "command/see_doctor.h"

#include <fmt/format.h>

#include "command/checkup.h"

namespace clew {

Result<Answer> see_doctor(Workspace& workspace, const NoRequest&) {
  CheckResults findings;
  check_store(workspace, findings);
  check_permissions(workspace, findings);
  check_content(workspace, findings);
  check_around(workspace, findings);
  check_sessions(workspace, findings);
  Answer answer;
  Value checks = Value::list();
  size_t wrong = 0;
  std::string first;
  for (const auto& finding : findings) {
    Value fields = Value::object();
    fields.set("check", finding.name);
    fields.set("ok", finding.fine);
    fields.set("found", finding.words);
    fields.set("next", finding.next);
    checks.push(fields);
    answer.text += fmt::format("{}{} {:<12} {}", answer.text.empty() ? "" : "\n",
                               finding.fine ? "✔" : "✘", finding.name, finding.words);
    if (!finding.next.empty()) answer.text += "\n    next  " + finding.next;
    if (finding.fine) continue;
    if (wrong++ == 0) first = finding.next;
  }
  answer.data.set("checks", checks);
  answer.data.set("wrong", static_cast<int64_t>(wrong));
  if (wrong > 0) {
    answer.refusal =
        make_error(ErrorCode::kFailed,
                   fmt::format("{} of {} checks found something wrong", wrong, findings.size()),
                   workspace.surroundings().store_path, first);
  }
  return answer;
}

}  // namespace clew
