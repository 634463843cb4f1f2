#include "engine/remote/remote_state.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "base/text.h"
#include "brief/standing.h"
#include "document/json/json.h"
#include "engine/transact.h"
#include "store/settings.h"

namespace clew {
namespace {

constexpr Duration kFirstPause = seconds(30);
constexpr Duration kLongestPause = hours(1);
constexpr int64_t kMaxDoublings = 10;

RemoteState state_of(const std::string& text) {
  const auto value = parse_json(text);
  if (!value) return {};
  return from_value<RemoteState>(*value).value_or(RemoteState());
}

// "2026-11-15 14:32" of a time as it is kept; the text itself when it is none.
std::string readable(const std::string& time) {
  const auto parsed = parse_time(time);
  return parsed ? to_iso_minutes(parsed->time) : time;
}

}  // namespace

std::map<std::string, RemoteState> remote_states(SettingReader& store) {
  std::map<std::string, RemoteState> states;
  const auto rows = store.settings(std::string(kRemoteStates));
  if (!rows) return states;
  for (const auto& row : *rows) states[row.key.substr(kRemoteStates.size())] = state_of(row.value);
  return states;
}

RemoteState remote_state(SettingReader& store, const std::string& name) {
  const auto text = store.setting(remote_state_setting(name));
  return text ? state_of(*text) : RemoteState();
}

Status change_remote_state(Context& context, const std::string& name,
                           const std::function<void(RemoteState&)>& change) {
  return transact(context, {}, [&](Transaction& transaction) -> Result<WithOutcome<Unit>> {
    const RemoteState before = remote_state(transaction, name);
    RemoteState state = before;
    change(state);
    using Ended = WithOutcome<Unit>;
    if (state == before) return Ended{{}, Outcome::kRollBack};
    CLEW_TRY(transaction.put_setting(remote_state_setting(name), write_json(to_value(state))));
    return Ended{{}};
  });
}

Status note_erasure(Transaction& transaction) {
  for (auto& [name, state] : remote_states(transaction)) {
    if (state.must_erase) continue;
    RemoteState now = state;
    now.must_erase = true;
    CLEW_TRY(transaction.put_setting(remote_state_setting(name), write_json(to_value(now))));
  }
  return success();
}

void note_failure(RemoteState& state, const Error& error, Time now) {
  if (state.waiting_since.empty()) state.waiting_since = to_iso(now);
  state.why =
      error.subject.empty() ? error.message : fmt::format("{} ({})", error.message, error.subject);
  state.next = error.next;
  const int64_t doublings = std::min(state.failures, kMaxDoublings);
  state.failures += 1;
  const Duration pause = std::min(kFirstPause * (int64_t{1} << doublings), kLongestPause);
  state.next_try = to_iso(now + pause);
}

std::string newer_words(const std::string& name, const RemoteState& state) {
  if (state.newer_count == 0) return {};
  const auto shown = static_cast<int64_t>(std::min<size_t>(state.newer.size(), 3));
  std::string sessions;
  for (int64_t i = 0; i < shown; ++i) {
    sessions += (i == 0 ? "" : ", ") + visible(cut(state.newer[static_cast<size_t>(i)], 64));
  }
  if (state.newer_count > shown) {
    sessions += fmt::format(" and {} more", state.newer_count - shown);
  }
  return fmt::format("newer work at {}: {}; run: clew pull {}", name, sessions, shell_word(name));
}

std::string waiting_words(const RemoteState& state) {
  if (state.waiting_since.empty()) return {};
  const std::string sessions =
      state.queued > 0 ? counted(static_cast<size_t>(state.queued), "session", "sessions") + " "
                       : "";
  return fmt::format("{}not sent since {}: {}", sessions, readable(state.waiting_since),
                     visible(one_line(state.why)));
}

}  // namespace clew
