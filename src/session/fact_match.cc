#include "session/fact_match.h"

#include <algorithm>
#include <string_view>

#include "session/file_actor.h"

namespace clew {
namespace {

const MemberInfo& member_at(const TypeInfo& type, ptrdiff_t offset) {
  const auto& members = type.structure().members;
  const auto found = std::find_if(members.begin(), members.end(),
                                  [&](const MemberInfo& each) { return each.offset == offset; });
  CLEW_CHECK(found != members.end());
  return *found;
}

const MemberInfo& origin_member(const TypeInfo& type) {
  const auto& members = type.structure().members;
  for (const MemberInfo& member : members) {
    if (member.type == &kTypeInfo<Origin>) return member;
  }
  CLEW_CHECK(!"a fact has an origin");
  return members.front();
}

// The file may leave out time, actor or step; what it does say has to agree.
bool is_origin_said(const Origin& said, const Origin& log) {
  const auto fits = [](const auto& a, const auto& b, const auto& none) {
    return a == b || a == none;
  };
  return (fits(said.at, log.at, Time()) || is_same_time(said.at, log.at)) &&
         fits(named_by_file(said.actor), named_by_file(log.actor), ActorId()) &&
         fits(said.step, log.step, kRoot);
}

bool is_time_said(const TypeInfo& type, const void* said, const void* log) {
  const void* ours = type.reach(said, 0);
  const void* theirs = type.reach(log, 0);
  return ours != nullptr && theirs != nullptr &&
         is_same_time(*static_cast<const Time*>(ours), *static_cast<const Time*>(theirs));
}

// Everything that `said` says holds in `log`; what it leaves at its default is not said.
bool is_said_of(const TypeInfo& type, const void* said, const void* log) {
  const StructInfo& info = type.structure();
  for (const MemberInfo& member : info.members) {
    const void* ours = member.of(said);
    const void* theirs = member.of(log);
    if (same_content(*member.type, ours, theirs)) continue;
    if (same_content(*member.type, ours, member.of(info.blank))) continue;
    if (member.type == &kTypeInfo<Origin>) {
      if (is_origin_said(*static_cast<const Origin*>(ours), *static_cast<const Origin*>(theirs))) {
        continue;
      }
    } else if (member.type == &kTypeInfo<std::optional<Time>>) {
      if (is_time_said(*member.type, ours, theirs)) continue;
    }
    return false;
  }
  return true;
}

// How much two facts have in common that is no accident: texts and lists that are equal and say
// something count most, then the time. Records of different paths have nothing in common.
int likeness(const TypeInfo& type, const void* a, const void* b) {
  const MemberInfo* path = path_member(type);
  if (path != nullptr && !same_content(*path->type, path->of(a), path->of(b))) return 0;
  int alike = 0;
  for (const MemberInfo& member : type.structure().members) {
    const TypeForm form = member.type->form;
    if (form != TypeForm::kText && form != TypeForm::kList) continue;
    if (says_nothing(*member.type, member.of(a))) continue;
    if (same_content(*member.type, member.of(a), member.of(b))) alike += 4;
  }
  const Time at = origin_of(type, a).at;
  if (at != Time() && is_same_time(at, origin_of(type, b).at)) alike += 2;
  return alike;
}

}  // namespace

FactList::FactList(const TypeInfo& list, const void* facts) : type(*list.inner) {
  for_each_part(list, facts, [&](const TypeInfo&, const void* fact) { items.push_back(fact); });
}

const void* FactList::find(Seq id) const {
  for (const void* fact : items) {
    if (origin_of(type, fact).id == id) return fact;
  }
  return nullptr;
}

// Kinds of facts are handled through the type tables: the member's offset in Session finds the
// list, and the lists of all kinds have their total and items at the same offsets.
FactKind::FactKind(ptrdiff_t kept)
    : kept_(&member_at(kTypeInfo<Session>, kept)),
      total_(&member_at(*kept_->type, std::bit_cast<ptrdiff_t>(&Kept<Note>::total))),
      items_(&member_at(*kept_->type, std::bit_cast<ptrdiff_t>(&Kept<Note>::items))) {}

void FactKind::set_slot(ptrdiff_t slot) { slot_ = &member_at(kTypeInfo<FactRestored>, slot); }

const void* FactKind::list_in(const Session& session) const {
  return items_->of(kept_->of(&session));
}
void* FactKind::list_in(Session& session) const { return items_->of(kept_->of(&session)); }

uint32_t FactKind::total(const Session& session) const {
  return *static_cast<const uint32_t*>(total_->of(kept_->of(&session)));
}

void* FactKind::put(FactRestored& restored, const void* fact) const {
  void* to = slot_->type->grow(slot_->of(&restored));
  copy_content(type(), to, fact);
  return to;
}

const MemberInfo* path_member(const TypeInfo& type) {
  for (const MemberInfo& member : type.structure().members) {
    if (std::string_view(member.name) == "path") return &member;
  }
  return nullptr;
}

const Origin& origin_of(const TypeInfo& type, const void* fact) {
  return *static_cast<const Origin*>(origin_member(type).of(fact));
}
Origin& origin_of(const TypeInfo& type, void* fact) {
  return *static_cast<Origin*>(origin_member(type).of(fact));
}

// Equal but for the id, which a file does not tell, and for an actor who is called otherwise in
// files.
bool same_fact(const TypeInfo& type, const void* a, const void* b) {
  for (const MemberInfo& member : type.structure().members) {
    if (member.type == &kTypeInfo<Origin>) {
      Origin ours = *static_cast<const Origin*>(member.of(a));
      const Origin& theirs = *static_cast<const Origin*>(member.of(b));
      ours.id = theirs.id;
      if (named_by_file(ours.actor) == named_by_file(theirs.actor)) ours.actor = theirs.actor;
      if (ours != theirs) return false;
    } else if (!same_content(*member.type, member.of(a), member.of(b))) {
      return false;
    }
  }
  return true;
}

// As lists without order: each of `a` has one of `b` that is the same.
bool same_facts(const FactList& a, const FactList& b) {
  if (a.size() != b.size()) return false;
  Matching matching(a.size(), b.size());
  matching.fit_in_order(Matching::From::kFront,
                        [&](size_t i, size_t j) { return same_fact(a.type, a[i], b[j]); });
  for (size_t i = 0; i < a.size(); ++i) {
    if (!matching[i]) return false;
  }
  return true;
}

// Two readings of a file. Equal facts are paired first, in order; of the rest, the most alike,
// where the same place in the list and the same step decide between equals.
Matching match_readings(const FactList& base, const FactList& edited) {
  const TypeInfo& type = base.type;
  const bool has_path = path_member(type) != nullptr;
  Matching out(base.size(), edited.size());
  out.fit_in_order(Matching::From::kFront,
                   [&](size_t i, size_t j) { return same_fact(type, base[i], edited[j]); });
  out.take_most_alike([&](size_t i, size_t j) {
    const int alike = likeness(type, base[i], edited[j]) * 2;
    const bool same_location =
        !has_path && i == j && origin_of(type, base[i]).step == origin_of(type, edited[j]).step;
    return alike + (same_location ? 1 : 0);
  });
  return out;
}

// Pairs a file's facts with the log's. Facts of the base are paired with those of the log that say
// all that the file says; then added facts with those that the log happens to have already, which
// an interrupted command may have left; then what is left of the base by likeness.
LogMatching match_log(const FactList& base, const FactList& edited, const Matching& in_edited,
                      const FactList& now, Matching::From from) {
  const TypeInfo& type = base.type;
  LogMatching out{Matching(base.size(), now.size()), Matching(edited.size(), now.size())};
  out.of_base.fit_in_order(from,
                           [&](size_t i, size_t j) { return is_said_of(type, base[i], now[j]); });
  out.of_added.fit_in_order(Matching::From::kFront, [&](size_t i, size_t j) {
    const bool is_free = !in_edited.is_used(i) && !out.of_base.is_used(j);
    return is_free && same_fact(type, edited[i], now[j]);
  });
  for (size_t j = 0; j < now.size(); ++j) {
    if (out.of_added.is_used(j)) out.of_base.use(j);
  }
  out.of_base.take_most_alike([&](size_t i, size_t j) { return likeness(type, base[i], now[j]); });
  return out;
}

}  // namespace clew
