#include "session/session.h"

#include <algorithm>

namespace clew {

CLEW_COPIED_HERE(Agent);
CLEW_COPIED_HERE(Identity);
CLEW_COPIED_HERE(Session);
template struct StructInfoOf<Agent>;
template struct StructInfoOf<Identity>;
template struct StructInfoOf<Structure>;
template struct StructInfoOf<LifecycleState>;
template struct StructInfoOf<ContextUsage>;
template struct StructInfoOf<Instruction>;
template struct StructInfoOf<Session>;

const Step* Session::find(StepId id) const {
  if (id.number >= steps.size() || steps[id.number].removed) return nullptr;
  return &steps[id.number];
}

// "src/a.cc" is the same as "/work/src/a.cc" but not as "/work/lib-src/a.cc".
bool is_same_path(std::string_view a, std::string_view b) {
  const auto is_end = [](std::string_view whole, std::string_view end) {
    return !end.empty() && whole.size() > end.size() && whole.ends_with(end) &&
           whole[whole.size() - end.size() - 1] == '/';
  };
  return a == b || is_end(a, b) || is_end(b, a);
}

bool is_named_elsewhere(const Session& session, const Artifact& artifact) {
  const auto is_it = [&](std::string_view path) { return is_same_path(path, artifact.path); };
  const auto has_it = [&](const std::vector<std::string>& paths) {
    return std::any_of(paths.begin(), paths.end(), is_it);
  };
  for (const auto& step : session.steps) {
    for (const auto& attempt : step.attempts) {
      if (has_it(attempt.outputs)) return true;
    }
  }
  const auto& agents = session.agents.items;
  const auto& files = session.files.items;
  return std::any_of(agents.begin(), agents.end(),
                     [&](const Agent& agent) {
                       return has_it(agent.files.created) || has_it(agent.files.modified);
                     }) ||
         std::any_of(files.begin(), files.end(),
                     [&](const FileChange& file) { return is_it(file.path); });
}

void copy_kept(const Session& from, Session& to) {
  const auto copy = [&](auto kind) { to.*kind = std::decay_t<decltype(to.*kind)>(from.*kind); };
  copy(&Session::decisions);
  copy(&Session::questions);
  copy(&Session::failed_approaches);
  copy(&Session::notes);
  copy(&Session::files);
  copy(&Session::runs);
  copy(&Session::errors);
  copy(&Session::claims);
  copy(&Session::agents);
  copy(&Session::artifacts);
  copy(&Session::revisions);
  copy(&Session::checkpoints);
  copy(&Session::instructions);
}

}  // namespace clew
