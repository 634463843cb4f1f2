#include "session/merge/tail_ids.h"

#include <fmt/format.h>

namespace clew {
namespace {

Error not_taken_over(const char* what, uint32_t number) {
  return make_error(ErrorCode::kNotFound,
                    fmt::format("it builds on {} {}, which was not taken over", what, number),
                    std::to_string(number));
}

}  // namespace

std::optional<StepId> TailIds::step(StepId id) const {
  if (id.number < base_->steps.size()) return id;
  const auto found = steps_.find(id);
  return found == steps_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Seq> TailIds::event(Seq seq) const {
  if (seq <= base_->head) return seq;
  const auto found = events_.find(seq);
  return found == events_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<uint32_t> TailIds::attempt(StepId step, uint32_t number) const {
  const auto found = attempts_.find({step, number});
  if (found != attempts_.end()) return found->second;
  const bool is_common =
      step.number < base_->steps.size() && number <= base_->steps[step.number].attempt_count;
  return is_common ? std::optional(number) : std::nullopt;
}

uint32_t TailIds::fence(uint32_t number) const {
  const auto found = fences_.find(number);
  return found == fences_.end() ? number : found->second;
}

AgentId TailIds::agent(const AgentId& id) const {
  const auto found = agents_.find(id);
  return found == agents_.end() ? id : found->second;
}

Status TailIds::translate(const TypeInfo& type, void* x) const {
  if (&type == &kTypeInfo<StepId>) {
    auto& id = *static_cast<StepId*>(x);
    const auto now = step(id);
    if (!now) return not_taken_over("step", id.number);
    id = *now;
    return success();
  }
  if (&type == &kTypeInfo<Seq>) {
    auto& seq = *static_cast<Seq*>(x);
    const auto now = event(seq);
    if (!now) return not_taken_over("event", seq.number);
    seq = *now;
    return success();
  }
  if (&type == &kTypeInfo<AgentId>) {
    auto& id = *static_cast<AgentId*>(x);
    id = agent(id);
    return success();
  }
  if (&type == &kTypeInfo<Lease>) {
    auto& lease = *static_cast<Lease*>(x);
    lease.fence = fence(lease.fence);
    return success();
  }
  if (&type == &kTypeInfo<Step>) {
    auto& record = *static_cast<Step*>(x);
    // Looked up by the number that the step has in the tail, so before that number is translated.
    for (auto& attempt : record.attempts) {
      attempt.number = this->attempt(record.id, attempt.number).value_or(attempt.number);
    }
    record.attempt_count =
        this->attempt(record.id, record.attempt_count).value_or(record.attempt_count);
    // What an attempt's number was given to is not of the other's plan.
  }
  if (type.form == TypeForm::kStruct) {
    for (const MemberInfo& member : type.structure().members) {
      CLEW_TRY(translate(*member.type, member.of(x)));
    }
  } else if (type.form == TypeForm::kOptional || type.form == TypeForm::kList) {
    for (size_t i = 0;; ++i) {
      void* const part = const_cast<void*>(type.reach(x, i));
      if (part == nullptr || (type.form == TypeForm::kOptional && i > 0)) break;
      CLEW_TRY(translate(*type.inner, part));
    }
  }
  return success();
}

Result<EventData> TailIds::translate(EventData data) const {
  // Numbers of attempts belong to a step that is still called as it was.
  const auto renumber = [&](StepId of, uint32_t& number) -> Status {
    const auto now = attempt(of, number);
    if (!now && number != 0) return not_taken_over("attempt", number);
    if (now) number = *now;
    return success();
  };
  if (auto* set = get_if<AttributeSet>(&data)) {
    if (set->owner == AttributeOwner::kAttempt) CLEW_TRY(renumber(set->step, set->attempt));
  }
  CLEW_TRY(translate(type_of(data), const_cast<void*>(data.content())));
  return data;
}

}  // namespace clew
