#include "dialect/orchestration/plan.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "dialect/orchestration/shapes.h"
#include "dialect/orchestration/step_ids.h"
#include "dialect/tree_dialect.h"
#include "session/side_steps.h"

namespace clew::orchestration {
namespace {

void set_text(Value& object, const char* name, const std::string& text) {
  if (!text.empty()) object.set(name, text);
}

// Tells the plan in two lists, and adds `order` and `steps` only when reading the lists alone would
// give another plan: `is_plain_` says that it would not.
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

  ReportedPlan run() {
    ReportedPlan reported;
    std::vector<StepId> done;
    std::vector<StepId> open;
    for (const StepId id : order_) {
      const Step& step = *session_.find(id);
      if (beside_[id.number]) continue;
      ++titles_[step.title];
      if (plan_.has_any(step) || step.status == StepStatus::kSkipped) continue;
      (step.status == StepStatus::kDone ? done : open).push_back(id);
    }
    for (const StepId id : done) reported.completed.push(session_.find(id)->title);
    for (const StepId id : open) reported.pending.push(session_.find(id)->title);
    done.insert(done.end(), open.begin(), open.end());
    is_plain_ = done == order_ || (session_.root().order == ChildOrder::kAnyOrder && is_flat(done));
    Namer namer;
    for (const StepId id : done) {
      is_plain_ = is_plain_ && namer.name(session_.find(id)->title) == ids_[id.number];
    }
    if (!is_plain_) {
      reported.order = Value::list();
      for (const StepId id : order_) reported.order.push(ids_[id.number]);
    }
    // Lists alone ask for no order; `order` says that there is one.
    const ChildOrder root = session_.root().order;
    const ChildOrder read_as = is_plain_ ? ChildOrder::kAnyOrder : ChildOrder::kInOrder;
    if (root != read_as && (order_.size() > 1 || !is_plain_)) reported.parts = name_of(root);
    for (const StepId id : is_plain_ ? done : order_) {
      Value entry = tell_step(*session_.find(id));
      if (entry.as_object().size() > 1) reported.steps.push(std::move(entry));
    }
    return reported;
  }

 private:
  // All are in the lists, and where nothing asks for an order, that of the lists will do.
  bool is_flat(const std::vector<StepId>& listed) const {
    return listed.size() == order_.size() &&
           std::all_of(order_.begin(), order_.end(),
                       [&](StepId id) { return session_.find(id)->parent == kRoot; });
  }

  // An entry has what the lists cannot say; one that has nothing but its id is left out.
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
    if (step.quarantined.value_or(false)) entry.set("aside", true);
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

enum class Listed { kNowhere, kCompleted, kPending };

struct Item {
  std::string title;
  Listed listed = Listed::kPending;
  bool taken = false;
};

// The other way: items of the lists, with `order` and `steps` where they are. The lists may have
// been edited by hand, so they win over `steps`.
class Reader {
 public:
  Reader(const Value& document, Session& session) : session_(session) {
    for (auto& title : texts_in(document, "completed_work")) {
      items_.push_back({std::move(title), Listed::kCompleted});
    }
    for (auto& title : texts_in(document, "pending_tasks")) {
      items_.push_back({std::move(title), Listed::kPending});
    }
    const Value* metadata = document.find("metadata");
    const Value* room = metadata == nullptr ? nullptr : metadata->find("clew");
    if (room == nullptr) return;
    if (room->find("order") != nullptr) order_ = texts_in(*room, "order");
    session_.steps.front().order =
        enum_from<ChildOrder>(text_in(*room, "parts"))
            .value_or(order_ ? ChildOrder::kInOrder : ChildOrder::kAnyOrder);
    const Value* steps = room->find("steps");
    if (steps == nullptr) return;
    for (const auto& entry : steps->as_list()) {
      entries_.emplace(text_in(entry, "id"), &entry);
    }
  }

  // Items that the order does not have were added by hand, and come last.
  void run() {
    session_.steps.reserve(session_.steps.size() + items_.size());
    for (size_t i = items_.size(); i-- > 0;) by_title_[items_[i].title].push_back(i);
    if (order_) add_ordered();
    for (auto& item : items_) {
      if (item.taken) continue;
      const std::string id = namer_.name(item.title);
      add(id, item.title, item.listed, order_ ? nullptr : entry_of(id));
    }
    for (const auto& [step, entry] : reported_) set_needs(step, *entry);
    set_current();
  }

 private:
  const Value* entry_of(const std::string& id) const {
    const auto found = entries_.find(id);
    return found == entries_.end() ? nullptr : found->second;
  }

  // A step of the order, and where the lists have it.
  struct Ordered {
    std::string id;
    const Value* entry;
    std::string title;
    std::string status;  // as told; empty: done or pending, as the lists say
    Item* item = nullptr;
    bool beside = false;  // an aid or a part of one, which the lists do not have
  };

  static bool is_quarantined(const Value* entry) {
    const Value* quarantined = entry == nullptr ? nullptr : entry->find("aside");
    return quarantined != nullptr && quarantined->as_bool();
  }

  // Where nothing but aids is planned, they are the plan.
  void find_parts(std::vector<Ordered>& ordered) {
    const bool hides_aids = std::any_of(ordered.begin(), ordered.end(), [](const Ordered& step) {
      return !is_quarantined(step.entry) &&
             (step.entry == nullptr || step.entry->find("parent") == nullptr);
    });
    std::set<std::string> beside;
    for (auto& step : ordered) {
      const std::string parent =
          step.entry == nullptr ? std::string() : text_in(*step.entry, "parent");
      step.beside = hides_aids &&
                    (is_quarantined(step.entry) || (!parent.empty() && beside.contains(parent)));
      if (step.beside) beside.insert(step.id);
    }
    for (const auto& [id, entry] : entries_) {
      if (entry->find("parent") != nullptr && !beside.contains(id)) {
        inner_.insert(text_in(*entry, "parent"));
      }
    }
  }

