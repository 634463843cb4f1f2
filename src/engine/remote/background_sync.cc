#include "engine/remote/background_sync.h"

#include <algorithm>

#include "engine/recording.h"
#include "engine/remote/background_programs.h"
#include "engine/remote/remote_state.h"

namespace clew {
namespace {

// For all folders together, when a conversation begins.
constexpr Duration kWaitForFolders{150};

bool is_due(const RemoteState& state, Time now) {
  if (!state.automatic) return false;
  const auto next_try = parse_time(state.next_try);
  return !next_try || now >= next_try->time;
}

void start_for_each(Workspace& workspace, Duration wait_for_folders) {
  BackgroundPrograms* programs = workspace.surroundings().background;
  if (programs == nullptr) return;
  const auto states = remote_states(workspace.store());
  const bool any = std::any_of(states.begin(), states.end(), [&](const auto& each) {
    return is_due(each.second, workspace.now());
  });
  if (!any || is_off(workspace)) return;
  for (const auto& [name, state] : states) {
    if (!is_due(state, workspace.now())) continue;
    const Duration wait = state.is_folder ? wait_for_folders : Duration{0};
    static_cast<void>(
        programs->start(workspace.surroundings(), {"sync", name, "--background"}, wait));
    if (wait.ms > 0) wait_for_folders = Duration{0};
  }
}

}  // namespace

bool ends_a_stretch(const std::vector<Event>& events) {
  return std::any_of(events.begin(), events.end(), [](const Event& event) {
    return holds<CheckpointMade>(event.data) || holds<SessionPaused>(event.data) ||
           holds<SessionEnded>(event.data);
  });
}

void send_in_background(Workspace& workspace) { start_for_each(workspace, Duration{0}); }
void look_in_background(Workspace& workspace) { start_for_each(workspace, kWaitForFolders); }

}  // namespace clew
