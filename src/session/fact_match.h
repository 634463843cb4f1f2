#pragma once
// Pairs the facts of two lists that mean the same: those of a file with those of the log, for a
// three-way merge. A file has no ids for facts and tells only a part of each, so they are paired by
// what they say. Private to src/session.

#include <optional>
#include <vector>

#include "session/event_repair.h"
#include "session/three_way.h"

namespace clew {

// Facts of one kind (or the agents), whichever that is; `type` is theirs.
struct FactList {
  const TypeInfo& type;
  std::vector<const void*> items;

  FactList(const TypeInfo& list, const void* facts);

  size_t size() const { return items.size(); }
  const void* find(Seq id) const;  // null when there is none
  const void* operator[](size_t i) const { return items[i]; }
};

// One kind of facts: where the session keeps them, and their place in FactRestored.
class FactKind {
 public:
  template <class T>
  explicit FactKind(Kept<T> Session::* kept) : FactKind(std::bit_cast<ptrdiff_t>(kept)) {}
  template <class T>
  FactKind(Kept<T> Session::* kept, std::optional<T> FactRestored::* slot) : FactKind(kept) {
    set_slot(std::bit_cast<ptrdiff_t>(slot));
  }

  const TypeInfo& list() const { return *items_->type; }
  const TypeInfo& type() const { return *list().inner; }
  const void* list_in(const Session& session) const;
  void* list_in(Session& session) const;
  FactList in(const Session& session) const { return {list(), list_in(session)}; }
  uint32_t total(const Session& session) const;
  // A copy of the fact in its place, and where that is. REQUIRES: there is a place.
  void* put(FactRestored& restored, const void* fact) const;

 private:
  explicit FactKind(ptrdiff_t kept);
  void set_slot(ptrdiff_t slot);

  const MemberInfo* kept_;
  const MemberInfo* total_;
  const MemberInfo* items_;
  const MemberInfo* slot_ = nullptr;
};

// The member of facts that are about one path; null for others.
const MemberInfo* path_member(const TypeInfo& type);
const Origin& origin_of(const TypeInfo& type, const void* fact);
Origin& origin_of(const TypeInfo& type, void* fact);
// Equal but for their ids.
bool same_fact(const TypeInfo& type, const void* a, const void* b);
bool same_facts(const FactList& a, const FactList& b);

// For each fact of one list, the index of the same fact in another; each index once.
class Matching {
 public:
  Matching(size_t from, size_t to) : found_(from), used_(to) {}

  const std::optional<size_t>& operator[](size_t i) const { return found_[i]; }
  bool is_used(size_t j) const { return used_[j]; }
  void use(size_t j) { used_[j] = true; }

  // Those that `fit`, in order; from the back when the other list has only the latest.
  enum class From { kFront, kBack };
  template <class Fit>
  void fit_in_order(From from, Fit&& fit) {
    const auto location = [&](size_t i, size_t count) {
      return from == From::kBack ? count - 1 - i : i;
    };
    size_t next = 0;
    for (size_t n = 0; n < found_.size(); ++n) {
      const size_t i = location(n, found_.size());
      for (size_t k = 0; k < used_.size(); ++k) {
        const size_t at = (next + k) % used_.size();
        const size_t j = location(at, used_.size());
        if (used_[j] || !fit(i, j)) continue;
        take(i, j);
        next = at + 1;
        break;
      }
    }
  }

  // Of what is left, those most alike, the earlier first; not alike at all is 0.
  template <class Like>
  void take_most_alike(Like&& like) {
    for (size_t i = 0; i < found_.size(); ++i) {
      if (found_[i]) continue;
      int most = 0;
      size_t best = 0;
      for (size_t j = 0; j < used_.size(); ++j) {
        const int alike = used_[j] ? 0 : like(i, j);
        if (alike <= most) continue;
        most = alike;
        best = j;
      }
      if (most > 0) take(i, best);
    }
  }

 private:
  void take(size_t i, size_t j) {
    found_[i] = j;
    used_[j] = true;
  }

  std::vector<std::optional<size_t>> found_;
  std::vector<bool> used_;
};

// Two readings of the same file: equal ones first; a changed one has something in common with what
// it was, or at least stands at the same place under the same step.
Matching match_readings(const FactList& base, const FactList& edited);

// Where in the log the facts of a reading are, and those that the edit added.
struct LogMatching {
  Matching of_base;
  Matching of_added;
};

// The log says more than a file, and may have only the latest (`from` is kBack then). What it has
// exactly as the edit added it is that, rather than like something else.
LogMatching match_log(const FactList& base, const FactList& edited, const Matching& in_edited,
                      const FactList& now, Matching::From from);

}  // namespace clew
