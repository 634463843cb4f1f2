// Going back to a complete step: which later steps are affected by it, how far (minor, moderate,
// major), and which artifacts are archived under a new name so that the next version does not
// replace them.

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "session/decide_internal.h"
#include "session/progress.h"
#include "session/side_steps.h"

namespace clew {
namespace {

// The step itself and those around it, outermost first.
std::vector<const Step*> way_to(const Session& session, StepId id) {
  std::vector<const Step*> way;
  for (const Step* at = session.find(id); at != nullptr; at = session.find(at->parent)) {
    way.push_back(at);
    if (at->id == kRoot) break;
  }
  std::reverse(way.begin(), way.end());
  return way;
}

// Parts that run in any order do not build on each other, unless they say what they need.
bool stands_alone(const Session& session, const std::vector<const Step*>& way, StepId later) {
  const std::vector<const Step*> other = way_to(session, later);
  size_t fork = 0;
  while (fork < way.size() && fork < other.size() && way[fork] == other[fork]) ++fork;
  if (fork == 0 || fork == way.size() || fork == other.size()) return false;
  return way[fork - 1]->order == ChildOrder::kAnyOrder && other[fork]->needs.empty();
}

// Every step that comes after `id` in the plan, or in its list, its own parts and parents left out.
std::vector<StepId> later_steps(const Session& session, StepId id) {
  std::vector<StepId> order;
  std::vector<StepId> stack{kRoot};
  while (!stack.empty()) {
    const Step* step = session.find(stack.back());
    stack.pop_back();
    if (step == nullptr) continue;
    order.push_back(step->id);
    for (auto child = step->children.rbegin(); child != step->children.rend(); ++child) {
      stack.push_back(*child);
    }
  }
  const auto is_part_of = [&](StepId part) {
    for (const Step* at = session.find(part); at != nullptr && at->id != kRoot;
         at = session.find(at->parent)) {
      if (at->id == id) return true;
    }
    return false;
  };
  const auto location = std::find(order.begin(), order.end(), id);
  std::vector<StepId> later(location == order.end() ? location : location + 1, order.end());
  const auto list = list_around(session, id);
  std::erase_if(
      later, [&](StepId part) { return is_part_of(part) || list_around(session, part) != list; });
  return later;
}

// What a revisit changes: whatever was begun. A review does not lift what blocks a step.
bool is_affected(const Step& step, Impact impact) {
  if (step.status == StepStatus::kPending) return false;
  return impact == Impact::kMajor || step.status != StepStatus::kBlocked;
}

}  // namespace

// Which steps are affected depends on the impact:
//   minor      every later step that was begun, but for parts that stand alone
//   moderate   those that are named; without names, those with the same subject
//   major      every later step that was begun, and blocked ones too
// Only a moderate or major revisit archives what the affected steps made. Pure: revisit_step turns
// the plan into events, and the command shows it before asking.
Result<RevisitPlan> plan_revisit(const Session& session, const RevisitStep& intent) {
  const Step* step = session.find(intent.step);
  if (step == nullptr || intent.step == kRoot) {
    return make_error(ErrorCode::kNotFound, "there is no such step to revisit",
                      std::to_string(intent.step.number), "clew status");
  }
  if (step->status == StepStatus::kPending) {
    return make_error(ErrorCode::kInvalid,
                      fmt::format("step {} has not been started", label_of(session, intent.step)),
                      label_of(session, intent.step), "clew status");
  }
  if (const auto list = list_around(session, intent.step)) {
    // It would not begin the step that it stands beside again.
    CLEW_TRY(deciding::check_around(session, *session.find(*list)));
  }
  if (intent.impact != Impact::kModerate && !intent.affects.empty()) {
    return make_error(
        ErrorCode::kUsage,
        fmt::format("a {} revisit affects every later step; only a moderate one names "
                    "those it affects",
                    name_of(intent.impact)),
        label_of(session, intent.step),
        fmt::format("clew revisit {} --impact moderate --affects {}",
                    number_of(session, intent.step), number_of(session, intent.affects.front())));
  }
  RevisitPlan plan;
  const std::vector<const Step*> way = way_to(session, intent.step);
  for (const StepId id : later_steps(session, intent.step)) {
    const Step* later = session.find(id);
    if (!is_affected(*later, intent.impact)) continue;
    if (intent.impact == Impact::kMinor && stands_alone(session, way, id)) continue;
    const bool named =
        std::find(intent.affects.begin(), intent.affects.end(), id) != intent.affects.end();
    const bool related =
        intent.affects.empty() && !step->subject.empty() && later->subject == step->subject;
    if (intent.impact != Impact::kModerate || named || related) plan.affected.push_back(id);
  }
  if (intent.impact == Impact::kModerate) {
    for (const StepId id : intent.affects) {
      if (std::find(plan.affected.begin(), plan.affected.end(), id) != plan.affected.end())
        continue;
      CLEW_TRY(deciding::existing(session, id));
      return make_error(
          ErrorCode::kInvalid,
          fmt::format("step {} does not come after step {}, is blocked or has not been started",
                      label_of(session, id), label_of(session, intent.step)),
          label_of(session, id), "clew status");
    }
    if (plan.affected.empty()) {
      return make_error(ErrorCode::kUsage, "a moderate revisit must name the steps it affects",
                        label_of(session, intent.step),
                        fmt::format("clew revisit {} --impact moderate --affects STEP",
                                    number_of(session, intent.step)));
    }
  }
  if (intent.impact == Impact::kMinor) return plan;
  for (const auto& artifact : session.artifacts.items) {
    const bool affected = std::find(plan.affected.begin(), plan.affected.end(),
                                    artifact.origin.step) != plan.affected.end();
    if (affected && artifact.archived_as.empty()) plan.artifacts.push_back(artifact.path);
  }
  return plan;
}

namespace deciding {
namespace {

// Steps that were complete around an affected one are not, any more; those around the step gone
// back to begin again with it.
std::vector<StepId> complete_around(const Session& session, StepId revisited,
                                    const std::vector<StepId>& affected) {
  std::vector<StepId> settled = affected;
  for (const Step* at = session.find(revisited); at != nullptr; at = session.find(at->parent)) {
    settled.push_back(at->id);
    if (at->id == kRoot) break;
  }
  std::vector<StepId> out;
  for (const StepId id : affected) {
    for (const Step* at = session.find(id); at != nullptr && at->id != kRoot;
         at = session.find(at->parent)) {
      const bool is_new = std::find(settled.begin(), settled.end(), at->id) == settled.end();
      if (!is_new || !is_complete(*at)) continue;
      settled.push_back(at->id);
      out.push_back(at->id);
    }
  }
  return out;
}

}  // namespace

// "a/draft.md", version 2, becomes "a/draft.v2.md"; the ending stays last so that the file opens as
// before. `taken` has names that exist on disk: a higher version there raises the number.
std::string archived_name(const Artifact& artifact, const std::vector<std::string>& taken) {
  const size_t slash = artifact.path.rfind('/');
  const size_t name = slash == std::string::npos ? 0 : slash + 1;
  const size_t dot = artifact.path.rfind('.');
  const bool has_ending = dot != std::string::npos && dot > name;
  const std::string before = (has_ending ? artifact.path.substr(0, dot) : artifact.path) + ".v";
  const std::string after = has_ending ? artifact.path.substr(dot) : std::string();
  constexpr size_t kMaxDigits = 9;
  uint32_t version = artifact.version;
  for (const auto& path : taken) {
    if (!path.starts_with(before) || !path.ends_with(after)) continue;
    if (path.size() <= before.size() + after.size()) continue;
    const std::string digits =
        path.substr(before.size(), path.size() - before.size() - after.size());
    const bool is_number =
        digits.size() <= kMaxDigits && digits.find_first_not_of("0123456789") == std::string::npos;
    if (is_number) version = std::max(version, static_cast<uint32_t>(std::stoul(digits)) + 1);
  }
  return fmt::format("{}{}{}", before, version, after);
}

// Whether the step of an artifact, or one around it, was revisited after the artifact was made.
// Only then is its present text replaced rather than continued.
bool was_gone_back_to(const Session& session, const Artifact& artifact) {
  const auto is_it_or_around = [&](StepId id) {
    for (const Step* at = session.find(artifact.origin.step); at != nullptr && at->id != kRoot;
         at = session.find(at->parent)) {
      if (at->id == id) return true;
    }
    return false;
  };
  const auto& revisions = session.revisions.items;
  return std::any_of(revisions.begin(), revisions.end(), [&](const Revision& each) {
    const bool is_later =
        std::tie(each.origin.at, each.origin.id) > std::tie(artifact.origin.at, artifact.origin.id);
    return is_later && (is_it_or_around(each.origin.step) ||
                        std::any_of(each.affected.begin(), each.affected.end(), is_it_or_around));
  });
}

// The order of the events matters to a reader of the log: reopening, the revisit, archived names,
// the status of each affected step, and last the step that begins again.
Result<Drafts> revisit_step(const Session& session, const RevisitStep& intent) {
  CLEW_ASSIGN(const RevisitPlan plan, plan_revisit(session, intent));
  Drafts drafts;
  const std::string why = fmt::format("step {} was revisited", label_of(session, intent.step));
  if (next_status(session.lifecycle.status, LifecycleVerb::kReopen)) {
    drafts.push_back({SessionReopened{why}, {}});
  }
  StepRevisited event{intent.step, intent.impact, intent.reason, plan.affected, {}};
  std::vector<ArtifactArchived> archived;
  for (const auto& path : plan.artifacts) {
    for (const auto& artifact : session.artifacts.items) {
      if (artifact.path == path) archived.push_back({path, archived_name(artifact, intent.taken)});
    }
  }
  for (const auto& each : archived) event.archived.push_back(each.archived_as);
  drafts.push_back({std::move(event), {}});
  for (const auto& each : archived) drafts.push_back({each, {}});
  const StepStatus status =
      intent.impact == Impact::kMajor ? StepStatus::kPending : StepStatus::kNeedsReview;
  for (const StepId id : plan.affected) {
    drafts.push_back({
        StepStatusChanged{id, status, why},
        {}
    });
  }
  for (const StepId id : complete_around(session, intent.step, plan.affected)) {
    drafts.push_back({
        StepStatusChanged{id, StepStatus::kNeedsReview, why},
        {}
    });
  }
  start_with_parents(session, *session.find(intent.step), drafts);
  return drafts;
}

}  // namespace deciding
}  // namespace clew
