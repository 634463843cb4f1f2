#include "command/plan/recheck_evidence.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "base/text.h"
#include "brief/standing.h"
#include "command/plan/evidence.h"
#include "command/plan/evidence_for_gate.h"
#include "command/plan/key_lock.h"
#include "command/plan/measured_here.h"
#include "drift/measured_content.h"
#include "engine/confirm.h"
#include "engine/dialect_steps.h"
#include "engine/point_in_time.h"
#include "engine/project/project_root.h"
#include "engine/reply.h"
#include "engine/session_view.h"
#include "files/canonical_path.h"
#include "files/relative_path.h"

namespace clew {
namespace {

// A step that was done with a measured command, and what came of running it again.
struct Check {
  StepId step;
  uint32_t attempt = 1;
  Evidence evidence;       // what was claimed then, and what is measured now
  std::string not_run;     // why it was not; empty: it was run
  std::string why_broken;  // the findings; empty: it still holds
};

// One command in one folder, for every step that was done with it.
struct Run {
  std::vector<std::string> command;
  std::string folder;  // relative to the project
  ActorId actor;       // who recorded it
  std::vector<Check> checks;
};

struct SessionCheck {
  SessionId id;
  std::vector<Run> runs;
  std::optional<Done> done;
  std::vector<std::string> remarks;
};

// What was claimed stays claimed; the rest is measured again.
Evidence claimed_part(const Evidence& evidence) {
  Evidence claimed;
  for (const EvidenceItem& item : evidence.items) {
    if (item.source == EvidenceSource::kClaimed) claimed.items.push_back(item);
  }
  return claimed;
}

std::vector<Run> runs_of(const Session& session) {
  std::vector<Run> runs;
  for (const Step& step : session.steps) {
    const Attempt* passed =
        step.removed || step.status != StepStatus::kDone ? nullptr : step.passed_attempt();
    // What was overridden was not true then either.
    if (passed == nullptr || !passed->evidence.measurement || !passed->overridden.empty()) continue;
    const Measurement& measured = *passed->evidence.measurement;
    if (measured.command.empty()) continue;
    const std::string folder = measured.on ? measured.on->folder : std::string();
    auto run = std::find_if(runs.begin(), runs.end(), [&](const Run& each) {
      return each.command == measured.command && each.folder == folder;
    });
    if (run == runs.end()) {
      run = runs.insert(runs.end(), Run{measured.command, folder, passed->actor, {}});
    }
    run->checks.push_back({step.id, passed->number, claimed_part(passed->evidence), "", ""});
  }
  return runs;
}

// Where the command is to run. A log can name any folder: only one that really lies in the project
// is taken.
Result<std::string> folder_of(Workspace& workspace, const std::string& root, const Run& run) {
  if (run.folder.empty()) return root;
  CLEW_TRY(split_relative_path(run.folder));
  const std::string whole = canonical_path(workspace.files(), join_path(root, run.folder));
  const auto info = workspace.files().info(whole);
  const bool is_there = info && info->kind == FileKind::kFolder &&
                        is_at_or_below(whole, canonical_path(workspace.files(), root));
  if (is_there) return whole;
  return make_error(ErrorCode::kNotFound, fmt::format("there is no folder {}", run.folder),
                    run.folder, "clew show");
}

std::string names_of(const Session& session, const Run& run) {
  std::string names;
  for (const Check& check : run.checks) {
    names += (names.empty() ? "" : ", ") +
             (check.step == kRoot ? "the session" : "step " + label_of(session, check.step));
  }
  return names;
}

void give_up(Run& run, const std::string& why) {
  for (Check& check : run.checks) check.not_run = why;
}

// A question is answered by who has seen all of it: it stays within a screen, and no blanks push a
// part of it out of sight.
constexpr size_t kMaxAsked = 1000;
constexpr size_t kMaxBlanks = 8;

std::string without_long_blanks(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_not_of(' ', at), text.size());
    if (end - at > kMaxBlanks) {
      out += fmt::format(" [{} blanks] ", end - at);
    } else {
      out.append(text, at, end - at);
    }
    const size_t next = std::min(text.find(' ', end), text.size());
    out.append(text, end, next - end);
    at = next;
  }
  return out;
}

