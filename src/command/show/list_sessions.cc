#include "command/show/list_sessions.h"

#include <fmt/format.h>

#include <algorithm>

#include "brief/standing.h"
#include "engine/list_found.h"
#include "engine/session_list.h"
#include "engine/workspace.h"

namespace clew {
namespace {

// A status is asked for as it is shown: what inactivity has paused is recorded as active still.
Result<std::vector<SessionSummary>> summaries_as_shown(Workspace& workspace, ListQuery query) {
  const auto asks = [&](Lifecycle status) {
    return std::count(query.statuses.begin(), query.statuses.end(), status) > 0;
  };
  const bool active = asks(Lifecycle::kActive);
  const bool paused = asks(Lifecycle::kPaused);
  if (active == paused) return workspace.store().list(query);
  const Time due = workspace.now() - kInactivityPause;
  ListQuery idle = query;
  idle.statuses = {Lifecycle::kActive};
  if (active) {
    std::erase(query.statuses, Lifecycle::kActive);
    idle.touched_since = std::max(idle.touched_since.value_or(due), due);
  } else {
    idle.touched_before = std::min(idle.touched_before.value_or(due), due);
  }
  CLEW_ASSIGN(auto summaries, workspace.store().list(idle));
  if (!query.statuses.empty()) {
    CLEW_ASSIGN(const auto others, workspace.store().list(query));
    summaries.insert(summaries.end(), others.begin(), others.end());
  }
  return summaries;
}

// Whether there were more.
bool keep_newest(std::vector<SessionSummary>& summaries, size_t limit) {
  std::stable_sort(
      summaries.begin(), summaries.end(),
      [](const SessionSummary& a, const SessionSummary& b) { return a.touched_at > b.touched_at; });
  const bool more = summaries.size() > limit;
  if (more) summaries.resize(limit);
  return more;
}

size_t drop_put_away(std::vector<SessionSummary>& summaries, Time now) {
  return std::erase_if(summaries,
                       [&](const SessionSummary& summary) { return is_put_away(summary, now); });
}

}  // namespace

Result<Answer> list_sessions(Workspace& workspace, const ListRequest& request) {
  ListQuery query;
  query.text = request.text;
  query.archived = request.archived;
  for (const auto& word : request.status) {
    const auto status = enum_from<Lifecycle>(word);
    if (!status) {
      return make_error(ErrorCode::kUsage,
                        fmt::format("unknown status \"{}\"; choose one of: active, paused, "
                                    "completed, failed, aborted, abandoned",
                                    word),
                        word, "clew list --status active");
    }
    query.statuses.push_back(*status);
  }
  if (!request.actor.empty()) query.actor = ActorId(request.actor);
  if (request.since) query.touched_since = workspace.now() - *request.since;
  if (request.older) query.touched_before = workspace.now() - *request.older;
  if (request.limit && (*request.limit < 1 || *request.limit > 100'000)) {
    return make_error(ErrorCode::kUsage, "--limit must be between 1 and 100000", "--limit");
  }
  const auto limit = static_cast<size_t>(request.limit.value_or(20));
  if (request.found) return list_found(workspace, limit);
  query.limit = limit + 1;  // one more shows that there are more
  std::vector<SessionSummary> summaries;
  if (request.all) {
    CLEW_ASSIGN(summaries, summaries_as_shown(workspace, query));
  } else {
    for (const auto& id : workspace.project().ids) {
      query.project = id;
      CLEW_ASSIGN(auto found, summaries_as_shown(workspace, query));
      summaries.insert(summaries.end(), found.begin(), found.end());
    }
  }
  const bool narrowed = !query.text.empty() || !query.statuses.empty() || query.actor ||
                        query.touched_since || query.touched_before;
  const size_t put_away =
      narrowed || request.archived || request.all ? 0 : drop_put_away(summaries, workspace.now());
  const bool more = keep_newest(summaries, limit);
  Answer answer = list_summaries(workspace, summaries);
  if (more) tell_of_more(answer, limit);
  if (summaries.empty() && !request.all) {
    answer.text = fmt::format("No {}sessions of this project.  clew list --all   shows the others",
                              narrowed ? "such " : "");
  }
  if (put_away > 0) {
    answer.text += fmt::format(
        "\n{} left open by agents and not touched for a week; list with  "
        "clew list --archived",
        counted(put_away, "session was", "sessions were"));
  }
  return answer;
}

}  // namespace clew
