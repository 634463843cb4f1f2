#include "engine/restore_damaged_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "engine/recording.h"
#include "view/open_view.h"

namespace clew {
namespace {

constexpr Duration kLookDeadline{50};

// What stands in the way of the files saying what the log does.
struct ViewTrouble {
  std::string held;
  std::vector<std::string> damaged;
  std::vector<std::string> edited;
  std::vector<std::string> conflicts;
  std::vector<std::string> lost;  // sentences
};

ViewTrouble look_at_view(Workspace& workspace, const SessionId& id) {
  std::vector<std::string> unheard;
  const auto view =
      OpenView::open(workspace.store(), workspace.files(), workspace.surroundings().cache_folder,
                     id, workspace.now(), kLookDeadline, unheard);
  ViewTrouble found;
  if (!view || !*view) return found;
  // As it was judged last; what is opened is judged anew.
  const auto last = load_view(workspace.store(), id);
  if (last && *last) found.held = (*last)->held;
  for (const auto& file : (*view)->seen()) {
    switch (file.verdict) {
      case FileVerdict::kDamaged:
        found.damaged.push_back(file.path);
        break;
      case FileVerdict::kEdited:
        if (file.lost.any()) {
          found.lost.push_back(fmt::format("{}: {}; run:  clew repair {}", file.path,
                                           lost_words(file.lost),
                                           shell_word((*view)->state().own_path())));
        }
        found.edited.push_back(file.path);
        break;
      case FileVerdict::kConflict:
        found.conflicts.push_back(file.path);
        break;
      case FileVerdict::kMissing:
      case FileVerdict::kOurs:
      case FileVerdict::kBehind:
      case FileVerdict::kPutBack:
        break;
    }
  }
  return found;
}

}  // namespace

bool has_edited_view(Workspace& workspace, const SessionId& id) {
  return !look_at_view(workspace, id).edited.empty();
}

MendedView mend_view(Workspace& workspace, const SessionId& id) {
  MendedView out;
  const auto [held, damaged, edited, conflicts, lost] = look_at_view(workspace, id);
  if (!lost.empty()) {
    out.words = lost;
    return out;
  }
  if (!held.empty() && !(edited.empty() && conflicts.empty())) {
    out.words.push_back("the view was left unchanged: " + held);
    return out;
  }
  for (const auto& path : conflicts) {
    out.words.push_back(path + " has merge conflict markers; choose one side");
  }
  for (const auto& path : edited) {
    const auto card = workspace.store().card(id);
    const bool is_over = card && is_closed(card->status);
    out.words.push_back(path +
                        (is_over ? " was edited;  clew view accept -s " + id.text +
                                       "  accepts the edit, or reports why not"
                                 : std::string(" was edited; the next change picks up the edit")));
  }
  if (damaged.empty() || !edited.empty() || !conflicts.empty()) return out;
  if (!is_off(workspace)) {
    if (auto done = workspace.execute_unkeyed(id, {})) {
      out.mended = true;
      out.words = std::move(done->notices);
      return out;
    }
  }
  for (const auto& path : damaged) {
    out.words.push_back(fmt::format(
        "{} is damaged; the next change restores it from the log and saves the damaged copy",
        path));
  }
  return out;
}

}  // namespace clew
