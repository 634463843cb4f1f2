#include "command/sync/travel_preview.h"

#include <fmt/format.h>

#include "engine/log/own_log.h"
#include "secrets/find_secrets.h"

namespace clew {
namespace {

constexpr size_t kMaxFindings = 20;

}  // namespace

Result<TravelPreview> preview_travel(Workspace& workspace, const std::vector<SessionId>& sessions) {
  TravelPreview preview;
  size_t findings = 0;
  for (const auto& id : sessions) {
    CLEW_ASSIGN(const auto own, own_events(workspace.store(), id));
    preview.events += own.size();
    for (const auto& event : own) {
      const auto found = find_secrets(event.payload);
      if (found.empty() || ++findings > kMaxFindings) continue;
      preview.secrets += fmt::format("\n  event {} of {} looks like it holds a secret ({})",
                                     event.header.seq.number, id.text, found.front().kind);
    }
  }
  if (findings > kMaxFindings) {
    preview.secrets += fmt::format("\n  and {} more", findings - kMaxFindings);
  }
  return preview;
}

}  // namespace clew
