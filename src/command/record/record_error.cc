#include "command/record/record_error.h"

#include <fmt/format.h>

#include "command/verb.h"
#include "engine/record_fact.h"

namespace clew {

Result<Answer> record_error(Workspace& workspace, const ErrorRequest& request) {
  ErrorRecorded fact;
  fact.text = request.text;
  if (!request.category.empty()) {
    CLEW_TRY(read_option("--category", Value(request.category), fact.category));
  }
  return record_fact(workspace, fact, request.step, [&](const Done&, const std::string& number) {
    return fmt::format("recorded as {}: {}", number, fact.text);
  });
}

}  // namespace clew
