#include "command/plan/make_checkpoint.h"

#include <fmt/format.h>

#include "engine/record_fact.h"

namespace clew {

Result<Answer> make_checkpoint(Workspace& workspace, const CheckpointRequest& request) {
  CheckpointMade fact;
  fact.label = request.name.empty() ? to_iso_minutes(workspace.now()) : request.name;
  fact.note = request.note;
  return record_fact(workspace, fact, request.step, [](const Done& done, const std::string&) {
    const std::string& id = done.after.identity.id.text;
    const auto& kept = done.after.checkpoints.items;
    const std::string name = kept.empty() ? "" : kept.back().name;
    const uint32_t seq = done.head.seq.number;
    return Saying(fmt::format("checkpoint {} at {}", name, seq),
                  fmt::format("clew diff {}@{} {}   shows what came after it", id, seq, id));
  });
}

}  // namespace clew
