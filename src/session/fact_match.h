#pragma once
// Which fact of one list is which of another. A file has no ids for facts, and says only part of
// each. Private to src/session.

#include <optional>
#include <vector>

#include "session/three_way.h"

namespace clew {

template <class T>
bool same_fact(const T& a, const T& b) {
  T other = b;
  other.origin.id = a.origin.id;
  return a == other;
}

// Everything that `said` says holds in `log`; what it leaves at its default is not said.
template <class T>
bool is_said_of(const T& said, const T& log) {
  bool holds = true;
  const T unsaid{};
  for_each_field<T>([&](const auto& f) {
    const auto& ours = said.*(f.member);
    const auto& theirs = log.*(f.member);
    using Member = std::decay_t<decltype(ours)>;
    if (ours == theirs || ours == unsaid.*(f.member)) return;
    if constexpr (std::is_same_v<Member, Origin>) {
      const auto fits = [](const auto& a, const auto& b, const auto& none) {
        return a == b || a == none;
      };
      holds = holds && (fits(ours.at, theirs.at, Time()) || is_same_time(ours.at, theirs.at)) &&
              fits(ours.actor, theirs.actor, ActorId()) && fits(ours.step, theirs.step, kRoot);
    } else if constexpr (std::is_same_v<Member, std::optional<Time>>) {
      holds = holds && theirs && is_same_time(*ours, *theirs);
    } else {
      holds = false;
    }
  });
  return holds;
}

// How much two facts have in common that is no accident: texts and lists that are equal and say
// something count most, then the time. Records of different paths have nothing in common.
template <class T>
int likeness(const T& a, const T& b) {
  if constexpr (requires { a.path; }) {
    if (a.path != b.path) return 0;
  }
  int alike = 0;
  for_each_field<T>([&](const auto& f) {
    const auto& ours = a.*(f.member);
    using Member = std::decay_t<decltype(ours)>;
    if constexpr (std::is_same_v<Member, std::string> || IsVector<Member>::value) {
      if (!ours.empty() && ours == b.*(f.member)) alike += 4;
    }
  });
  if (a.origin.at != Time() && is_same_time(a.origin.at, b.origin.at)) alike += 2;
  return alike;
}

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
    const auto place = [&](size_t i, size_t count) {
      return from == From::kBack ? count - 1 - i : i;
    };
    size_t next = 0;
    for (size_t n = 0; n < found_.size(); ++n) {
      const size_t i = place(n, found_.size());
      for (size_t k = 0; k < used_.size(); ++k) {
        const size_t at = (next + k) % used_.size();
        const size_t j = place(at, used_.size());
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
template <class T>
Matching match_readings(const std::vector<T>& base, const std::vector<T>& edited) {
  Matching out(base.size(), edited.size());
  out.fit_in_order(Matching::From::kFront,
                   [&](size_t i, size_t j) { return same_fact(base[i], edited[j]); });
  out.take_most_alike([&](size_t i, size_t j) {
    const int alike = likeness(base[i], edited[j]) * 2;
    if constexpr (requires(const T& fact) { fact.path; }) return alike;
    const bool same_place = i == j && base[i].origin.step == edited[j].origin.step;
    return alike + (same_place ? 1 : 0);
  });
  return out;
}

template <class T>
bool same_facts(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.size() != b.size()) return false;
  Matching matching(a.size(), b.size());
  matching.fit_in_order(Matching::From::kFront,
                        [&](size_t i, size_t j) { return same_fact(a[i], b[j]); });
  for (size_t i = 0; i < a.size(); ++i) {
    if (!matching[i]) return false;
  }
  return true;
}

// Where in the log the facts of a reading are, and those that the edit added.
struct LogMatching {
  Matching of_base;
  Matching of_added;
};

// The log says more than a file, and may have only the latest. What it has exactly as the edit
// added it is that, rather than like something else.
template <class T>
LogMatching match_log(const std::vector<T>& base, const std::vector<T>& edited,
                      const Matching& in_edited, const Kept<T>& now) {
  const auto& items = now.items;
  LogMatching out{Matching(base.size(), items.size()), Matching(edited.size(), items.size())};
  out.of_base.fit_in_order(
      now.total > items.size() ? Matching::From::kBack : Matching::From::kFront,
      [&](size_t i, size_t j) { return is_said_of(base[i], items[j]); });
  out.of_added.fit_in_order(Matching::From::kFront, [&](size_t i, size_t j) {
    const bool is_free = !in_edited.is_used(i) && !out.of_base.is_used(j);
    return is_free && same_fact(edited[i], items[j]);
  });
  for (size_t j = 0; j < items.size(); ++j) {
    if (out.of_added.is_used(j)) out.of_base.use(j);
  }
  out.of_base.take_most_alike([&](size_t i, size_t j) { return likeness(base[i], items[j]); });
  return out;
}

}  // namespace clew
