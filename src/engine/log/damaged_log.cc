#include "engine/log/damaged_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "brief/standing.h"
#include "engine/append.h"
#include "engine/log/quarantine.h"
#include "store/at_once.h"
#include "store/codec/event_codec.h"
#include "view/view_record.h"

namespace clew {
namespace {

constexpr size_t kShownProblems = 10;

// "event 88: it is not …" of one session reads "event 88 of oauth-7f3a: it is not …".
std::string words(const VerifyProblem& problem) {
  if (problem.session.empty()) return problem.what;
  const std::string event = fmt::format("event {}", problem.seq.number);
  if (problem.what.compare(0, event.size() + 1, event + ":") == 0) {
    return fmt::format("{} of {}{}", event, problem.session.text,
                       problem.what.substr(event.size()));
  }
  return fmt::format("{}: {}", problem.session.text, problem.what);
}

// The session in whose own log the first problem is: a fork's may be its parent's.
SessionId damaged_session(const VerifyReport& report, const SessionSummary& summary) {
  const SessionId& first = report.problems.front().session;
  return first.empty() ? summary.id : first;
}

// What to do about it, by where the damage is: derived data alone can be made again; a damaged end
// can be cut off; when nothing of the beginning is intact only a backup helps.
constexpr std::string_view kCutting = "--dry-run";  // what cuts off is tried first

std::string mending(const VerifyReport& report, const SessionSummary* summary) {
  const SessionId& first = report.problems.front().session;
  if (summary == nullptr)
    return first.empty() ? "clew restore BACKUP" : "clew verify " + first.text;
  const uint32_t intact = report.intact_to.value_or(Seq{0}).number;
  const std::string id = damaged_session(report, *summary).text;
  if (intact >= summary->head.seq.number) return "clew repair " + id;
  if (intact == 0 || (summary->forgotten && id == summary->id.text)) return "clew restore BACKUP";
  return fmt::format("clew repair {} --from {} {}", id, intact, kCutting);
}

// Redactions of kept events that only a cut event told of: they are told again, or the replaced
// payloads would stand there unexplained.
Result<std::vector<EventData>> redactions_to_tell(StoreReader& store, const SessionId& id,
                                                  uint32_t keep) {
  std::map<Seq, Hash> replaced;  // what stands there now
  std::vector<EventData> reported;
  for (Seq from{1};;) {
    CLEW_ASSIGN(const auto events, store.read_raw(id, from, kEventsAtOnce));
    if (events.empty()) return reported;
    from = Seq{events.back().header.seq.number + 1};
    for (const auto& event : events) {
      const bool kept = event.header.seq.number <= keep;
      if (kept && event.redacted) replaced[event.header.seq] = sha256(event.payload);
      if (event.kind != EventRedacted::kind) continue;
      const auto data = decode_data(event.kind, event.payload);
      const auto* notice = data ? get_if<EventRedacted>(&*data) : nullptr;
      const auto found = notice == nullptr ? replaced.end() : replaced.find(notice->target);
      if (found == replaced.end() || found->second != notice->replacement) continue;
      if (!kept) reported.push_back(*notice);
      replaced.erase(found);
    }
  }
}

// Tried in a transaction that is rolled back, because whether cutting helps shows only afterwards.
Status could_cut_off(Workspace& workspace, const SessionId& id) {
  CLEW_ASSIGN(const Damage damage, find_damage(workspace, id));
  return try_cut(workspace, damage, damage.intact);
}

}  // namespace

Result<Damage> find_damage(Workspace& workspace, const SessionId& id) {
  Damage damage;
  CLEW_ASSIGN(damage.summary, workspace.store().summary(id));
  CLEW_ASSIGN(damage.report, workspace.store().verify(id));
  damage.intact = damage.report.intact_to.value_or(Seq{0}).number;
  return damage;
}

Value report_fields(const VerifyReport& report) {
  Value out = Value::object();
  out.set("sessions", static_cast<int64_t>(report.sessions));
  out.set("events", static_cast<int64_t>(report.events));
  out.set("snapshots", static_cast<int64_t>(report.snapshots));
  out.set("contents", static_cast<int64_t>(report.blobs));
  if (report.intact_to) out.set("intact_to", report.intact_to->number);
  Value problems = Value::list();
  for (const auto& problem : report.problems) {
    Value fields = Value::object();
    fields.set("session", problem.session.text);
    fields.set("seq", problem.seq.number);
    fields.set("what", problem.what);
    problems.push(fields);
  }
  out.set("problems", problems);
  return out;
}

// At most ten problems, then how many sessions are intact, and of a single session how far.
Error corruption(const VerifyReport& report, const SessionSummary* summary) {
  std::string message = words(report.problems.front());
  for (size_t i = 1; i < std::min(report.problems.size(), kShownProblems); ++i) {
    message += "\n  " + words(report.problems[i]);
  }
  if (report.problems.size() > kShownProblems) {
    message += fmt::format("\n  and {} more", report.problems.size() - kShownProblems);
  }
  if (summary == nullptr && report.sessions > 0) {
    std::set<SessionId> damaged;
    for (const auto& problem : report.problems) {
      if (!problem.session.empty()) damaged.insert(problem.session);
    }
    const size_t intact = report.sessions - std::min(report.sessions, damaged.size());
    message += intact == 0 ? std::string("\n  no session is known to be intact")
                           : fmt::format("\n  {} of {} {} intact", intact,
                                         counted(report.sessions, "session", "sessions"),
                                         intact == 1 ? "is" : "are");
  }
  if (summary != nullptr && report.intact_to) {
    const uint32_t intact = report.intact_to->number;
    const uint32_t total = summary->head.seq.number;
    message += intact >= total ? fmt::format("\n  all {} events are intact", total)
               : intact == 0   ? std::string("\n  no event is known to be intact")
                               : fmt::format("\n  everything up to event {} is intact", intact);
  }
  return make_error(ErrorCode::kCorrupt, message, summary == nullptr ? "store" : summary->id.text,
                    mending(report, summary));
}

// The suggestion to cut is only made when cutting works; otherwise the error says what stands in
// its way and what to do first.
Error corruption_of(Workspace& workspace, const VerifyReport& report,
                    const SessionSummary& summary) {
  Error error = corruption(report, &summary);
  if (!error.next.ends_with(kCutting)) return error;
  const Status possible = could_cut_off(workspace, damaged_session(report, summary));
  if (possible) return error;
  const Error& obstacle = possible.error();
  if (obstacle.code == ErrorCode::kCorrupt) {
    error.next = obstacle.next;
  } else if (obstacle.code == ErrorCode::kInvalid) {
    error.message += "\n  the rest cannot be cut off: " + obstacle.message;
    error.next =
        fmt::format("clew restore BACKUP      or  {}      and then  {}", obstacle.next, error.next);
  }
  return error;
}

// Repairing must leave fewer problems than there were.
Result<VerifyReport> left_after(Transaction& transaction, const Damage& damage) {
  CLEW_ASSIGN(VerifyReport left, transaction.verify(damage.summary.id));
  if (left.problems.size() >= damage.report.problems.size()) {
    Error error = corruption(left, &damage.summary);
    error.message = "the log alone cannot repair this: " + error.message;
    error.next = "clew restore BACKUP";
    return error;
  }
  return left;
}

std::string span_of(const Damage& damage, uint32_t keep) {
  return fmt::format("events {} to {} of {}", keep + 1, damage.summary.head.seq.number,
                     damage.summary.id.text);
}

// All of it in one transaction: cut, put the view back to what is left, and record where the cut
// events are kept and which redactions they told of.
Result<Hash> cut_off_events(Workspace& workspace, Transaction& transaction, const Damage& damage,
                            uint32_t keep) {
  const SessionId& id = damage.summary.id;
  CLEW_ASSIGN(auto reported, redactions_to_tell(transaction, id, keep));
  CLEW_ASSIGN(const Hash quarantined, transaction.cut_back(id, Seq{keep}));
  // Its files may show events that are gone: they are written for what is left by the next change.
  CLEW_ASSIGN(auto view, load_view(transaction, id));
  if (view && view->seq.number > keep) {
    view->seq = Seq{keep};
    CLEW_TRY(save_view(transaction, id, *view));
  }
  reported.insert(reported.begin(), quarantine_note(span_of(damage, keep), quarantined));
  CLEW_TRY(append_events_in(workspace, transaction, id, std::move(reported), Seq{keep + 1}));
  return quarantined;
}

Status try_cut(Workspace& workspace, const Damage& damage, uint32_t keep) {
  using Ended = WithOutcome<Unit>;
  return transact(workspace, workspace.write_deadline(),
                  [&](Transaction& transaction) -> Result<Ended> {
                    CLEW_TRY(cut_off_events(workspace, transaction, damage, keep));
                    CLEW_TRY(left_after(transaction, damage));
                    return Ended{{}, Outcome::kRollBack};
                  });
}

}  // namespace clew
