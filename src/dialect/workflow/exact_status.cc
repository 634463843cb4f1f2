#include "dialect/workflow/exact_status.h"

#include <algorithm>
#include <string_view>

#include "dialect/dialect.h"
#include "dialect/tree_dialect.h"
#include "dialect/workflow/shapes.h"
#include "dialect/workflow/words.h"
#include "session/progress.h"

namespace clew::workflow {
namespace {

using Names = std::vector<std::string_view>;

bool is_among(std::string_view name, const Names& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

template <class T>
// Fields in which the two differ, by their names in the core; those with a way of their own are
// left out.
void tell_fields(const T& exact, const T& reported, const Names& except, Value& out) {
  for_each_field<T>([&](const auto& f) {
    if (is_among(f.name, except) || exact.*(f.member) == reported.*(f.member)) return;
    out.set(f.name, to_value(exact.*(f.member)));
  });
}

// Sets the wanted fields that `said` has.
template <class T, class Wanted>
void hear_fields(T& out, const Value& said, Wanted&& wanted, const TreePath& at,
                 std::vector<TreePath>& odd) {
  for_each_field<T>([&](const auto& f) {
    const Value* value = wanted(f.name) ? said.find(f.name) : nullptr;
    if (value == nullptr) return;
    auto heard = out.*(f.member);
    if (from_value(*value, heard, std::string())) {
      out.*(f.member) = std::move(heard);
    } else {
      odd.push_back(at / std::string(f.name));
    }
  });
}
auto only(const Names& names) {
  return [&names](std::string_view name) { return is_among(name, names); };
}
auto except(const Names& names) {
  return [&names](std::string_view name) { return !is_among(name, names); };
}

// Does `said` still speak of what is shown?
template <class E>
bool still_shown(const Value& said, E shown) {
  const Value* as = said.find("shown_as");
  return as == nullptr || as->as_string() == name_of(shown);
}

// Fields with a way of their own to be told.
const Names kNone;
const Names kStepApart = {"id",       "parent",        "children", "current_child",
                          "needs",    "external",      "status",   "status_reason",
                          "attempts", "attempt_count", "lease",    "removed"};
const Names kCount = {"attempt_count"};
const Names kAttemptApart = {"outcome", "ended_at", "evidence", "recheck"};
const Names kAttemptEnd = {"outcome", "ended_at"};
const Names kLifecycleBeside = {"paused_total_ms", "archived"};

// What stood on this disk when it was measured is the log's to know.
Evidence without_ground(Evidence evidence) {
  if (evidence.measurement) evidence.measurement->on.reset();
  return evidence;
}

std::vector<Attempt> without_ground(std::vector<Attempt> attempts) {
  for (Attempt& attempt : attempts) {
    attempt.evidence = without_ground(std::move(attempt.evidence));
    attempt.recheck.reset();
  }
  return attempts;
}

// When evidence differs only in who measured it, the names of the measured items are enough.
void tell_evidence(const Evidence& exact, const Evidence& reported, Value& out) {
  Evidence plain = exact;
  Value measured = Value::list();
  for (auto& item : plain.items) {
    if (item.source == EvidenceSource::kMeasured) measured.push(item.name);
    item.source = EvidenceSource::kClaimed;
  }
  plain.measurement.reset();
  if (plain != reported) {
    out.set("evidence", to_value(without_ground(exact)));
    return;
  }
  if (!measured.as_list().empty()) out.set("measured", std::move(measured));
  if (exact.measurement) {
    out.set("measurement", to_value(*without_ground(exact).measurement));
  }
}

void hear_evidence(Evidence& evidence, const Value& said, const TreePath& at,
                   std::vector<TreePath>& odd) {
  if (const Value* whole = said.find("evidence")) {
    auto heard = from_value<Evidence>(*whole);
    if (heard)
      evidence = std::move(*heard);
    else
      odd.push_back(at / std::string("evidence"));
  }
  for (const auto& name : texts_in(said, "measured")) {
    for (auto& item : evidence.items) {
      if (item.name == name) item.source = EvidenceSource::kMeasured;
    }
  }
  if (const Value* measurement = said.find("measurement")) {
    auto heard = from_value<Measurement>(*measurement);
    if (heard)
      evidence.measurement = std::move(*heard);
    else
      odd.push_back(at / std::string("measurement"));
  }
}

// `shown_as` is what the fields showed when this was written: when they show something else,
// another program has changed them, and the exact words are out of date.
Value tell_attempt(const Attempt& exact, const Attempt& reported) {
  Value out = Value::object();
  tell_fields(exact, reported, kAttemptApart, out);
  if (exact.outcome != reported.outcome) {
    out.set("outcome", name_of(exact.outcome));
    out.set("shown_as", name_of(reported.outcome));
  }
  if (exact.ended_at != reported.ended_at) out.set("ended_at", to_value(exact.ended_at));
  tell_evidence(exact.evidence, reported.evidence, out);
  return out;
}

void hear_attempt(Attempt& attempt, const Value& said, const TreePath& at,
                  std::vector<TreePath>& odd) {
  hear_fields(attempt, said, except(kAttemptApart), at, odd);
  if (still_shown(said, attempt.outcome)) hear_fields(attempt, said, only(kAttemptEnd), at, odd);
  hear_evidence(attempt.evidence, said, at, odd);
}

uint32_t number_after(const std::vector<Attempt>& attempts) {
  return attempts.empty() ? 1 : attempts.back().number + 1;
}

// The latest attempt is the one the fields tell; those before it are here as a whole.
void tell_attempts(const Step& exact, const std::vector<Attempt>& reported, Value& out) {
  const uint32_t count = exact.attempts.empty() ? 0 : exact.attempts.back().number;
  if (exact.attempt_count != count) out.set("attempt_count", to_value(exact.attempt_count));
  if (exact.attempts == reported) return;
  if (exact.attempts.empty()) {
    out.set("attempts", nullptr);  // there was none, whatever the fields look like
    return;
  }
  const size_t shown = std::min<size_t>(reported.empty() ? 0 : 1, exact.attempts.size());
  const std::vector<Attempt> earlier(exact.attempts.begin(),
                                     exact.attempts.end() - static_cast<std::ptrdiff_t>(shown));
  if (!earlier.empty() || reported.size() > 1)
    out.set("attempts", to_value(without_ground(earlier)));
  if (shown == 0) return;
  Attempt latest = reported.back();
  if (out.find("attempts") != nullptr) latest.number = number_after(earlier);
  Value difference = tell_attempt(exact.attempts.back(), latest);
  if (!difference.as_object().empty()) out.set("attempt", std::move(difference));
}

// In the order of telling: earlier attempts, then the latest one's differences, and the count at
// the end.
void hear_attempts(Step& step, const Value& said, const TreePath& at, std::vector<TreePath>& odd) {
  const Value* list = said.find("attempts");
  if (list != nullptr && list->is_null()) {
    step.attempts.clear();
  } else if (list != nullptr) {
    auto earlier = from_value<std::vector<Attempt>>(*list);
    if (earlier) {
      std::vector<Attempt> all = std::move(*earlier);
      if (!step.attempts.empty()) {
        step.attempts.back().number = number_after(all);
        all.push_back(std::move(step.attempts.back()));
      }
      step.attempts = std::move(all);
    } else {
      odd.push_back(at / std::string("attempts"));
    }
  }
  const Value* latest = said.find("attempt");
  if (latest != nullptr && !step.attempts.empty()) {
    hear_attempt(step.attempts.back(), *latest, at / std::string("attempt"), odd);
  }
  step.attempt_count = step.attempts.empty() ? 0 : step.attempts.back().number;
}

// Ids in other dialects; the own one is in the fields.
void tell_external(const Step& step, Value& out) {
  std::vector<ExternalId> others;
  for (const auto& external : step.external) {
    if (external.dialect != kName) others.push_back(external);
  }
  if (!others.empty()) out.set("external", to_value(others));
}

void hear_external(Step& step, const Value& said, const TreePath& at, std::vector<TreePath>& odd) {
  const Value* list = said.find("external");
  if (list == nullptr) return;
  auto others = from_value<std::vector<ExternalId>>(*list);
  if (!others) return odd.push_back(at / std::string("external"));
  for (auto& other : *others) {
    if (other.dialect != kName) set_external_id(step, other.dialect, std::move(other.id));
  }
}

void tell_links(const Session& session, const Step& step, Value& out) {
  Value needs = Value::list();
  for (const StepId need : step.needs) {
    // Of what was taken back nothing is told, nor of its parts.
    if (top_level_step(session, need) != nullptr) needs.push(number_of(session, need));
  }
  if (!needs.as_list().empty()) out.set("needs", std::move(needs));
  const Step* current = step.current_child ? session.find(*step.current_child) : nullptr;
  if (step.id != kRoot && current != nullptr) out.set("current", number_of(session, current->id));
}

bool is_reported_by_fields(const Attribute& attribute) {
  return attribute.key == kTargetFile || attribute.key == kFileName ||
         attribute.key.starts_with(kMetadataPrefix);
}

}  // namespace

// `reported` is the step as the fields tell it; null for a part, which no field tells.
Value tell_step(const Session& session, const Step& exact, const Step* reported) {
  static const Step nothing;
  const Step& shown = reported == nullptr ? nothing : *reported;
  Value out = Value::object();
  tell_fields(exact, shown, kStepApart, out);
  tell_external(exact, out);
  tell_links(session, exact, out);
  if (exact.status != shown.status) {
    out.set("status", name_of(exact.status));
    if (reported != nullptr) out.set("shown_as", name_of(shown.status));
  }
  if (!exact.status_reason.empty()) out.set("status_reason", exact.status_reason);
  tell_attempts(exact, shown.attempts, out);
  Value parts = Value::list();
  for (const StepId child : exact.children) {
    if (const Step* part = session.find(child)) parts.push(tell_step(session, *part, nullptr));
  }
  if (!parts.as_list().empty()) out.set("steps", std::move(parts));
  return out;
}

// Title and attributes that the fields of the document tell already are left out.
Value tell_root(const Session& session) {
  const Step& root = session.root();
  Step rest = root;
  std::erase_if(rest.attributes, is_reported_by_fields);
  rest.title.clear();
  Value out = Value::object();
  tell_fields(rest, Step{}, kStepApart, out);
  tell_external(root, out);
  if (!root.status_reason.empty()) out.set("status_reason", root.status_reason);
  return out;
}

// Attributes of the fields stand in front of those that were kept here, as they do in a session
// that was never written.
void hear_step(Step& step, const Value& said, const TreePath& at, std::vector<TreePath>& odd) {
  const std::vector<Attribute> reported = step.attributes;
  hear_fields(step, said, except(kStepApart), at, odd);
  if (!reported.empty() && step.attributes != reported) {
    step.attributes.insert(step.attributes.begin(), reported.begin(), reported.end());
  }
  hear_external(step, said, at, odd);
  if (still_shown(said, step.status)) {
    if (said.find("status") != nullptr) {
      const auto status = enum_from<StepStatus>(text_in(said, "status"));
      if (status)
        step.status = *status;
      else
        odd.push_back(at / std::string("status"));
    }
    step.status_reason = text_in(said, "status_reason");
  }
  hear_attempts(step, said, at, odd);
  hear_fields(step, said, only(kCount), at, odd);
}

Value tell_lifecycle(const LifecycleState& exact, const LifecycleState& reported) {
  Value out = Value::object();
  tell_fields(exact, reported, kNone, out);
  if (exact.status != reported.status) out.set("shown_as", name_of(reported.status));
  return out;
}

// While the flags show what they were shown as, what is kept here is exact; a reason or context
// that was changed in the fields still wins.
void hear_lifecycle(LifecycleState& lifecycle, const Value& said, const TreePath& at,
                    std::vector<TreePath>& odd) {
  if (!still_shown(said, lifecycle.status)) {
    // Whoever changed the flags knows better than what was noted beside them.
    hear_fields(lifecycle, said, only(kLifecycleBeside), at, odd);
    return;
  }
  LifecycleState heard = lifecycle;
  hear_fields(heard, said, except(kNone), at, odd);
  if (said.find("status") == nullptr && !lifecycle.reason.empty()) heard.reason = lifecycle.reason;
  if (said.find("status") == nullptr && !lifecycle.context.empty()) {
    heard.context = lifecycle.context;
  }
  lifecycle = std::move(heard);
}

}  // namespace clew::workflow
