#include "command/show/overview.h"

#include <fmt/format.h>

#include <map>

#include "agent_client/setup_state.h"
#include "base/columns.h"
#include "brief/brief.h"
#include "brief/status_page.h"
#include "command/show/show_status.h"
#include "dialect/registry.h"
#include "discovery/found_session.h"
#include "drift/check.h"
#include "engine/list_found.h"
#include "engine/recording.h"
#include "engine/session_list.h"

namespace clew {
namespace {

constexpr size_t kMaxLines = 14;
constexpr size_t kMaxFound = 1000;
constexpr size_t kGoalColumns = 40;  // columns of a goal that stands beside something

// The one of this project that was touched last, whatever became of it.
std::optional<SessionSummary> last_session(Workspace& workspace) {
  std::optional<SessionSummary> last;
  for (const auto& id : workspace.project().ids) {
    ListQuery query;
    query.project = id;
    for (auto& summary : workspace.store().list(query).value_or({})) {
      if (summary.forgotten || (last && last->touched_at >= summary.touched_at)) continue;
      last = std::move(summary);
    }
  }
  return last;
}

// What stands in files of this project, and could be taken in.
std::string adopt_words(Workspace& workspace) {
  const auto found = list_found(workspace, kMaxFound);
  if (!found) return {};
  const std::string here = real_here(workspace);
  std::map<std::string, std::pair<size_t, std::string>> dialects;  // how many, and the first
  for (const auto& each : found->data.find("found")->as_list()) {
    const std::string path = shown_path(here, each.find("path")->as_string());
    if (path.starts_with('/')) continue;
    auto& [count, first] = dialects[each.find("dialect")->as_string()];
    if (++count == 1) first = path;
  }
  std::string text;
  for (const auto& [name, reported] : dialects) {
    const std::string usual = find_dialect(name)->default_folder();
    const bool is_there = usual != "." && reported.second.starts_with(usual + "/");
    text += fmt::format("  adopt files    {:<32} (found: {} {} {})\n",
                        "clew import " + (is_there ? usual : reported.second), reported.first, name,
                        reported.first == 1 ? "session" : "sessions");
  }
  return text;
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
        cut_columns(visible(one_line(last->goal)), kGoalColumns));
  }
  if (!agents.empty()) {
    answer.text +=
        fmt::format("  use an agent   clew setup                       (found: {})\n", agents);
  }
  if (!last) answer.text += adopt_words(workspace);
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
  if (count_lines(answer.text) <= kMaxLines) return answer;
  CLEW_ASSIGN(const Loaded loaded, workspace.load(*ref));
  const World world = look_at_world(workspace, loaded, LookDepth::kNone);
  answer.text = write_short_brief(loaded.session, world);
  return with_off_words(workspace, std::move(answer));
}

}  // namespace clew
