#include "command/history/show_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "engine/log/checked_log.h"
#include "engine/log/quarantine.h"
#include "engine/point_in_time.h"
#include "engine/session_list.h"
#include "engine/workspace.h"
#include "store/at_once.h"

namespace clew {
namespace {

struct Filter {
  std::set<int> kinds;
  std::string actor;
  bool takes(const RawEvent& event) const {
    if (!kinds.empty() && kinds.count(event.kind) == 0) return false;
    return actor.empty() || event.header.actor.text == actor;
  }
};

Result<Filter> make_filter(const LogRequest& request) {
  Filter filter;
  filter.actor = request.actor;
  for (const auto& type : request.type) {
    std::string known;
    bool found = false;
    for (int kind = 1; event_name(kind) != nullptr; ++kind) {
      const std::string_view name = event_name(kind);
      known += fmt::format(" {}", name);
      if (name != type && !name.starts_with(type + "_")) continue;
      filter.kinds.insert(kind);
      found = true;
    }
    if (!found) {
      return make_error(ErrorCode::kUsage,
                        fmt::format("unknown event type \"{}\"; choose one of:{}", type, known),
                        type, "clew log --type decision");
    }
  }
  return filter;
}

// The events that are not what was recorded, in words; also those that were not asked for.
class Wrongs {
 public:
  void see(const CheckedEvent& event) {
    if (event.problem.empty()) return;
    if (++count_ == 1) {
      first_ = fmt::format("event {} of {}: {}", event.raw.header.seq.number,
                           event.raw.session.text, event.problem);
    }
  }
  std::optional<Error> refusal(const SessionId& id) const {
    if (count_ == 0) return std::nullopt;
    const std::string more = count_ > 1 ? fmt::format(", and {} more", count_ - 1) : "";
    return make_error(ErrorCode::kCorrupt, first_ + more, id.text, "clew verify " + id.text);
  }

 private:
  size_t count_ = 0;
  std::string first_;
};

// Follows without holding anything open between looks, so that others can tidy the store.
Result<Answer> follow(Workspace& workspace, const SessionRef& ref, const Filter& filter, Seq from) {
  Wrongs wrongs;
  while (true) {
    CheckedLog log(workspace.store(), ref.id);
    CLEW_ASSIGN(const auto events, log.read(from, kEventsAtOnce));
    const auto now = events.empty() ? Result<Loaded>(Error()) : workspace.load(ref);
    const Session* plan = now ? &now->session : nullptr;
    for (const auto& event : events) {
      from = Seq{event.raw.header.seq.number + 1};
      wrongs.see(event);
      if (filter.takes(event.raw))
        workspace.caller().emit(checked_fields(event), checked_line(event, plan));
    }
    if (!events.empty()) continue;
    if (!workspace.caller().wait(Duration{200})) {
      return Answer{Value(), "", 0, wrongs.refusal(ref.id)};
    }
  }
}

// Of the last event that is told.
Result<Hash> head_hash(Workspace& workspace, const SessionRef& ref, const SessionSummary& summary) {
  if (!ref.at) return summary.head.hash;
  CLEW_ASSIGN(const auto events, workspace.store().read(ref.id, *ref.at, 1));
  return events.empty() ? summary.head.hash : events.front().hash;
}

}  // namespace

Result<Answer> show_log(Workspace& workspace, const LogRequest& request) {
  CLEW_ASSIGN(const Filter filter, make_filter(request));
  if ((request.limit && *request.limit < 1) || (request.from && *request.from < 1)) {
    return make_error(ErrorCode::kUsage, "--from and --limit must be 1 or more", "--limit");
  }
  const auto found = workspace.find_session(Effect::kReads);
  // A stream is of one session; nobody waits for a list.
  if (!found && request.follow) return found.error();
  if (!found) return list_open(workspace, found.error());
  const SessionRef& ref = *found;
  if (request.quarantined) return show_quarantined(workspace, ref);
  if (request.follow) {
    CLEW_TRY(refuse_past(ref, "a past state cannot be followed",
                         "clew log " + ref.id.text + " --follow"));
  }
  CLEW_ASSIGN(const SessionSummary summary, workspace.store().summary(ref.id));
  const uint32_t last = ref.at.value_or(summary.head.seq).number;
  Seq from{static_cast<uint32_t>(request.from.value_or(1))};
  if (request.follow) return follow(workspace, ref, filter, from);
  std::vector<CheckedEvent> chosen;
  Wrongs wrongs;
  CheckedLog log(workspace.store(), ref.id);
  const size_t limit = static_cast<size_t>(request.limit.value_or(INT64_MAX));
  while (from.number <= last) {
    CLEW_ASSIGN(auto events,
                log.read(from, std::min<size_t>(kEventsAtOnce, last - from.number + 1)));
    if (events.empty()) break;
    from = Seq{events.back().raw.header.seq.number + 1};
    for (auto& event : events) {
      wrongs.see(event);
      if (filter.takes(event.raw)) chosen.push_back(std::move(event));
    }
    if (chosen.size() > limit) {
      chosen.erase(chosen.begin(), chosen.end() - static_cast<std::ptrdiff_t>(limit));
    }
  }
  Answer answer;
  Value events = Value::list();
  // A log that cannot be folded can still be read.
  const auto then = workspace.load(ref);
  for (const auto& event : chosen) {
    events.push(checked_fields(event));
    answer.text += checked_line(event, then ? &then->session : nullptr) + "\n";
  }
  answer.data.set("session", ref.id.text);
  answer.data.set("seq", last);
  if (ref.at) answer.data.set("events_total", summary.head.seq.number);
  answer.data.set("events", events);
  CLEW_ASSIGN(const Hash head, head_hash(workspace, ref, summary));
  answer.text += fmt::format("{} of {} events{}, head {}", chosen.size(), summary.head.seq.number,
                             ref.at ? fmt::format(", up to event {}", last) : "", head.brief());
  answer.refusal = wrongs.refusal(ref.id);
  return answer;
}

}  // namespace clew
