#include <algorithm>
#include <map>

#include "dialect/orchestration/plan.h"
#include "dialect/orchestration/step_ids.h"
#include "session/side_steps.h"

namespace clew::orchestration {
namespace {

void set_text(Value& object, const char* name, const std::string& text) {
  if (!text.empty()) object.set(name, text);
}

class Teller {
 public:
  explicit Teller(const Session& session)
      : session_(session), plan_(session), ids_(step_ids(session)), order_(plan_order(session)) {
    beside_.resize(session.steps.size());
    for (const StepId id : order_) {
      const Step& step = *session.find(id);
      beside_[id.number] = plan_.leaves_out(step) || beside_[step.parent.number];
    }
  }

  ToldPlan run() {
    ToldPlan told;
    std::vector<StepId> done;
    std::vector<StepId> open;
    for (const StepId id : order_) {
      const Step& step = *session_.find(id);
      if (beside_[id.number]) continue;
      ++titles_[step.title];
      if (plan_.has_any(step) || step.status == StepStatus::kSkipped) continue;
      (step.status == StepStatus::kDone ? done : open).push_back(id);
    }
    for (const StepId id : done) told.completed.push(session_.find(id)->title);
    for (const StepId id : open) told.pending.push(session_.find(id)->title);
    done.insert(done.end(), open.begin(), open.end());
    is_plain_ = done == order_ || (session_.root().order == ChildOrder::kAnyOrder && is_flat(done));
    Namer namer;
    for (const StepId id : done) {
      is_plain_ = is_plain_ && namer.name(session_.find(id)->title) == ids_[id.number];
    }
    if (!is_plain_) {
      told.order = Value::list();
      for (const StepId id : order_) told.order.push(ids_[id.number]);
    }
    // Lists alone ask for no order; `order` says that there is one.
    const ChildOrder root = session_.root().order;
    const ChildOrder read_as = is_plain_ ? ChildOrder::kAnyOrder : ChildOrder::kInOrder;
    if (root != read_as && (order_.size() > 1 || !is_plain_)) told.parts = name_of(root);
    for (const StepId id : is_plain_ ? done : order_) {
      Value entry = tell_step(*session_.find(id));
      if (entry.as_object().size() > 1) told.steps.push(std::move(entry));
    }
    return told;
  }

 private:
  // All are in the lists, and where nothing asks for an order, that of the lists will do.
  bool is_flat(const std::vector<StepId>& listed) const {
    return listed.size() == order_.size() &&
           std::all_of(order_.begin(), order_.end(),
                       [&](StepId id) { return session_.find(id)->parent == kRoot; });
  }

  Value tell_step(const Step& step) {
    const std::string& id = ids_[step.id.number];
    const bool listed = !beside_[step.id.number] && !plan_.has_any(step);
    // By its title alone it could be taken for another one.
    const bool ambiguous = !is_plain_ && !beside_[step.id.number] && titles_[step.title] > 1;
    const bool plain_status =
        step.status == StepStatus::kPending || (step.status == StepStatus::kDone && listed);
    Value entry = Value::object();
    entry.set("id", id);
    if (!is_plain_ && step.title != id) entry.set("title", step.title);
    if (step.parent != kRoot) entry.set("parent", ids_[step.parent.number]);
    if (ambiguous || !plain_status) entry.set("status", name_of(step.status));
    set_text(entry, "status_reason", step.status_reason);
    set_text(entry, "key", step.key);
    set_text(entry, "description", step.description);
    if (step.order != ChildOrder::kInOrder) entry.set("order", name_of(step.order));
    Value needs = Value::list();
    for (const StepId need : step.needs) {
      if (need != kRoot && session_.find(need) != nullptr) needs.push(ids_[need.number]);
    }
    if (!needs.as_list().empty()) entry.set("needs", std::move(needs));
    set_text(entry, "assignee", step.assignee);
    set_text(entry, "subject", step.subject);
    if (step.aside.value_or(false)) entry.set("aside", true);
    return entry;
  }

  const Session& session_;
  const PlanParts plan_;
  const std::vector<std::string> ids_;
  const std::vector<StepId> order_;
  std::vector<bool> beside_;  // by number: an aid or a part of one, in neither list
  std::map<std::string, size_t> titles_;
  bool is_plain_ = true;
};

}  // namespace

ToldPlan tell_plan(const Session& session) { return Teller(session).run(); }

}  // namespace clew::orchestration
