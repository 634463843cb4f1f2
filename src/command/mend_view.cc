#include "command/mend_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "command/open_view.h"
#include "command/switch_recording.h"

namespace clew {
namespace {

constexpr Duration kLookDeadline{50};

// Damaged files alone: whatever else stands in the view is nobody's to judge here.
std::vector<std::string> damaged_files(Workspace& workspace, const SessionId& id) {
  std::vector<std::string> unheard;
  const auto view =
      OpenView::open(workspace.store(), workspace.files(), workspace.surroundings().cache_folder,
                     id, workspace.now(), kLookDeadline, unheard);
  std::vector<std::string> damaged;
  if (!view || !*view || !(*view)->state().held.empty()) return damaged;
  for (const auto& file : (*view)->seen()) {
    switch (file.verdict) {
      case FileVerdict::kDamaged:
        damaged.push_back(file.path);
        break;
      case FileVerdict::kEdited:
      case FileVerdict::kConflict:
        return {};
      case FileVerdict::kMissing:
      case FileVerdict::kOurs:
      case FileVerdict::kBehind:
      case FileVerdict::kPutBack:
        break;
    }
  }
  return damaged;
}

}  // namespace

MendedView mend_view(Workspace& workspace, const SessionId& id) {
  MendedView out;
  const auto damaged = damaged_files(workspace, id);
  if (damaged.empty()) return out;
  if (!is_off(workspace)) {
    if (auto done = workspace.execute_unkeyed(id, {})) {
      out.mended = true;
      out.words = std::move(done->notices);
      return out;
    }
  }
  for (const auto& path : damaged) {
    out.words.push_back(fmt::format(
        "{} is damaged; the next change restores it from the log and keeps it aside", path));
  }
  return out;
}

}  // namespace clew
