#include "command/record/report_context.h"

#include <fmt/format.h>

#include "engine/record_fact.h"

namespace clew {

Result<Answer> report_context(Workspace& workspace, const ContextRequest& request) {
  if (!request.tokens && !request.compressed) {
    return make_error(ErrorCode::kUsage,
                      "give the number of tokens, or report that the context was compressed",
                      "--tokens", "clew context --tokens 120000");
  }
  const ContextReported fact{AgentId(request.agent), request.tokens, request.compressed};
  return record_fact(workspace, fact, "", [](const Done& done, const std::string&) {
    const ContextUsage& usage = done.after.context;
    return fmt::format("context: {} tokens, compressed {}×", usage.estimated_tokens,
                       usage.compressions);
  });
}

}  // namespace clew
