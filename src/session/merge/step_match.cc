#include "session/merge/step_match.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

namespace clew {
namespace {

using Path = std::vector<std::string>;
using Paths = std::map<StepId, Path>;

// Steps that are not in the log; far above any number that is.
constexpr uint32_t kFirstUnknown = 0x4000'0000;

// The names from the root down to each living step; a name that repeats among siblings is numbered.
// For example {"Build", "Tests"}; of a second "Tests" beside it the name ends in '\0' and 1.
Paths paths_of(const Session& session, const StepName& name_of) {
  Paths out;
  std::map<Path, int> taken;
  out[kRoot] = {};
  for (const auto& step : session.steps) {
    const auto parent = out.find(step.parent);
    if (step.removed || step.id == kRoot || parent == out.end()) continue;
    Path path = parent->second;
    path.push_back(name_of(session, step));
    const int before = taken[path]++;
    if (before > 0) path.back() += '\0' + std::to_string(before);
    out[step.id] = std::move(path);
  }
  return out;
}

// The number that a step is to have; none when it leads nowhere.
using NewNumber = std::function<std::optional<StepId>(StepId)>;

void renumber_list(std::vector<StepId>& ids, const NewNumber& map) {
  std::vector<StepId> out;
  for (const StepId id : ids) {
    if (const auto mapped = map(id)) out.push_back(*mapped);
  }
  ids = std::move(out);
}

// Every step named anywhere in `x`.
void renumber(const TypeInfo& type, void* x, const NewNumber& map) {
  if (&type == &kTypeInfo<StepId>) {
    auto& id = *static_cast<StepId*>(x);
    id = map(id).value_or(kRoot);
  } else if (&type == &kTypeInfo<std::optional<StepId>>) {
    auto& id = *static_cast<std::optional<StepId>*>(x);
    if (id) id = map(*id);
  } else if (&type == &kTypeInfo<std::vector<StepId>>) {
    renumber_list(*static_cast<std::vector<StepId>*>(x), map);
  } else {
    for_each_part(type, x, [&](const TypeInfo& inner, void* part) { renumber(inner, part, map); });
  }
}

void index_steps(Renumbered& reading) {
  reading.steps.clear();
  const auto& steps = reading.session.steps;
  for (size_t i = 0; i < steps.size(); ++i) reading.steps.emplace(steps[i].id, i);
}

// `numbers_` begins with the paths of the log and gains those that only a reading has, so that a
// step which both readings have gets the same number in both.
class Matcher {
 public:
  Matcher(const Session& now, const StepName& name_of) : now_(now), name_of_(name_of) {
    for (const auto& [id, path] : paths_of(now, name_of)) numbers_[path] = id;
  }

  void read(const Session& from, Renumbered& to) {
    const Paths paths = paths_of(from, name_of_);
    const auto map = [&](StepId id) -> std::optional<StepId> {
      const auto path = paths.find(id);
      if (path == paths.end()) return std::nullopt;
      const StepId fresh{kFirstUnknown + static_cast<uint32_t>(numbers_.size())};
      return numbers_.try_emplace(path->second, fresh).first->second;
    };
    to.session = from;
    if (to.session.steps.empty()) to.session.steps.emplace_back();
    // Removed ones go; a step outside the plan would pass for the root.
    std::erase_if(to.session.steps, [&](const Step& step) { return !paths.contains(step.id); });
    renumber(kTypeInfo<Session>, &to.session, map);
    index_steps(to);
  }

  // New ones that the log has not, or no longer; with a step come those it is part of.
  void number_added(StepMatch& match) const {
    std::set<StepId> wanted;
    for (const auto& step : match.edited.session.steps) {
      if (step.id.number < kFirstUnknown) continue;
      const Step* was = match.base.find(step.id);
      if (was != nullptr && *was == step) continue;
      for (StepId at = step.id; at.number >= kFirstUnknown && wanted.insert(at).second;) {
        at = match.edited.find(at)->parent;
      }
    }
    std::map<StepId, StepId> numbers;
    for (const auto& step : match.edited.session.steps) {
      if (!wanted.contains(step.id)) continue;
      // The numbers that the log gives out next.
      const auto next =
          static_cast<uint32_t>(std::max<size_t>(now_.steps.size(), 1) + match.added.size());
      match.added.push_back(numbers[step.id] = StepId{next});
    }
    if (numbers.empty()) return;
    const auto map = [&](StepId id) -> std::optional<StepId> {
      const auto found = numbers.find(id);
      return found == numbers.end() ? id : found->second;
    };
    for (Renumbered* reading : {&match.base, &match.edited}) {
      renumber(kTypeInfo<Session>, &reading->session, map);
      index_steps(*reading);
    }
  }

  // The steps that the edit took out, and all that is part of them. Parts come before what they are
  // part of, as their numbers are higher.
  void list_removed(StepMatch& match) const {
    std::set<StepId> gone;
    for (const auto& step : now_.steps) {
      if (step.removed || step.id == kRoot) continue;
      const bool edited_out =
          match.base.find(step.id) != nullptr && match.edited.find(step.id) == nullptr;
      if (edited_out || gone.contains(step.parent)) gone.insert(step.id);
    }
    match.removed.assign(gone.rbegin(), gone.rend());
  }

 private:
  const Session& now_;
  const StepName& name_of_;
  std::map<Path, StepId> numbers_;
};

}  // namespace

const Step* Renumbered::find(StepId id) const {
  const auto found = steps.find(id);
  return found == steps.end() ? nullptr : &session.steps[found->second];
}

StepMatch match_steps(const Session& base, const Session& edited, const Session& now,
                      const StepName& name_of) {
  StepMatch match;
  Matcher matcher(now, name_of);
  matcher.read(base, match.base);
  matcher.read(edited, match.edited);
  matcher.number_added(match);
  matcher.list_removed(match);
  return match;
}

}  // namespace clew
