// What other devices take out of this store: redactions and sessions that they have forgotten.
// Every member of a remote can do that, so that much of it, or other people's words, is asked for.

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "brief/said.h"
#include "brief/standing.h"
#include "command/sync/remote_sync.h"
#include "command/verb.h"
#include "engine/confirm.h"
#include "engine/log/own_log.h"
#include "store/codec/event_codec.h"

namespace clew {
namespace {

// So many events go without a question.
constexpr size_t kMaxUnasked = 20;

// Of a person, and not of the one who takes it out.
bool is_of_another(const ActorId& author, const ActorId& by) {
  return is_person(author) && author != by;
}

// Of a person who does not sit at that device.
bool is_from_elsewhere(const ActorId& author, const std::string& device) {
  return is_person(author) && !author.text.ends_with("@" + device);
}

}  // namespace

// Events that are here and that the other side has redacted since.
Status RemoteSync::agree_to_redactions(const ArrivingSession& session, const SessionId& here) {
  if (agreed_to_redactions_) return success();
  CLEW_ASSIGN(const SessionSummary summary, workspace_.store().summary(here));
  size_t count = 0;
  bool of_others = false;
  for (const RawEvent& event : session.events) {
    if (event.kind != EventRedacted::kind || event.header.seq <= summary.head.seq) continue;
    const auto data = decode_data(event.kind, event.payload);
    if (!data) continue;
    const Seq target = get<EventRedacted>(*data).target;
    CLEW_ASSIGN(const auto found, workspace_.store().read_raw(here, target, 1));
    if (found.empty() || found.front().header.seq != target || found.front().redacted) continue;
    ++count;
    of_others = of_others || is_of_another(found.front().header.actor, event.header.actor);
  }
  redacted_by_others_ += count;
  if (count == 0 || (redacted_by_others_ <= kMaxUnasked && !of_others)) return success();
  CLEW_TRY(agree(workspace_,
                 fmt::format("another device has redacted {} of {}{}; redact the same here?",
                             counted(count, "event", "events"), here.text,
                             of_others ? ", words of other people among them" : ""),
                 here.text, scope_.again));
  agreed_to_redactions_ = true;
  return success();
}

Status RemoteSync::forget_what_others_forgot() {
  bool any = false;
  for (const auto& [genesis, head] : heads_) {
    if (!head.forgotten || !in_scope(head)) continue;
    const auto local = local_.find(genesis);
    if (local == local_.end() || local->second.forgotten) continue;
    const Status forgotten = forget_as_elsewhere(genesis, head);
    if (!forgotten) report_of(genesis).error = forgotten.error();
    any = true;
  }
  return any ? find_local() : success();
}

// Never what the other device had not seen.
Status RemoteSync::forget_as_elsewhere(const Hash& genesis, const RemoteHead& head) {
  const Local local = local_.at(genesis);
  const ForgottenSession& there = *head.forgotten;
  const auto saved = saved_heads_.find(genesis);
  const bool was_sent = saved != saved_heads_.end() && saved->second.seq == local.head.seq &&
                        saved->second.hash == local.head.hash;
  if (local.head != Head{Seq{there.seq}, there.hash} && !was_sent) {
    report_.notices.push_back(
        fmt::format("{} was forgotten by {}; what this device has of it was not all known there, "
                    "so it stays here and is not sent: clew forget {}",
                    local.id.text, there.device, shell_word(local.id.text)));
    return success();
  }
  CLEW_ASSIGN(const auto events, own_events(workspace_.store(), local.id));
  const bool of_others = std::any_of(events.begin(), events.end(), [&](const RawEvent& event) {
    return is_from_elsewhere(event.header.actor, there.device);
  });
  if (events.size() > kMaxUnasked || of_others) {
    CLEW_TRY(agree(workspace_,
                   fmt::format("{} has forgotten {}, {}{}; forget it here, too?", there.device,
                               local.id.text, counted(events.size(), "event", "events"),
                               of_others ? ", words of other people among them" : ""),
                   local.id.text, scope_.again));
  }
  const Verb* forget = find_verb("forget");
  CLEW_CHECK(forget != nullptr);
  Caller caller = workspace_.caller();
  caller.agreed = true;
  caller.key.clear();
  Workspace same(
      workspace_.store(), workspace_.files(), [this] { return workspace_.now(); },
      [this](Bytes& bytes) { bytes = workspace_.random(bytes.size()); }, std::move(caller),
      workspace_.surroundings());
  Value request = Value::object();
  request.set("sessions", Value(Value::List{Value(local.id.text)}));
  const auto done = forget->run(same, request);
  if (!done && done.error().code == ErrorCode::kInvalid) {
    report_.notices.push_back(fmt::format("{} was forgotten by {}, and stays here: {}",
                                          local.id.text, there.device, done.error().message));
    return success();
  }
  if (!done) return done.error();
  // This remote has heard of it; others have not.
  CLEW_TRY(change_remote_state(workspace_, remote_.record().name,
                               [this](RemoteState& state) { state.must_erase = must_erase_; }));
  report_.notices.push_back(
      fmt::format("{} was forgotten by {}, and now here", local.id.text, there.device));
  report_.changed = true;
  return success();
}

}  // namespace clew
