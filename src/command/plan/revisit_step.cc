#include "command/plan/revisit_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>

#include "base/shell_word.h"
#include "dialect/fixed_plan.h"
#include "engine/dialect_steps.h"
#include "engine/project/project_root.h"
#include "engine/reply.h"
#include "engine/session_view.h"
#include "engine/work_files/keep_artifact.h"
#include "engine/work_files/step_artifacts.h"
#include "engine/workspace.h"
#include "files/whole_file.h"
#include "session/progress.h"

namespace clew {
namespace {

constexpr double kLittle = 0.1;
constexpr double kMuch = 0.5;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

struct ArtifactChange {
  double share = 0;  // of the one that differs most
  std::string path;
  std::string upset = {};  // why everything after it is upset; empty: it need not be
};

ArtifactChange largest_change(Workspace& workspace, const Session& session, StepId step) {
  ArtifactChange largest;
  const auto dialect = dialect_of(workspace, session);
  const FixedPlan* plan = dialect && *dialect != nullptr ? (*dialect)->fixed_plan() : nullptr;
  const Step* meant = session.find(step);
  if (plan != nullptr && meant != nullptr) largest.upset = plan->upset_by(session, *meant, "", "");
  const std::string path = project_root_of(workspace, session);
  if (path.empty()) return largest;
  for (const auto& artifact : session.artifacts.items) {
    if (artifact.origin.step != step || !artifact.archived_as.empty()) continue;
    const auto root =
        workspace.files().open_folder(artifact_root(workspace, session, path, artifact.path));
    if (!root) continue;
    const auto now = read_whole_file(**root, artifact.path, kMaxArtifact);
    double share = 1;  // gone, or not a file any more
    if (now && sha256(*now) == artifact.content) {
      share = 0;
    } else if (now) {
      const auto kept = workspace.store().blob(artifact.content);
      share = kept ? changed_share(*kept, *now) : 1;
      if (kept && plan != nullptr && meant != nullptr && largest.upset.empty()) {
        largest.upset = plan->upset_by(session, *meant, *kept, *now);
      }
    }
    if (share > largest.share) largest = {share, artifact.path, std::move(largest.upset)};
  }
  return largest;
}

Result<RevisitStep> intent_for(const Session& session, const RevisitRequest& request,
                               Impact impact) {
  RevisitStep intent;
  CLEW_ASSIGN(intent.step, find_step(session, request.step));
  intent.impact = impact;
  intent.reason = request.reason;
  for (const auto& text : request.affects) {
    CLEW_ASSIGN(const StepId id, find_step(session, text));
    intent.affects.push_back(id);
  }
  return intent;
}

std::string consequence(Impact impact) {
  return impact == Impact::kMajor ? "start over" : "to be reviewed";
}

std::string list_steps(const Session& session, const std::vector<StepId>& steps) {
  std::vector<std::string> labels;
  for (const StepId id : steps) labels.push_back(label_of(session, id));
  return fmt::format("{}", fmt::join(labels, ", "));
}

// "· to be reviewed: 3 "Build" · archived: notes.md"
std::string follows(const Session& session, Impact impact, const std::vector<StepId>& affected,
                    const std::vector<std::string>& archived) {
  std::string out;
  if (!affected.empty()) {
    out += fmt::format(" · {}: {}", consequence(impact), list_steps(session, affected));
  }
  if (!archived.empty()) out += fmt::format(" · archived: {}", fmt::join(archived, ", "));
  return out.empty() ? " · no later step is affected" : out;
}

// Steps that went with the revisit are as they were `before`.
Value fields_of(const Session& session, const Session& before, StepId step, Impact impact,
                const std::vector<StepId>& affected, const std::vector<std::string>& archived) {
  Value out = Value::object();
  out.set("step", step_fields(session, step));
  out.set("impact", name_of(impact));
  Value steps = Value::list();
  for (const StepId id : affected) {
    steps.push(step_fields(session.find(id) == nullptr ? before : session, id));
  }
  out.set("affected", std::move(steps));
  out.set("archived", to_value(archived));
  return out;
}

Result<Answer> carry_out(Workspace& workspace, const SessionRef& ref, const RevisitRequest& request,
                         Impact impact) {
  const auto intents = [&](const Session& session) -> Result<std::vector<Intent>> {
    CLEW_ASSIGN(RevisitStep intent, intent_for(session, request, impact));
    CLEW_ASSIGN(const Dialect* dialect, dialect_of(workspace, session));
    CLEW_ASSIGN(auto intents_with_files, with_files_of_revisit(workspace, session, intent));
    return with_steps_of_revisit(workspace, dialect, session, std::move(intents_with_files),
                                 intent);
  };
  CLEW_ASSIGN(const Done done, workspace.execute(ref.id, intents));
  for (const auto& event : done.events) {
    const auto* revisited = get_if<StepRevisited>(&event.data);
    if (revisited == nullptr) continue;
    // By the names that they had: some of them may be gone with it.
    CLEW_ASSIGN(const Session before, workspace.before(done));
    Answer answer = said(
        workspace, done,
        fmt::format("step {} revisited, {}{}", label_of(done.after, revisited->step),
                    name_of(revisited->impact),
                    follows(before, revisited->impact, revisited->affected, revisited->archived)));
    answer.data.set("revisit", fields_of(done.after, before, revisited->step, revisited->impact,
                                         revisited->affected, revisited->archived));
    return answer;
  }
  return said(workspace, done, "nothing changed");
}

// What would happen, in words and fields.
struct Preview {
  RevisitStep intent;
  RevisitPlan plan;
  std::string text;
};

Result<Preview> preview(Workspace& workspace, const Session& session, const RevisitRequest& request,
                        Impact impact) {
  Preview out;
  CLEW_ASSIGN(out.intent, intent_for(session, request, impact));
  CLEW_ASSIGN(const Session found, with_files_to_archive(workspace, session, out.intent));
  CLEW_ASSIGN(out.plan, plan_revisit(found, out.intent));
  out.text = unbroken(fmt::format("revisiting step {}, {}{}", label_of(session, out.intent.step),
                                  name_of(impact),
                                  follows(session, impact, out.plan.affected, out.plan.artifacts)));
  return out;
}

Answer answer_preview(const Loaded& loaded, const Preview& shown) {
  Answer answer;
  answer.data.set("session", loaded.session.identity.id.text);
  answer.data.set("seq", loaded.head.seq.number);
  answer.data.set("hash", loaded.head.hash.hex());
  answer.data.set("changed", false);
  answer.data.set("revisit",
                  fields_of(loaded.session, loaded.session, shown.intent.step, shown.intent.impact,
                            shown.plan.affected, shown.plan.artifacts));
  answer.text = shown.text + "\nnothing was changed";
  return answer;
}

}  // namespace

double changed_share(std::string_view before, std::string_view after) {
  const auto old_lines = lines_of(before);
  const auto new_lines = lines_of(after);
  const size_t most = std::max(old_lines.size(), new_lines.size());
  if (most == 0) return 0;
  std::unordered_map<std::string_view, size_t> left;
  for (const auto line : old_lines) ++left[line];
  size_t same = 0;
  for (const auto line : new_lines) {
    const auto found = left.find(line);
    if (found == left.end() || found->second == 0) continue;
    --found->second;
    ++same;
  }
  return static_cast<double>(most - same) / static_cast<double>(most);
}

ProposedImpact propose_impact(Workspace& workspace, const Session& session, StepId step) {
  RevisitStep intent;
  intent.step = step;
  const auto minor = plan_revisit(session, intent);
  if (!minor || minor->affected.empty()) return {Impact::kMinor, "no later step has been started"};
  const ArtifactChange change = largest_change(workspace, session, step);
  const std::string what =
      change.path.empty() ? "none of its artifacts has changed"
                          : fmt::format("{} differs by {:.0f} %", change.path, change.share * 100);
  if (!change.upset.empty()) return {Impact::kMajor, change.upset};
  if (change.share < kLittle) return {Impact::kMinor, what};
  if (change.share >= kMuch) return {Impact::kMajor, what};
  intent.impact = Impact::kModerate;
  const bool related = plan_revisit(session, intent).ok();
  return {related ? Impact::kModerate : Impact::kMinor, what};
}

Result<Answer> revisit_step(Workspace& workspace, const RevisitRequest& request) {
  const auto named = enum_from<Impact>(request.impact);
  if (!request.impact.empty() && !named) {
    return make_error(
        ErrorCode::kUsage,
        fmt::format("invalid impact \"{}\"; choose one of: minor, moderate, major", request.impact),
        "--impact", fmt::format("clew revisit {} --impact minor", shell_word(request.step)));
  }
  CLEW_ASSIGN(const SessionRef ref, workspace.find_session(Effect::kChanges));
  if (named && !request.dry_run) return carry_out(workspace, ref, request, *named);

  CLEW_ASSIGN(const Loaded loaded, workspace.load(ref));
  CLEW_ASSIGN(const StepId step, find_step(loaded.session, request.step));
  ProposedImpact proposed{named.value_or(Impact::kMinor), ""};
  if (!named && !request.affects.empty()) {
    proposed = {Impact::kModerate, "the affected steps are named"};
  } else if (!named) {
    proposed = propose_impact(workspace, loaded.session, step);
  }
  CLEW_ASSIGN(Preview shown, preview(workspace, loaded.session, request, proposed.impact));
  if (!proposed.because.empty()) shown.text += fmt::format("\nbecause {}", proposed.because);
  if (request.dry_run) return answer_preview(loaded, shown);

  const Caller& caller = workspace.caller();
  std::optional<bool> agreed;
  if (caller.agreed) {
    agreed = true;
  } else if (caller.confirm) {
    agreed = caller.confirm(shown.text + "\nProceed?");
  }
  if (!agreed) {
    return make_error(
        ErrorCode::kUsage,
        fmt::format("choose the impact with --impact{}: {}",
                    caller.via == Via::kMcp ? "" : ", or confirm with --yes", shown.text),
        "--impact",
        fmt::format("clew revisit {} --impact {}", number_of(loaded.session, step),
                    name_of(proposed.impact)));
  }
  if (!*agreed) return answer_preview(loaded, shown);
  return carry_out(workspace, ref, request, proposed.impact);
}

}  // namespace clew