// kUsage when somebody has to be asked and nobody can be.
Status ask_for(Workspace& workspace, const Session& session, const std::string& root,
               const std::string& again, Run& run) {
  const auto folder = folder_of(workspace, root, run);
  if (!folder) {
    give_up(run, folder.error().message);
    return success();
  }
  const SessionId& id = session.identity.id;
  if (was_measured_here(workspace, id, run.command, *folder)) return success();
  const std::string command = without_long_blanks(visible(shell_words(run.command)));
  if (command.size() > kMaxAsked && !workspace.caller().agreed) {
    give_up(run, fmt::format("its command, recorded by {}, is too long to be asked about ({} "
                             "characters); clew show {} --json has it",
                             visible(run.actor.text), command.size(), id.text));
    return success();
  }
  const std::string question = fmt::format(
      "Run `{}` in {}? It was recorded by {} for {} of {}.", command, visible(*folder),
      visible(run.actor.text), visible(one_line(names_of(session, run))), visible(id.text));
  const Status agreed = agree(workspace, question, command, again);
  if (agreed) return success();
  if (agreed.error().code != ErrorCode::kNotAllowed) return agreed;
  give_up(run, "you said no");
  return success();
}

Status run_again(Workspace& workspace, const Session& session, const Dialect* dialect,
                 const std::string& root, Run& run, std::vector<std::string>& remarks) {
  CLEW_ASSIGN(const std::string folder, folder_of(workspace, root, run));
  std::vector<ContentBefore> before;
  for (const Check& check : run.checks) {
    before.push_back(ContentBefore::look(workspace, session, check.step, folder));
  }
  const auto result = run_to_measure(run.command, folder);
  if (!result) {
    give_up(run, result.error().message);
    return success();
  }
  remember_measuring(workspace, session.identity.id, run.command, folder);
  for (size_t i = 0; i < run.checks.size(); ++i) {
    Check& check = run.checks[i];
    const Step& step = session.steps[check.step.number];
    const auto said = take_measured(workspace, run.command, *result,
                                    step.gate ? &*step.gate : nullptr, check.evidence);
    remarks.insert(remarks.end(), said.begin(), said.end());
    std::string changed;
    check.evidence.measurement->on = before[i].settle(workspace, changed);
    if (!changed.empty()) {
      remarks.push_back(
          fmt::format("{} changed while the command ran: what it measured is stale", changed));
    }
    check.evidence = evidence_to_judge(dialect, session, step, std::move(check.evidence));
  }
  return success();
}

bool is_as_it_was(const Session& session, const Check& check) {
  const Step* step = session.find(check.step);
  const Attempt* passed =
      step != nullptr && step->status == StepStatus::kDone ? step->passed_attempt() : nullptr;
  return passed != nullptr && passed->number == check.attempt;
}

// Steps that others have gone back to meanwhile have nothing to be checked.
Result<Done> record(Workspace& workspace, SessionCheck& checked) {
  CLEW_ASSIGN(Done done,
              workspace.execute(checked.id, [&](const Session& now) -> Result<std::vector<Intent>> {
                std::vector<Intent> intents;
                for (const Run& run : checked.runs) {
                  for (const Check& check : run.checks) {
                    if (!check.not_run.empty() || !is_as_it_was(now, check)) continue;
                    intents.push_back(RecheckStep{check.step, check.attempt, check.evidence});
                  }
                }
                return intents;
              }));
  for (Run& run : checked.runs) {
    for (Check& check : run.checks) {
      if (!check.not_run.empty()) continue;
      if (!is_as_it_was(done.after, check)) {
        check.not_run = "it was changed while its command ran";
        continue;
      }
      const Attempt* passed = done.after.find(check.step)->passed_attempt();
      if (passed->recheck) check.why_broken = to_text(passed->recheck->findings);
    }
  }
  return done;
}

// Everything that has to be asked is asked before anything runs.
Status prepare(Workspace& workspace, const Session& session, const std::string& again,
               SessionCheck& checked) {
  checked.id = session.identity.id;
  checked.runs = runs_of(session);
  const std::string root = project_root_of(workspace, session);
  for (Run& run : checked.runs) {
    if (root.empty()) {
      give_up(run, "its project is not on this machine");
    } else {
      CLEW_TRY(ask_for(workspace, session, root, again, run));
    }
  }
  return success();
}

