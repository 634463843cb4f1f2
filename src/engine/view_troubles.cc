#include "engine/view_troubles.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "document/tree_builder.h"
#include "files/relative_path.h"
#include "view/open_view.h"

namespace clew {
namespace {

constexpr Duration kLookDeadline{50};

std::unique_ptr<OpenView> look_at_view(Workspace& workspace, const SessionId& id) {
  std::vector<std::string> unheard;
  auto view =
      OpenView::open(workspace.store(), workspace.files(), workspace.surroundings().cache_folder,
                     id, workspace.now(), kLookDeadline, unheard);
  return view ? std::move(*view) : nullptr;
}

std::string edited_words(Workspace& workspace, const SessionId& id) {
  const auto summary = workspace.store().summary(id);
  if (!summary || !is_closed(summary->status))
    return " was edited; the next change picks up the edit";
  return fmt::format(" was edited;  clew view accept -s {}  accepts the edit, or reports why not",
                     id.text);
}

}  // namespace

bool has_edited_view(Workspace& workspace, const SessionId& id) {
  const auto view = look_at_view(workspace, id);
  return view && view->has_edits();
}

// What was lost is told alone; else why the last change left the view unchanged; else what is wrong
// with each file.
std::vector<std::string> view_troubles(Workspace& workspace, const SessionId& id) {
  const auto view = look_at_view(workspace, id);
  if (!view) return {};
  const auto& seen = view->seen();
  std::vector<std::string> lost;
  for (const auto& file : seen) {
    if (!file.lost.any()) continue;
    lost.push_back(fmt::format("{}: {}; run:  clew repair {}", file.path, lost_words(file.lost),
                               shell_word(view->state().own_path())));
  }
  if (!lost.empty()) return lost;
  const bool waits = std::any_of(seen.begin(), seen.end(), awaits_choice);
  // As it was judged last; what is opened is judged anew.
  const auto last = load_view(workspace.store(), id);
  if (last && *last && !(*last)->held.empty() && (waits || view->has_edits())) {
    return {"the view was left unchanged: " + (*last)->held};
  }
  std::vector<std::string> reported;
  for (const auto& file : seen) {
    switch (file.verdict) {
      case FileVerdict::kEdited:
        reported.push_back(file.trouble.empty() ? file.path + edited_words(workspace, id)
                                                : file.trouble + "; the edit is not picked up");
        break;
      case FileVerdict::kConflict:
        reported.push_back(file.path + " has merge conflict markers; choose one side");
        break;
      case FileVerdict::kRefused:
        reported.push_back(fmt::format("{}; the file is left unchanged until you {}", file.trouble,
                                       way_out_of(file.trouble, last_part_of(file.path))));
        break;
      case FileVerdict::kDamaged:
        reported.push_back(
            file.path + (waits ? " is damaged"
                               : " is damaged; the next change restores it from the log and saves "
                                 "the damaged copy"));
        break;
      case FileVerdict::kMissing:
      case FileVerdict::kOurs:
      case FileVerdict::kBehind:
      case FileVerdict::kPutBack:
        break;
    }
  }
  return reported;
}

}  // namespace clew
