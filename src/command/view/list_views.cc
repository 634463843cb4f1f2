#include "command/view/list_views.h"

#include <fmt/format.h>

#include "base/shell_word.h"
#include "document/tree_builder.h"
#include "engine/project/relocate_project.h"
#include "engine/workspace.h"
#include "files/relative_path.h"
#include "view/open_view.h"

namespace clew {
namespace {

std::string standing(const OpenView* view, const ViewState& state, const SessionSummary& summary,
                     const std::vector<std::string>& notices) {
  if (!state.held.empty()) return "held: " + state.held;
  if (view == nullptr) return notices.empty() ? "cannot be checked now" : notices.front();
  for (const auto& file : view->seen()) {
    switch (file.verdict) {
      case FileVerdict::kEdited:
        if (file.lost.any()) {
          return fmt::format("{}: {}; run:  clew repair {}", file.path, lost_words(file.lost),
                             shell_word(state.own_path()));
        }
        if (!file.trouble.empty()) return file.trouble;
        return file.path + " was edited; " +
               (is_closed(summary.status) ? " clew view accept -s " + summary.id.text +
                                                "  accepts the edit, or reports why not"
                                          : "picked up with the next change");
      case FileVerdict::kDamaged:
        return file.path + " is damaged; it will be restored with the next change";
      case FileVerdict::kConflict:
        return file.path + " has merge conflict markers";
      case FileVerdict::kRefused:
        return fmt::format("{}; {}", file.trouble,
                           way_out_of(file.trouble, last_part_of(file.path)));
      case FileVerdict::kPutBack:
        return fmt::format("{} was reverted to seq {}", file.path, file.put_back_to.number);
      case FileVerdict::kBehind:
        return file.path + " is out of date; " + when_written(summary.id, summary.status);
      case FileVerdict::kMissing:
        if (state.find(file.path) == nullptr) break;  // there never was one
        return fmt::format("{} is missing; run:  clew repair {}", file.path,
                           shell_word(state.own_path()));
      case FileVerdict::kOurs:
        break;
    }
  }
  return state.seq < summary.head.seq ? "out of date; " + when_written(summary.id, summary.status)
                                      : "clean";
}

}  // namespace

Result<Answer> list_views(Workspace& workspace, const NoRequest& /*request*/) {
  CLEW_ASSIGN(const auto sessions, sessions_with_views(workspace.store()));
  Answer answer;
  Value list = Value::list();
  for (const auto& id : sessions) {
    CLEW_ASSIGN(auto state, load_view(workspace.store(), id));
    const auto summary = workspace.store().summary(id);
    if (!state || !summary) continue;
    std::vector<std::string> notices;
    CLEW_ASSIGN(const auto view, OpenView::open(workspace.store(), workspace.files(),
                                                workspace.surroundings().cache_folder, id,
                                                workspace.now(), seconds(2), notices));
    // The file that held it may have been mended since, and one that cannot be read holds it.
    if (view && !view->state().held.empty()) {
      state->held = view->state().held;
    } else if (view && !state->held.empty()) {
      CLEW_ASSIGN(const Loaded now, workspace.store().load(id, std::nullopt));
      CLEW_ASSIGN(state->held, view->what_holds(now.session));
    }
    CLEW_ASSIGN(const auto moved, moved_view(workspace, id));
    const std::string stands =
        moved ? fmt::format("moved with its project to {}; updated with the next change",
                            moved->folder)
              : standing(view.get(), *state, *summary, notices);
    Value fields = to_value(*state);
    fields.set("session", id.text);
    fields.set("head", summary->head.seq.number);
    fields.set("state", stands);
    list.push(std::move(fields));
    answer.text += fmt::format("{}{}  {} · {}", answer.text.empty() ? "" : "\n", id.text,
                               state->in_words(), stands);
  }
  if (list.as_list().empty()) {
    answer.text = "no session has a view\nnext  clew view attach feature";
  }
  answer.data.set("views", std::move(list));
  return answer;
}

}  // namespace clew