Status carry_out(Workspace& workspace, SessionCheck& checked) {
  CLEW_ASSIGN(const Loaded loaded, workspace.load(SessionRef{checked.id, {}}));
  const std::string root = project_root_of(workspace, loaded.session);
  CLEW_ASSIGN(const Dialect* dialect, dialect_of(workspace, loaded.session));
  bool has_run = false;
  for (Run& run : checked.runs) {
    if (!run.checks.front().not_run.empty()) continue;
    CLEW_TRY(run_again(workspace, loaded.session, dialect, root, run, checked.remarks));
    has_run = has_run || run.checks.front().not_run.empty();
  }
  if (!has_run) return success();
  CLEW_ASSIGN(checked.done, record(workspace, checked));
  return success();
}

struct Counts {
  size_t true_still = 0;
  size_t no_longer = 0;
  size_t not_run = 0;
};

void add_lines(Workspace& workspace, const SessionCheck& checked, const std::string& prefix,
               Counts& counts, Value& list, Answer& answer) {
  const auto loaded = workspace.load(SessionRef{checked.id, {}});
  if (!loaded) return;
  const Session& session = loaded->session;
  for (const Run& run : checked.runs) {
    for (const Check& check : run.checks) {
      const bool was_run = check.not_run.empty();
      const bool holds = was_run && check.why_broken.empty();
      ++(holds ? counts.true_still : was_run ? counts.no_longer : counts.not_run);
      const std::string name =
          prefix + (check.step == kRoot ? "the session" : "step " + label_of(session, check.step));
      answer.text += fmt::format("{}{} {}: {} (`{}`)", answer.text.empty() ? "" : "\n",
                                 holds     ? "✔"
                                 : was_run ? "✘"
                                           : "–",
                                 name,
                                 holds     ? "still true"
                                 : was_run ? "no longer true: " + check.why_broken
                                           : "not run: " + check.not_run,
                                 cut(shell_words(run.command), 120));
      Value fields = Value::object();
      fields.set("session", checked.id.text);
      fields.set("step", step_fields(session, check.step));
      fields.set("command", to_value(run.command));
      fields.set("folder", run.folder);
      fields.set("holds", was_run ? Value(holds) : Value());
      fields.set("why", was_run ? check.why_broken : check.not_run);
      if (was_run) fields.set("evidence", to_value(check.evidence.items));
      list.push(std::move(fields));
    }
  }
  for (const std::string& remark : checked.remarks) answer.text += "\nnote: " + remark;
  if (checked.done) {
    for (const std::string& notice : checked.done->notices) answer.text += "\nnote: " + notice;
  }
}

std::string revisit_of(Workspace& workspace, const std::vector<SessionCheck>& all) {
  for (const SessionCheck& checked : all) {
    const auto loaded = workspace.load(SessionRef{checked.id, {}});
    for (const Run& run : checked.runs) {
      for (const Check& check : run.checks) {
        if (check.why_broken.empty() || !loaded) continue;
        if (check.step == kRoot) return "clew show " + checked.id.text;
        return fmt::format("clew revisit {} -s {}", number_of(loaded->session, check.step),
                           checked.id.text);
      }
    }
  }
  return {};
}

// Nothing was run: where the session stands.
void add_head(Workspace& workspace, const SessionId& id, Value& data) {
  const auto summary = workspace.store().summary(id);
  data.set("session", id.text);
  if (!summary) return;
  data.set("seq", summary->head.seq.number);
  data.set("hash", summary->head.hash.hex());
}

Answer answer_for(Workspace& workspace, const std::vector<SessionCheck>& all, bool named) {
  Answer answer;
  Counts counts;
  Value list = Value::list();
  bool changed = false;
  for (const SessionCheck& checked : all) {
    add_lines(workspace, checked, named ? checked.id.text + " " : "", counts, list, answer);
    if (!checked.done) continue;
    changed = true;
    answer.data = done_fields(*checked.done);  // of several, the last
  }
  if (!changed && !named) add_head(workspace, all.front().id, answer.data);
  answer.data.set("changed", changed);
  answer.data.set("rechecked", std::move(list));
  answer.data.set("still_true", static_cast<int64_t>(counts.true_still));
  answer.data.set("no_longer_true", static_cast<int64_t>(counts.no_longer));
  answer.data.set("not_run", static_cast<int64_t>(counts.not_run));
  if (answer.text.empty())
    answer.text = "nothing to recheck: no step was done with a measured command";
  if (counts.no_longer > 0) {
    answer.exit = kExitDrift;
    answer.text += "\nnext: " + revisit_of(workspace, all);
  } else if (counts.not_run > 0) {
    answer.refusal = make_error(
        ErrorCode::kFailed,
        fmt::format("{} not rechecked", counted(counts.not_run, "step was", "steps were")),
        "recheck", "clew recheck --yes   or run the command by hand");
  }
  return answer;
}

