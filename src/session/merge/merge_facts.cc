#include "session/merge/merge_facts.h"

#include <fmt/format.h>

#include "base/quote.h"
#include "base/scratch_list.h"
#include "base/text.h"
#include "session/fact_match.h"

namespace clew {
namespace {

void say_it_stays(Clashes& clashes) {
  clashes.say("was kept: the log has only the latest of its kind available");
}
void say_it_returns(Clashes& clashes) {
  clashes.say("is no longer available in the log; added again, as changed in the file");
}

const Agent* find_agent(const Session& session, const AgentId& id) {
  for (const auto& agent : session.agents.items) {
    if (agent.id == id) return &agent;
  }
  return nullptr;
}

// By the first text it has.
std::string name_of_fact(const char* kind, const TypeInfo& type, const void* fact) {
  std::string words;
  for (const MemberInfo& member : type.structure().members) {
    if (words.empty() && member.type->form == TypeForm::kText) words = text_in(member.of(fact));
  }
  return fmt::format("the {} {}", kind, quote(cut(one_line(words), 60)));
}

// Merges the facts of one kind. Where the session keeps only the latest of them, they are matched
// from the back, and none is removed on the word of the file: it may show fewer than the log has.
class FactMerger {
 public:
  FactMerger(const FactKind& kind, const char* name, const Session& now, Drafting& drafting,
             Clashes& clashes)
      : kind_(kind),
        name_(name),
        now_(kind.in(now)),
        from_(kind.total(now) > now_.size() ? Matching::From::kBack : Matching::From::kFront),
        drafting_(drafting),
        clashes_(clashes) {}

  // The two readings are matched with each other, then both with the log.
  void run(const FactList& base, const FactList& edited) {
    const Matching in_edited = match_readings(base, edited);
    const LogMatching in_now = match_log(base, edited, in_edited, now_, from_);
    for (size_t i = 0; i < base.size(); ++i) {
      const auto& location = in_now.of_base[i];
      const void* now = location ? now_[*location] : nullptr;
      clashes_.about(name_of_fact(name_, type_, base[i]));
      if (in_edited[i]) {
        change(base[i], edited[*in_edited[i]], now);
      } else if (now != nullptr) {
        remove(now);
      }
    }
    for (size_t j = 0; j < edited.size(); ++j) {
      if (!in_edited.is_used(j) && !in_now.of_added[j]) add(edited[j]);
    }
  }

 private:
  // A fact that is new to the session: its id is the seq of the event that carries it.
  void add(const void* fact) {
    FactRestored restored;
    restored.fact = drafting_.next();
    origin_of(type_, kind_.put(restored, fact)).id = restored.fact;
    drafting_.add(std::move(restored));
  }

  void change(const void* base, const void* edited, const void* now) {
    if (same_fact(type_, base, edited)) return;
    if (now == nullptr) {
      say_it_returns(clashes_);
      add(edited);
      return;
    }
    FactRestored restored;
    restored.fact = origin_of(type_, now).id;
    ScratchList both(kind_.list());  // under the id that the log has for it
    for (const void* fact : {base, edited}) {
      void* copy = both.grow();
      copy_content(type_, copy, fact);
      origin_of(type_, copy).id = restored.fact;
    }
    void* merged = kind_.put(restored, now);
    merge_content(type_, both.at(0), both.at(1), merged, "", clashes_);
    if (!same_content(type_, merged, now)) drafting_.add(std::move(restored));
  }

  void remove(const void* now) {
    if (from_ == Matching::From::kBack) return say_it_stays(clashes_);
    FactRestored restored;
    restored.fact = origin_of(type_, now).id;
    drafting_.add(std::move(restored));
  }

  const FactKind& kind_;
  const TypeInfo& type_ = kind_.type();
  const char* name_;
  const FactList now_;
  const Matching::From from_;
  Drafting& drafting_;
  Clashes& clashes_;
};

// Nothing is to be done when the file changed nothing of this kind, or when the log says the same
// already.
void merge_kind(const FactKind& kind, const char* name, const Session& base, const Session& edited,
                const Session& now, Drafting& drafting, Clashes& clashes) {
  const FactList was = kind.in(base);
  const FactList wanted = kind.in(edited);
  if (same_content(kind.list(), kind.list_in(base), kind.list_in(edited))) return;
  if (same_facts(wanted, kind.in(now))) return;
  FactMerger(kind, name, now, drafting, clashes).run(was, wanted);
}

}  // namespace

// Agents are matched by id: first those that the file left out, then those it added or changed. One
// that the base did not have is merged as if only its id had been known.
void merge_agents(const Session& base, const Session& edited, const Session& now,
                  Drafting& drafting, Clashes& clashes) {
  for (const auto& was : base.agents.items) {
    if (find_agent(edited, was.id) != nullptr || find_agent(now, was.id) == nullptr) continue;
    clashes.about("agent " + was.id.text);
    if (now.agents.total > now.agents.items.size()) {
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
    merge_kind(FactKind(kind, slot), name, base, edited, now, drafting, clashes);
  });
}

}  // namespace clew
