#include "command/show_here.h"

#include <fmt/format.h>

#include "base/text.h"
#include "brief/brief.h"
#include "brief/status_page.h"
#include "command/list_sessions.h"
#include "command/look_at_world.h"
#include "command/setup_check.h"
#include "command/show_status.h"
#include "command/switch_recording.h"

namespace clew {
namespace {

constexpr size_t kMostLines = 14;
constexpr size_t kGoalColumns = 40;  // columns of a goal that stands beside something

// The one of this project that was touched last, whatever became of it.
std::optional<SessionCard> last_session(Workspace& workspace) {
  std::optional<SessionCard> last;
  for (const auto& id : workspace.project().ids) {
    ListQuery query;
    query.project = id;
    for (auto& card : workspace.store().list(query).value_or({})) {
      if (card.forgotten || (last && last->touched_at >= card.touched_at)) continue;
      last = std::move(card);
    }
  }
  return last;
}

Answer nothing_open(Workspace& workspace) {
  const std::string agents = titles_to_set_up(workspace);
  const auto last = last_session(workspace);
  Answer answer;
  answer.data.set("session", nullptr);
  if (last) answer.data.set("last", last->id.text);
  answer.data.set("agents", agents);
  answer.data.set("next", "clew start");
  answer.text = "No session here yet.\n";
  if (last) {
    answer.text = fmt::format(
        "No open session here.\n"
        "  the last one   clew status {}      ({} {} ago: {})\n"
        "  all of them    clew list\n",
        last->id.text, name_of(last->status), to_words(workspace.now() - last->touched_at),
        cut(one_line(last->goal), kGoalColumns));
  }
  if (!agents.empty()) {
    answer.text +=
        fmt::format("  use an agent   clew setup                       (found: {})\n", agents);
  }
  answer.text +=
      "  start one      clew start \"Add OAuth login\" --step design --step build --step test\n"
      "  see it work    clew tour\n"
      "  what else      clew help";
  return answer;
}

size_t count_lines(const std::string& text) {
  size_t lines = 1;
  for (const char c : text) lines += c == '\n' ? 1 : 0;
  return lines;
}

}  // namespace

Result<Answer> show_here(Workspace& workspace, const NoRequest&) {
  auto ref = workspace.find_session(Effect::kReads);
  if (!ref) {
    const bool none = ref.error().code == ErrorCode::kNotFound &&
                      workspace.caller().session.empty() &&
                      workspace.surroundings().session.empty();
    return with_off_words(workspace,
                          none ? nothing_open(workspace) : list_open(workspace, ref.error()));
  }
  CLEW_ASSIGN(Answer answer, show_status(workspace, StatusRequest()));
  if (count_lines(answer.text) <= kMostLines) return answer;
  CLEW_ASSIGN(const Loaded loaded, workspace.load(*ref));
  const World world = look_at_world(workspace, loaded, LookDepth::kNone);
  answer.text = write_short_brief(loaded.session, world);
  return with_off_words(workspace, std::move(answer));
}

}  // namespace clew
