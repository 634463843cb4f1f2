#include "session/merge_facts.h"

#include "session/fact_match.h"

namespace clew {
namespace {

void say_it_stays(Clashes& clashes) {
  clashes.say("stays: the log has only the latest of its kind at hand");
}
void say_it_returns(Clashes& clashes) {
  clashes.say("is not at hand in the log; it is added anew, as the file changed it");
}

template <class T>
bool is_kept_in_part(const Kept<T>& kept) {
  return kept.total > kept.items.size();
}

const Agent* find_agent(const Session& session, const AgentId& id) {
  for (const auto& agent : session.agents.items) {
    if (agent.id == id) return &agent;
  }
  return nullptr;
}

// By the first text it has.
template <class T>
std::string name_of_fact(const char* kind, const T& fact) {
  std::string words;
  for_each_field<T>([&](const auto& f) {
    if constexpr (std::is_same_v<std::decay_t<decltype(fact.*(f.member))>, std::string>) {
      if (words.empty()) words = fact.*(f.member);
    }
  });
  return fmt::format("the {} \"{}\"", kind, cut(one_line(words), 60));
}

// The facts of one kind.
template <class T>
class FactMerger {
 public:
  using Slot = std::optional<T> FactRestored::*;

  FactMerger(const Kept<T>& now, Slot slot, Drafting& drafting, Clashes& clashes)
      : now_(now), slot_(slot), drafting_(drafting), clashes_(clashes) {}

  void run(const std::vector<T>& base, const std::vector<T>& edited, const char* name) {
    const Matching in_edited = match_readings(base, edited);
    const LogMatching in_now = match_log(base, edited, in_edited, now_);
    for (size_t i = 0; i < base.size(); ++i) {
      const auto& place = in_now.of_base[i];
      const T* now = place ? &now_.items[*place] : nullptr;
      clashes_.about(name_of_fact(name, base[i]));
      if (in_edited[i]) {
        change(base[i], edited[*in_edited[i]], now);
      } else if (now != nullptr) {
        remove(*now);
      }
    }
    for (size_t j = 0; j < edited.size(); ++j) {
      if (!in_edited.is_used(j) && !in_now.of_added[j]) add_fact(drafting_, slot_, edited[j]);
    }
  }

 private:
  void change(T base, T edited, const T* now) {
    if (same_fact(base, edited)) return;
    if (now == nullptr) {
      say_it_returns(clashes_);
      add_fact(drafting_, slot_, edited);
      return;
    }
    FactRestored restored;
    restored.fact = base.origin.id = edited.origin.id = now->origin.id;
    T& merged = (restored.*slot_).emplace(*now);
    merge_value(base, edited, merged, "", clashes_);
    if (merged != *now) drafting_.add(std::move(restored));
  }

  void remove(const T& now) {
    if (is_kept_in_part(now_)) {
      say_it_stays(clashes_);
      return;
    }
    FactRestored restored;
    restored.fact = now.origin.id;
    drafting_.add(std::move(restored));
  }

  const Kept<T>& now_;
  const Slot slot_;
  Drafting& drafting_;
  Clashes& clashes_;
};

}  // namespace

void merge_agents(const Session& base, const Session& edited, const Session& now,
                  Drafting& drafting, Clashes& clashes) {
  for (const auto& was : base.agents.items) {
    if (find_agent(edited, was.id) != nullptr || find_agent(now, was.id) == nullptr) continue;
    clashes.about("agent " + was.id.text);
    if (is_kept_in_part(now.agents)) {
      say_it_stays(clashes);
    } else {
      drafting.add(AgentRestored{was.id, std::nullopt});
    }
  }
  for (const auto& wanted : edited.agents.items) {
    const Agent* was = find_agent(base, wanted.id);
    const Agent* present = find_agent(now, wanted.id);
    if (was != nullptr && *was == wanted) continue;
    clashes.about("agent " + wanted.id.text);
    Agent merged = wanted;
    if (present != nullptr) {
      merged = *present;
      Agent unknown;
      unknown.id = wanted.id;
      merge_value(was == nullptr ? unknown : *was, wanted, merged, "", clashes);
      if (merged == *present) continue;
    } else if (was != nullptr) {
      say_it_returns(clashes);
    }
    drafting.add(AgentRestored{wanted.id, std::move(merged)});
  }
}

void merge_facts(const Session& base, const Session& edited, const Session& now, Drafting& drafting,
                 Clashes& clashes) {
  for_each_fact_kind([&](const auto kind, const auto slot, const char* name) {
    const auto& wanted = (edited.*kind).items;
    if ((base.*kind).items == wanted || same_facts(wanted, (now.*kind).items)) return;
    FactMerger(now.*kind, slot, drafting, clashes).run((base.*kind).items, wanted, name);
  });
}

}  // namespace clew