Result<std::vector<SessionId>> sessions_to_check(Workspace& workspace, bool closed) {
  ListQuery query;
  if (!closed) query.statuses = {Lifecycle::kActive, Lifecycle::kPaused};
  query.archived = closed;
  query.limit = 1'000'000;
  CLEW_ASSIGN(const auto summaries, workspace.store().list(query));
  std::vector<SessionId> ids;
  for (const SessionSummary& summary : summaries) {
    if (!summary.forgotten) ids.push_back(summary.id);
  }
  return ids;
}

Result<Answer> recheck_all(Workspace& workspace, const RecheckRequest& request) {
  if (!workspace.caller().session.empty()) {
    return make_error(ErrorCode::kUsage, "give a session or --all, not both", "--all",
                      "clew recheck " + workspace.caller().session);
  }
  if (!workspace.caller().key.empty()) {
    return make_error(ErrorCode::kUsage, "--key is for one session, not for --all", "--key",
                      "clew recheck --all");
  }
  CLEW_ASSIGN(const auto ids, sessions_to_check(workspace, request.closed));
  std::vector<SessionCheck> all;
  for (const SessionId& id : ids) {
    CLEW_ASSIGN(const Loaded loaded, workspace.load(SessionRef{id, {}}));
    SessionCheck checked;
    CLEW_TRY(prepare(workspace, loaded.session,
                     request.closed ? "clew recheck --all --closed" : "clew recheck --all",
                     checked));
    if (!checked.runs.empty()) all.push_back(std::move(checked));
  }
  for (SessionCheck& checked : all) CLEW_TRY(carry_out(workspace, checked));
  return answer_for(workspace, all, true);
}

// What a command with this key found before.
Answer answer_again(Workspace& workspace, const SessionId& id, Done done) {
  SessionCheck checked;
  checked.id = id;
  for (const Event& event : done.events) {
    const auto* found = get_if<EvidenceRechecked>(&event.data);
    if (found == nullptr || !found->evidence.measurement) continue;
    const Measurement& measured = *found->evidence.measurement;
    const std::string folder = measured.on ? measured.on->folder : std::string();
    Check check{found->step, found->attempt, found->evidence, "", to_text(found->findings)};
    checked.runs.push_back({measured.command, folder, event.header.actor, {std::move(check)}});
  }
  checked.done = std::move(done);
  std::vector<SessionCheck> one;
  one.push_back(std::move(checked));
  Answer answer = answer_for(workspace, one, false);
  answer.data.set("changed", false);
  return answer;
}

}  // namespace

Result<Answer> recheck_evidence(Workspace& workspace, const RecheckRequest& request) {
  if (request.all) return recheck_all(workspace, request);
  if (request.closed) {
    return make_error(ErrorCode::kUsage, "--closed goes with --all", "--closed",
                      "clew recheck --all --closed");
  }
  CLEW_ASSIGN(const SessionRef ref, workspace.find_session(Effect::kChanges));
  CLEW_TRY(refuse_past(ref, "what is checked is what is there now", "clew recheck " + ref.id.text));
  CLEW_ASSIGN(const auto turn, KeyTurn::take(workspace));
  CLEW_ASSIGN(const auto before, workspace.earlier());
  if (before) return answer_again(workspace, ref.id, *before);
  CLEW_ASSIGN(const Loaded loaded, workspace.load(ref));
  SessionCheck checked;
  CLEW_TRY(prepare(workspace, loaded.session, "clew recheck " + ref.id.text, checked));
  CLEW_TRY(carry_out(workspace, checked));
  std::vector<SessionCheck> one;
  one.push_back(std::move(checked));
  return answer_for(workspace, one, false);
}

}  // namespace clew
