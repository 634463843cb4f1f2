#include "command/show_here.h"

#include <fmt/format.h>

#include "brief/brief.h"
#include "brief/status_page.h"
#include "command/list_sessions.h"
#include "command/look_at_world.h"
#include "command/setup_world.h"
#include "command/show_status.h"

namespace clew {
namespace {

constexpr size_t kMostLines = 14;

Answer nothing_yet(Workspace& workspace) {
  const std::string agents = installed_titles(workspace);
  Answer answer;
  answer.data.set("session", nullptr);
  answer.data.set("agents", agents);
  answer.data.set("next", "clew start");
  answer.text = "No session here yet.\n";
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
    const std::vector<SessionCard> open = workspace.open_sessions();
    if (open.size() > 1) {
      Answer answer = list_cards(workspace, open);
      answer.text += fmt::format("\nnext  clew status {}      or  clew use {}",
                                 open.front().id.text, open.front().id.text);
      return answer;
    }
    if (ref.error().code == ErrorCode::kNotFound && workspace.surroundings().session.empty()) {
      return nothing_yet(workspace);
    }
    return ref.error();
  }
  CLEW_ASSIGN(Answer answer, show_status(workspace, StatusRequest()));
  if (count_lines(answer.text) <= kMostLines) return answer;
  CLEW_ASSIGN(const Loaded loaded, workspace.load(*ref));
  const World world = look_at_world(workspace, loaded, LookDepth::kNone);
  answer.text = write_short_brief(loaded.session, world);
  return answer;
}

}  // namespace clew