  // Every one finds its place in the lists first: those that are where their status says, then the
  // rest, and last the skipped ones, which should be in neither.
  void add_ordered() {
    std::vector<Ordered> ordered;
    for (const auto& id : *order_) {
      if (!namer_.take(id)) continue;
      const Value* entry = entry_of(id);
      const Value* title = entry == nullptr ? nullptr : entry->find("title");
      ordered.push_back({id, entry, title == nullptr ? id : title->as_string(),
                         entry == nullptr ? std::string() : text_in(*entry, "status")});
    }
    find_parts(ordered);
    const std::string skipped = name_of(StepStatus::kSkipped);
    for (auto& step : ordered) {
      if (step.status.empty() || step.status == skipped || is_unlisted(step)) continue;
      const bool done = step.status == name_of(StepStatus::kDone);
      step.item = take_item(step.title, done ? Listed::kCompleted : Listed::kPending);
    }
    for (const bool late : {false, true}) {
      for (auto& step : ordered) {
        if (step.item != nullptr || is_unlisted(step)) continue;
        if (late == (step.status == skipped)) step.item = take_item(step.title, std::nullopt);
      }
    }
    for (const auto& step : ordered) {
      if (step.item != nullptr) {
        add(step.id, step.title, step.item->listed, step.entry);
      } else if (step.beside ? has_parent(step) : is_unlisted(step) || step.status == skipped) {
        add(step.id, step.title, Listed::kNowhere, step.entry);
      }
    }
  }

  bool is_unlisted(const Ordered& step) const { return step.beside || inner_.contains(step.id); }

  // An aid goes with the step that it stands beside.
  bool has_parent(const Ordered& step) const {
    const std::string parent = text_in(*step.entry, "parent");
    return parent.empty() || numbers_.contains(parent);
  }

  // The first of that title that is left, in that list or in either.
  Item* take_item(const std::string& title, std::optional<Listed> listed) {
    const auto found = by_title_.find(title);
    if (found == by_title_.end()) return nullptr;
    std::vector<size_t>& locations = found->second;  // the last is the first in the document
    for (size_t i = locations.size(); i-- > 0;) {
      Item& item = items_[locations[i]];
      if (listed && item.listed != *listed) continue;
      locations.erase(locations.begin() + static_cast<std::ptrdiff_t>(i));
      item.taken = true;
      return &item;
    }
    return nullptr;
  }

  // Children and numbers are set as steps are added; needs and the current step when all are there.
  void add(const std::string& id, const std::string& title, Listed listed, const Value* entry) {
    Step step;
    step.id = StepId{static_cast<uint32_t>(session_.steps.size())};
    step.title = title;
    set_external_id(step, kName, id);
    if (entry != nullptr) {
      const auto parent = numbers_.find(text_in(*entry, "parent"));
      if (parent != numbers_.end()) step.parent = parent->second;
      step.status_reason = text_in(*entry, "status_reason");
      step.key = text_in(*entry, "key");
      step.description = text_in(*entry, "description");
      step.order = enum_from<ChildOrder>(text_in(*entry, "order")).value_or(step.order);
      step.assignee = text_in(*entry, "assignee");
      step.subject = text_in(*entry, "subject");
      if (is_quarantined(entry)) step.quarantined = true;
      reported_.emplace_back(step.id, entry);
    }
    step.status = status_of(listed, entry);
    session_.steps[step.parent.number].children.push_back(step.id);
    numbers_.emplace(id, step.id);
    session_.steps.push_back(std::move(step));
  }

  // The list decides between done and open; `steps` may say which kind of open.
  static StepStatus status_of(Listed listed, const Value* entry) {
    const auto reported =
        enum_from<StepStatus>(entry == nullptr ? std::string() : text_in(*entry, "status"));
    if (listed == Listed::kNowhere) return reported.value_or(StepStatus::kPending);
    if (listed == Listed::kCompleted) return StepStatus::kDone;
    const bool is_open =
        reported && *reported != StepStatus::kDone && *reported != StepStatus::kSkipped;
    return is_open ? *reported : StepStatus::kPending;
  }

  void set_needs(StepId id, const Value& entry) {
    for (const auto& need : texts_in(entry, "needs")) {
      const auto found = numbers_.find(need);
      if (found != numbers_.end() && found->second != id) {
        session_.steps[id.number].needs.push_back(found->second);
      }
    }
  }

  void set_current() {
    for (const auto& step : session_.steps) {
      if (step.id == kRoot || step.status != StepStatus::kActive) continue;
      auto& current = session_.steps[step.parent.number].current_child;
      if (!current) current = step.id;
    }
  }

  Session& session_;
  std::vector<Item> items_;
  std::map<std::string, std::vector<size_t>> by_title_;
  std::map<std::string, const Value*> entries_;
  std::set<std::string> inner_;  // ids of steps that have parts in the plan
  std::optional<std::vector<std::string>> order_;
  Namer namer_;
  std::map<std::string, StepId> numbers_;
  std::vector<std::pair<StepId, const Value*>> reported_;
};

}  // namespace

ReportedPlan tell_plan(const Session& session) { return Teller(session).run(); }

void read_plan(const Value& document, Session& session) { Reader(document, session).run(); }

}  // namespace clew::orchestration
