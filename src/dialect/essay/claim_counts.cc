#include "dialect/essay/claim_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "dialect/essay/names.h"
#include "dialect/tree_dialect.h"
#include "session/measured_command.h"
#include "session/progress.h"

namespace clew::essay {
namespace {

constexpr std::string_view kCounted[] = {kUnplannedSections, kOpenStages, kOpenDeferred,
                                         kOpenOverrides};

// The stage that has such a gate; 0: none.
int gated_stage(const Names& names, const Step& step) {
  for (const int stage : {3, 4}) {
    if (names.stage(stage) == &step) return stage;
  }
  return 0;
}

int64_t outlined_sections(const Names& names) {
  int64_t total = 0;
  for (const int stage : {2, 3}) {
    const Step* step = names.stage(stage);
    if (step != nullptr) total = std::max(total, reported_number(*step, "total_sections"));
  }
  for (const int stage : {3, 4}) {
    for (const auto& section : names.sections(stage)) total = std::max(total, section.index);
  }
  return total;
}

int64_t unplanned_sections(const Names& names, int stage) {
  const auto planned = static_cast<int64_t>(names.sections(stage).size());
  return planned == 0 ? std::max<int64_t>(1, outlined_sections(names))
                      : std::max<int64_t>(0, outlined_sections(names) - planned);
}

std::vector<const Step*> open_stages_before(const Names& names, int stage) {
  std::vector<const Step*> open;
  for (int before = 1; before < stage; ++before) {
    const Step* step = names.stage(before);
    if (step != nullptr && !is_complete(*step)) open.push_back(step);
  }
  return open;
}

std::vector<const Claim*> claims_of(const Session& session, ClaimStatus status) {
  std::vector<const Claim*> found;
  for (const auto& claim : session.claims.items) {
    if (claim.status == status) found.push_back(&claim);
  }
  return found;
}

// Sections are added to stages that are open, when the outline's total is set.
std::vector<std::string> planning_commands(const Session& session, const Names& names) {
  const Step* outline = names.stage(2);
  const Step* arguments = names.stage(3);
  if (outline == nullptr) return {};
  const int64_t total = outlined_sections(names);
  std::vector<std::string> commands;
  if (arguments != nullptr && is_complete(*arguments)) {
    commands.push_back(fmt::format("clew revisit {} --impact minor --reason \"…\"",
                                   number_of(session, arguments->id)));
  }
  commands.push_back(fmt::format("clew set total_sections={} --step {}",
                                 total == 0 ? std::string("…") : std::to_string(total),
                                 number_of(session, outline->id)));
  return commands;
}

}  // namespace

int64_t reported_number(const Step& step, const char* name) {
  const Value* reported = find_attribute(step.attributes, std::string("essay.") + name);
  const Attempt* passed = step.passed_attempt();
  if (reported == nullptr && passed != nullptr) reported = passed->evidence.find(name);
  return reported == nullptr || !reported->is_number() ? 0 : reported->as_int();
}

bool is_counted(std::string_view evidence) {
  return std::find(std::begin(kCounted), std::end(kCounted), evidence) != std::end(kCounted);
}

Evidence counted_evidence(const Session& session, const Step& step) {
  const Names names(session);
  const int stage = gated_stage(names, step);
  Evidence evidence;
  const auto add = [&](const char* name, size_t count) {
    evidence.items.push_back({name, static_cast<int64_t>(count), EvidenceSource::kMeasured});
  };
  if (stage == 4) {
    add(kOpenDeferred, claims_of(session, ClaimStatus::kDeferred).size());
    add(kOpenOverrides, claims_of(session, ClaimStatus::kOverridden).size());
    add(kOpenStages, open_stages_before(names, stage).size());
  }
  if (stage != 0) add(kUnplannedSections, static_cast<size_t>(unplanned_sections(names, stage)));
  return evidence;
}

std::vector<std::string> settling_commands(const Session& session, const Step& step,
                                           std::string_view evidence) {
  const Names names(session);
  const int stage = gated_stage(names, step);
  std::vector<std::string> commands;
  const auto settle = [&](ClaimStatus status, const char* verb) {
    for (const Claim* claim : claims_of(session, status)) {
      commands.push_back(fmt::format("clew claim {} {}", verb, claim->origin.id.number));
    }
  };
  if (evidence == kOpenDeferred) settle(ClaimStatus::kDeferred, "resolve");
  if (evidence == kOpenOverrides) settle(ClaimStatus::kOverridden, "reconfirm");
  if (evidence == kOpenStages && stage != 0) {
    for (const Step* open : open_stages_before(names, stage)) {
      for (const StepId end : open_ends(session, open->id)) {
        const Step& part = session.steps[end.number];
        commands.push_back(completing_command(part, number_of(session, end)));
      }
    }
  }
  if (evidence == kUnplannedSections && stage != 0 && unplanned_sections(names, stage) > 0) {
    commands = planning_commands(session, names);
  }
  return commands;
}

}  // namespace clew::essay
