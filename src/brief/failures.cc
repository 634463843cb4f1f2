#include "brief/failures.h"

#include <algorithm>

#include "base/text.h"
#include "brief/run_output.h"
#include "brief/said.h"

namespace clew {
namespace {

std::string line_of(const CommandRun& run) {
  return run.arguments.empty() ? run.command : run.command + " " + run.arguments;
}

// A later pass of the same key and scope, of all of it, or of the tests that the build is for.
bool covers(const ReadCommand& passed, const ReadCommand& failed) {
  const bool builds = failed.key.kind == RunKind::kBuild && passed.key.kind == RunKind::kTest &&
                      failed.key.folder == passed.key.folder &&
                      failed.key.runner.substr(0, failed.key.runner.find(' ')) ==
                          passed.key.runner.substr(0, passed.key.runner.find(' '));
  if (builds) return true;
  if (!(passed.key == failed.key)) return false;
  return passed.scope == failed.scope || passed.scope.empty();
}

struct Judged {
  const CommandRun* run = nullptr;
  ReadCommand read;
  Verdict verdict = Verdict::kNeither;
  std::string output;
};

std::string output_of(const CommandRun& run, const World& world) {
  const std::string reported = world.text_of ? world.text_of(run.origin.id) : std::string();
  return reported.empty() ? run.error : reported;
}

Verdict verdict_of(const CommandRun& run, RunKind kind, std::string_view output) {
  if (kind == RunKind::kLook) {
    const bool failed = run.outcome == RunOutcome::kFailure && run.exit_code.value_or(1) != 1;
    return failed ? Verdict::kFailed : Verdict::kNeither;
  }
  if (measures(kind)) {
    const Counts counts = counted_in(output);
    if (counts.failed && *counts.failed > 0) return Verdict::kFailed;
    const bool none_failed = counts.failed && *counts.failed == 0;
    const bool some_passed = counts.passed && *counts.passed > 0;
    if ((none_failed || some_passed) && run.outcome != RunOutcome::kFailure) {
      return Verdict::kPassed;
    }
  }
  switch (run.outcome) {
    case RunOutcome::kSuccess:
      return Verdict::kPassed;
    case RunOutcome::kFailure:
      return Verdict::kFailed;
    case RunOutcome::kUnknown:
      if (measures(kind) && ends_well(output)) return Verdict::kPassed;
      break;
  }
  return Verdict::kNeither;
}

std::vector<Judged> judge_runs(const Session& session, const World& world) {
  constexpr size_t kMaxRead = 24;  // outputs that are looked up in the log, the latest
  std::vector<Judged> out;
  const auto& runs = session.runs.items;
  for (size_t i = 0; i < runs.size(); ++i) {
    const CommandRun& run = runs[i];
    Judged judged;
    judged.run = &run;
    judged.read = read_command(line_of(run));
    // A verb of a workflow, not the shell's: `test holds`.
    if (run.command == "test" && !run.model.empty()) judged.read.key.kind = RunKind::kTest;
    // Output is kept of failed and of measuring commands, and of others there is none to ask for.
    const RunKind kind = judged.read.key.kind;
    const bool is_kept = run.outcome == RunOutcome::kFailure || measures(kind);
    const bool is_late = i + kMaxRead >= runs.size();
    if (is_kept) judged.output = is_late ? output_of(run, world) : run.error;
    // Whatever it is called, a command that counts passes and failures is a test.
    const bool is_other = judged.read.key.kind == RunKind::kOther;
    if (is_other && has_test_counts(judged.output)) judged.read.key.kind = RunKind::kTest;
    judged.verdict = verdict_of(run, judged.read.key.kind, judged.output);
    out.push_back(std::move(judged));
  }
  return out;
}

bool is_turn_over(const Session& session, const CommandRun& run) {
  const auto& ends = session.checkpoints.items;
  return std::any_of(ends.begin(), ends.end(), [&](const Checkpoint& end) {
    return end.origin.id > run.origin.id &&
           (end.name == kEndOfTurn || end.name == kEndOfConversation || end.name == kTurnFailed);
  });
}

// Whoever tells of no turns keeps the session by hand, and a command is there to be told.
bool tells_turns(const Session& session, const ActorId& actor) {
  const auto& ends = session.checkpoints.items;
  return std::any_of(ends.begin(), ends.end(), [&](const Checkpoint& end) {
    return end.origin.actor == actor && end.name == kEndOfTurn;
  });
}

bool is_by_hand(const Session& session, const CommandRun& run) {
  return is_person(run.origin.actor) && !tells_turns(session, run.origin.actor);
}

std::string shown_line(const CommandRun& run) {
  std::string line = one_line(line_of(run));
  for (const std::string_view tail : {" 2>&1", " || true"}) {
    for (size_t at = 0; (at = line.find(tail)) != std::string::npos;) line.erase(at, tail.size());
  }
  for (const std::string_view pipe : {" | tail", " | head", " | cat"}) {
    const size_t at = line.find(pipe);
    if (at != std::string::npos) line.erase(at);
  }
  return line;
}

// Nobody asked for anything since, and nothing succeeded: the work stands there.
bool is_last_word(const Session& session, const CommandRun& run) {
  const auto later = [&](const auto& fact) { return fact.origin.id > run.origin.id; };
  const auto& asked = session.instructions.items;
  if (run.origin.id.number == 0 || std::any_of(asked.begin(), asked.end(), later)) return false;
  const auto& runs = session.runs.items;
  return std::none_of(runs.begin(), runs.end(), [&](const CommandRun& other) {
    return later(other) && other.outcome == RunOutcome::kSuccess;
  });
}

}  // namespace

Verdict verdict_of(const CommandRun& run, std::string_view output) {
  return verdict_of(run, read_command(line_of(run)).key.kind, output);
}

RunsNow runs_now(const Session& session, const World& world) {
  const std::vector<Judged> runs = judge_runs(session, world);
  RunsNow out;
  std::vector<CommandKey> seen;              // keys that measure, newest first
  std::vector<const ReadCommand*> reported;  // failures told already
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    const bool is_measuring =
        measures(run->read.key.kind) ||
        (run->read.key.kind == RunKind::kOther && is_by_hand(session, *run->run));
    if (run->verdict == Verdict::kPassed && is_measuring) {
      if (std::find(seen.begin(), seen.end(), run->read.key) == seen.end()) {
        seen.push_back(run->read.key);
        out.verified.push_back({run->run, shown_line(*run->run), counts_in(run->output)});
      }
      continue;
    }
    if (run->verdict != Verdict::kFailed) continue;
    FailedRun failed;
    failed.run = run->run;
    failed.kind = run->read.key.kind;
    failed.line = shown_line(*run->run);
    failed.error = error_line_of(run->output);
    if (run->read.key.kind == RunKind::kTest) failed.counts = counts_in(run->output);
    bool gone = false;
    for (auto later = runs.rbegin(); later != run; ++later) {
      if (later->run->origin.id < run->run->origin.id) continue;
      if (later->verdict == Verdict::kPassed && covers(later->read, run->read)) gone = true;
      const bool part = later->verdict == Verdict::kPassed && later->read.key == run->read.key;
      if (part && failed.passed.empty()) {
        failed.passed = shown_line(*later->run);
        failed.passed_at = later->run->origin.at;
      }
    }
    // The same failure again, or a part of one that is told: the latest says it.
    const bool again = std::any_of(reported.begin(), reported.end(), [&](const ReadCommand* known) {
      return known->key == run->read.key &&
             (known->scope == run->read.scope || known->scope.empty() || run->read.scope.empty());
    });
    const bool ran_again =
        std::any_of(reported.begin(), reported.end(), [&](const ReadCommand* known) {
          return known->key == run->read.key &&
                 (known->scope == run->read.scope || known->scope.empty());
        });
    if (gone || ran_again) out.gone.push_back(run->output);
    if (gone || again) continue;
    reported.push_back(&run->read);
    out.left.push_back(run->output);
    if (is_measuring || is_last_word(session, *run->run)) {
      out.failing.push_back(std::move(failed));
    } else if (is_turn_over(session, *run->run)) {
      out.given_up.push_back(std::move(failed));
    }
  }
  return out;
}

std::vector<std::string> changed_since(const Session& session, const Origin& origin) {
  std::vector<const FileChange*> changed;
  for (const auto& file : session.files.items) {
    const bool later =
        origin.id.number > 0 ? file.origin.id > origin.id : file.origin.at > origin.at;
    if (later) changed.push_back(&file);
  }
  std::stable_sort(changed.begin(), changed.end(), [](const FileChange* a, const FileChange* b) {
    return a->origin.id > b->origin.id;
  });
  std::vector<std::string> out;
  for (const FileChange* file : changed) out.push_back(file->path);
  return out;
}

}  // namespace clew
