#include "interface/hooks/todo_marks.h"

#include <algorithm>

#include "agent_client/clients.h"
#include "session/progress.h"
#include "session/side_steps.h"

namespace clew {
namespace {

const Attribute* find_attribute(const Step& step, const std::string& key) {
  const auto found = std::find_if(step.attributes.begin(), step.attributes.end(),
                                  [&](const Attribute& a) { return a.key == key; });
  return found == step.attributes.end() ? nullptr : &*found;
}

}  // namespace

ListMarks::ListMarks(const std::string& client, const ActorId& actor, const AgentId& subagent)
    : is_subagents_(!subagent.empty()), client_(client), self_(actor.text), owner_(client_) {
  const size_t colon = self_.find(':');
  prefix_ = colon == std::string::npos ? "" : self_.substr(colon + 1);
  if (!subagent.empty()) {
    owner_ = subagent.text;
    self_ += "/" + owner_;
    prefix_ += "/" + owner_;
  }
  prefix_ += "#";
}

bool ListMarks::is_own(const Step& step, const std::string& prefix) const {
  return std::any_of(step.external.begin(), step.external.end(), [&](const ExternalId& id) {
    return id.dialect == client_ && id.id.starts_with(prefix);
  });
}

bool ListMarks::is_called(const Step& step, const std::string& id) const {
  if (id.empty()) return false;
  const Attribute* mark = find_attribute(step, self_);
  if (mark != nullptr && mark->value == Value(id)) return true;
  return has_external_id(step, prefix_ + id);
}

std::string ListMarks::item_id(const Step& step) const {
  for (const auto& known : step.external) {
    const bool is_it = known.dialect == client_ && known.id.starts_with(prefix_);
    if (is_it) return known.id.substr(prefix_.size());
  }
  return {};
}

bool ListMarks::is_taken_up(const Step& step) const {
  return find_attribute(step, self_) != nullptr;
}

bool ListMarks::is_others(const Session& session, const Step& step) const {
  if (is_own(step)) return false;
  const bool handed_on = session.identity.automatic && !is_subagents_ && !is_aid(session, step.id);
  return std::any_of(step.external.begin(), step.external.end(), [&](const ExternalId& id) {
    const size_t mark = id.id.find('#');
    if (mark == std::string::npos || find_client(id.dialect) == nullptr) return false;
    return !handed_on || id.id.find('/') < mark;
  });
}

StepId ListMarks::find_list(const Session& session) const {
  for (const auto& step : session.steps) {
    const bool is_list = !step.removed && has_external_id(step, list_id());
    if (is_list && !is_settled(session, step.id)) return step.id;
  }
  return kRoot;
}

bool ListMarks::has_external_id(const Step& step, const std::string& id) const {
  return std::any_of(step.external.begin(), step.external.end(), [&](const ExternalId& known) {
    return known.dialect == client_ && known.id == id;
  });
}

}  // namespace clew
