#include "command/integrity/verify_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "brief/standing.h"
#include "command/integrity/repair_session.h"
#include "drift/check.h"
#include "engine/point_in_time.h"
#include "engine/session_list.h"

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
SessionId damaged_session(const VerifyReport& report, const SessionCard& card) {
  const SessionId& first = report.problems.front().session;
  return first.empty() ? card.id : first;
}

constexpr std::string_view kCutting = "--dry-run";  // what cuts off is tried first

std::string mending(const VerifyReport& report, const SessionCard* card) {
  const SessionId& first = report.problems.front().session;
  if (card == nullptr) return first.empty() ? "clew restore BACKUP" : "clew verify " + first.text;
  const uint32_t intact = report.intact_to.value_or(Seq{0}).number;
  const std::string id = damaged_session(report, *card).text;
  if (intact >= card->head.seq.number) return "clew repair " + id;
  if (intact == 0 || (card->forgotten && id == card->id.text)) return "clew restore BACKUP";
  return fmt::format("clew repair {} --from {} {}", id, intact, kCutting);
}

Answer with_refusal(Answer answer, Error error) {
  answer.refusal = std::move(error);
  return answer;
}

Result<Answer> verify_all(Workspace& workspace) {
  CLEW_ASSIGN(const VerifyReport report, workspace.store().verify(std::nullopt));
  Answer answer;
  answer.data = report_fields(report);
  if (!report.problems.empty()) {
    return with_refusal(std::move(answer), corruption(report, nullptr));
  }
  answer.text = fmt::format("{}, {} events, {} snapshots, {} contents: all intact",
                            counted(report.sessions, "session", "sessions"), report.events,
                            report.snapshots, report.blobs);
  return answer;
}

// Every difference between what was recorded and what is now.
Status add_drift(Workspace& workspace, const SessionRef& ref, Answer& answer) {
  CLEW_ASSIGN(const Loaded loaded, workspace.load(ref));
  const World world = look_at_world(workspace, loaded, LookDepth::kFull);
  answer.data.set("looked", world.looked);
  answer.data.set("drift", to_value(world.drift));
  if (!world.looked) {
    answer.text += "\nnot looked at: the project is not on this machine";
    return success();
  }
  for (const auto& difference : world.drift) answer.text += "\ndrift  " + difference;
  const auto elsewhere = static_cast<size_t>(
      std::count_if(world.files.begin(), world.files.end(),
                    [](const FileCheck& file) { return file.state == FileState::kUnchecked; }));
  if (world.drift.empty()) {
    answer.text += elsewhere == 0 ? "\nfiles, artifacts and commit are what was recorded"
                                  : "\nwhat was looked at here is what was recorded";
  } else {
    answer.exit = kExitDrift;
  }
  if (elsewhere > 0) {
    answer.text += fmt::format("\nnot looked at: {}, recorded in another worktree",
                               counted(elsewhere, "file", "files"));
    answer.data.set("elsewhere", static_cast<int64_t>(elsewhere));
  }
  return success();
}

}  // namespace

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

Error corruption(const VerifyReport& report, const SessionCard* card) {
  std::string message = words(report.problems.front());
  for (size_t i = 1; i < std::min(report.problems.size(), kShownProblems); ++i) {
    message += "\n  " + words(report.problems[i]);
  }
  if (report.problems.size() > kShownProblems) {
    message += fmt::format("\n  and {} more", report.problems.size() - kShownProblems);
  }
  if (card == nullptr && report.sessions > 0) {
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
  if (card != nullptr && report.intact_to) {
    const uint32_t intact = report.intact_to->number;
    const uint32_t total = card->head.seq.number;
    message += intact >= total ? fmt::format("\n  all {} events are intact", total)
               : intact == 0   ? std::string("\n  no event is known to be intact")
                               : fmt::format("\n  everything up to event {} is intact", intact);
  }
  return make_error(ErrorCode::kCorrupt, message, card == nullptr ? "store" : card->id.text,
                    mending(report, card));
}

Error corruption_of(Workspace& workspace, const VerifyReport& report, const SessionCard& card) {
  Error error = corruption(report, &card);
  if (!error.next.ends_with(kCutting)) return error;
  const Status possible = could_cut_off(workspace, damaged_session(report, card));
  if (possible) return error;
  const Error& obstacle = possible.error();
  if (obstacle.code == ErrorCode::kCorrupt) {
    error.next = obstacle.next;
  } else if (obstacle.code == ErrorCode::kInvalid) {
    error.message += "\n  cutting off the rest is not possible: " + obstacle.message;
    error.next =
        fmt::format("clew restore BACKUP      or  {}      and then  {}", obstacle.next, error.next);
  }
  return error;
}

namespace {

Result<Answer> verify_one(Workspace& workspace, const SessionRef& ref,
                          const VerifyRequest& request) {
  CLEW_ASSIGN(const SessionCard card, workspace.store().card(ref.id));
  CLEW_ASSIGN(const VerifyReport report, workspace.store().verify(ref.id));
  Answer answer;
  answer.data = report_fields(report);
  answer.data.set("session", ref.id.text);
  answer.data.set("seq", card.head.seq.number);
  answer.data.set("hash", card.head.hash.hex());
  if (!report.problems.empty()) {
    return with_refusal(std::move(answer), corruption_of(workspace, report, card));
  }
  answer.text =
      fmt::format("{}  {} of {} events, head {} · {} snapshots, {} contents intact", ref.id.text,
                  report.intact_to.value_or(card.head.seq).number, card.head.seq.number,
                  card.head.hash.brief(), report.snapshots, report.blobs);
  if (card.forgotten) {
    answer.text += "\nforgotten: only the chain is left, and it is whole";
    answer.data.set("forgotten", true);
  } else if (!request.no_drift) {
    CLEW_TRY(add_drift(workspace, ref, answer));
  }
  return answer;
}

// Several are open and none was named: each in turn, and the worst of it decides how it ends. What
// was asked for is checked; a list of names would look like success.
Result<Answer> verify_each(Workspace& workspace, const std::vector<SessionCard>& open,
                           const VerifyRequest& request) {
  Answer all;
  Value list = Value::list();
  for (const auto& card : open) {
    CLEW_ASSIGN(Answer one, verify_one(workspace, SessionRef{card.id, {}}, request));
    list.push(std::move(one.data));
    if (!one.text.empty()) all.text += (all.text.empty() ? "" : "\n") + one.text;
    all.exit = std::max(all.exit, one.exit);
    if (!one.refusal) continue;
    if (!all.refusal) {
      all.refusal = std::move(one.refusal);
    } else {
      all.refusal->message += "\n" + one.refusal->message;
    }
  }
  all.data.set("sessions", std::move(list));
  return all;
}

}  // namespace

Result<Answer> verify_session(Workspace& workspace, const VerifyRequest& request) {
  if (request.all) return verify_all(workspace);
  const auto found = workspace.find_session(Effect::kReads);
  if (found) {
    CLEW_TRY(
        refuse_past(*found, "what is verified is the whole log", "clew verify " + found->id.text));
    return verify_one(workspace, *found, request);
  }
  const auto open = several_open(workspace, found.error());
  if (!open.empty()) return verify_each(workspace, open, request);
  Error error = found.error();
  if (error.code == ErrorCode::kNotFound && workspace.caller().session.empty()) {
    error.next = "clew verify --all";
  }
  return error;
}

}  // namespace clew
