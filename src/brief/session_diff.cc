#include "brief/session_diff.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quote.h"
#include "brief/diff_lines.h"
#include "brief/standing.h"
#include "brief/stored_text.h"

namespace clew {
namespace {

constexpr size_t kMaxSubject = 80;
constexpr size_t kMaxWhat = 160;

void diff_identity(const Identity& a, const Identity& b, DiffLines& lines) {
  const auto joined = [](const std::vector<std::string>& all) {
    return fmt::format("{}", fmt::join(all, "; "));
  };
  const auto forked = [](const Identity& identity) {
    return identity.parent.empty()
               ? std::string()
               : fmt::format("{}@{}", identity.parent.text, identity.parent_seq.number);
  };
  lines.changed("goal", a.goal, b.goal);
  lines.changed("constraints", joined(a.constraints), joined(b.constraints));
  lines.changed("forked from", forked(a), forked(b));
  lines.changed("project", a.project, b.project);
  lines.changed("project path", a.project_path, b.project_path);
  lines.changed("device", a.device, b.device);
  lines.changed("mode", a.mode, b.mode);
  lines.changed("model", a.model, b.model);
  lines.changed("branch", a.branch, b.branch);
  lines.changed("commit", a.commit, b.commit);
}

void diff_lifecycle(const LifecycleState& a, const LifecycleState& b, DiffLines& lines) {
  if (a.status != b.status) {
    const std::string why = b.reason.empty() ? "" : ": " + b.reason;
    lines.say("lifecycle", fmt::format("{} → {}{}", name_of(a.status), name_of(b.status), why),
              name_of(a.status), name_of(b.status));
  } else {
    lines.changed("lifecycle reason", a.reason, b.reason);
  }
  lines.changed("archived", a.archived ? "yes" : "no", b.archived ? "yes" : "no");
}

void diff_structure(const Structure& a, const Structure& b, DiffLines& lines) {
  const auto total = [](const Structure& structure) {
    return structure.total ? std::to_string(*structure.total) : std::string();
  };
  lines.changed("workflow", a.workflow, b.workflow);
  lines.changed("workflow version", a.version, b.version);
  lines.changed("number of steps", total(a), total(b));
}

// Why a step has its status: what it showed, or the reason given.
std::string status_why(const Step& step) {
  const Attempt* last = step.last_attempt();
  if (step.status != StepStatus::kDone || last == nullptr) return step.status_reason;
  std::vector<std::string> shown;
  for (const auto& item : last->evidence.items) {
    shown.push_back(fmt::format("{} {} {}", item.name, to_text(item.value), name_of(item.source)));
  }
  if (!last->overridden.empty()) shown.push_back("gate overridden: " + last->overridden);
  return fmt::format("{}", fmt::join(shown, ", "));
}

// "attempt 1 failed its gate: coverage 65, needs >= 80; attempt 2 begun"
std::string attempt_words(const Step& step) {
  const Attempt* last = step.last_attempt();
  const Attempt* shut = step.shut_attempt();
  std::string words;
  if (shut != nullptr) {
    words = fmt::format("attempt {} failed its gate: {}", shut->number, failure_words(*shut));
  }
  if (last == nullptr || last == shut) return words;
  const char* outcome = last->outcome == AttemptOutcome::kOpen ? "begun" : name_of(last->outcome);
  return fmt::format("{}{}attempt {} {}", words, words.empty() ? "" : "; ", last->number, outcome);
}

std::string holder_of(const Step& step) { return step.lease ? step.lease->holder.text : ""; }

void diff_step(const std::string& subject, const Step& a, const Step& b, DiffLines& lines) {
  if (a.status != b.status) {
    const std::string why = status_why(b);
    lines.say(subject,
              fmt::format("{} → {}{}", name_of(a.status), name_of(b.status),
                          why.empty() ? "" : ": " + why),
              name_of(a.status), name_of(b.status));
  } else if (a.status_reason != b.status_reason) {
    lines.changed(subject + " reason", a.status_reason, b.status_reason);
  }
  const bool shut = a.shut_attempt() == nullptr && b.shut_attempt() != nullptr;
  if (shut || b.attempt_count > std::max(a.attempt_count, 1U)) {
    lines.say(subject, attempt_words(b), counted(a.attempt_count, "attempt", "attempts"),
              counted(b.attempt_count, "attempt", "attempts"));
  } else if (b.attempt_count < a.attempt_count && a.status == b.status) {
    lines.changed(subject + " attempts", std::to_string(a.attempt_count),
                  std::to_string(b.attempt_count));
  }
  lines.changed(subject + " title", a.title, b.title);
  lines.changed(subject + " description", a.description, b.description);
  lines.changed(subject + " gate", a.gate ? to_text(*a.gate) : "", b.gate ? to_text(*b.gate) : "");
  lines.changed(subject + " assignee", a.assignee, b.assignee);
  lines.changed(subject + " claimed by", holder_of(a), holder_of(b));
  lines.attributes(subject, a.attributes, b.attributes);
}

bool is_same_step(const Step* a, const Step& b) {
  return a != nullptr && a->title == b.title && a->parent == b.parent && a->key == b.key;
}

std::string subject_of(const PlanRow& row) {
  return fmt::format("step {} {}", row.number, quote(row.step->title));
}

void diff_steps(const Session& a, const Session& b, DiffLines& lines) {
  if (!a.steps.empty() && !b.steps.empty()) {
    lines.attributes("attribute", a.root().attributes, b.root().attributes);
    lines.changed("gate", a.root().gate ? to_text(*a.root().gate) : "",
                  b.root().gate ? to_text(*b.root().gate) : "");
  }
  for (const auto& row : plan_rows(b)) {
    const Step* before = a.find(row.step->id);
    if (is_same_step(before, *row.step)) {
      diff_step(subject_of(row), *before, *row.step, lines);
    } else {
      lines.added(subject_of(row), name_of(row.step->status));
    }
  }
  for (const auto& row : plan_rows(a)) {
    const Step* after = b.find(row.step->id);
    if (!is_same_step(after, *row.step)) lines.removed(subject_of(row), name_of(row.step->status));
  }
}

}  // namespace

void DiffLines::say(const std::string& subject, const std::string& what, const std::string& before,
                    const std::string& after) {
  lines_.push_back({fitted(subject, kMaxSubject), fitted(what, kMaxWhat), before, after});
}

void DiffLines::changed(const std::string& subject, const std::string& before,
                        const std::string& after) {
  if (before == after) return;
  if (before.empty()) return say(subject, "set: " + after, before, after);
  if (after.empty()) return say(subject, "removed: " + before, before, after);
  say(subject, fmt::format("{} → {}", fitted(before, kMaxWhat / 2), after), before, after);
}

void DiffLines::added(const std::string& subject, const std::string& after) {
  say(subject, "added: " + after, "", after);
}

void DiffLines::removed(const std::string& subject, const std::string& before) {
  say(subject, "removed: " + before, before, "");
}

void DiffLines::attributes(const std::string& owner, const std::vector<Attribute>& before,
                           const std::vector<Attribute>& after) {
  const auto text_of = [](const std::vector<Attribute>& all, const std::string& key) {
    for (const auto& attribute : all) {
      if (attribute.key == key) return to_text(attribute.value);
    }
    return std::string();
  };
  for (const auto& attribute : after) {
    changed(owner + " " + attribute.key, text_of(before, attribute.key), to_text(attribute.value));
  }
  for (const auto& attribute : before) {
    const bool stays = std::any_of(after.begin(), after.end(),
                                   [&](const Attribute& a) { return a.key == attribute.key; });
    if (!stays) changed(owner + " " + attribute.key, to_text(attribute.value), "");
  }
}

std::vector<DiffLine> diff_sessions(const Session& a, const Session& b) {
  DiffLines lines;
  diff_identity(a.identity, b.identity, lines);
  const auto held_by = [](const Session& session) {
    return session.handoff ? session.handoff->device : std::string();
  };
  lines.changed("held by", held_by(a), held_by(b));
  diff_lifecycle(a.lifecycle, b.lifecycle, lines);
  diff_structure(a.structure, b.structure, lines);
  lines.changed("next action", a.next_action, b.next_action);
  lines.changed("instruction", a.instruction ? a.instruction->text : "",
                b.instruction ? b.instruction->text : "");
  diff_steps(a, b, lines);
  diff_facts(a, b, lines);
  return lines.take();
}

}  // namespace clew
