#include "session/whole.h"

#include <algorithm>

#include "session/apply.h"

namespace clew {
namespace {

template <class T>
bool same_record(const T& a, const T& b) {
  return a.origin.id == b.origin.id;
}
bool same_record(const Agent& a, const Agent& b) { return a.id == b.id; }

// Items that left without being taken back or replaced: the total stays or grows, and there are
// fewer of the old ones.
template <class T>
void collect(const Kept<T>& before, const Kept<T>& after, Kept<T>& gone) {
  if (after.total < before.total || after.total <= after.items.size()) return;
  for (const auto& item : before.items) {
    const bool stays = std::any_of(after.items.begin(), after.items.end(),
                                   [&](const T& each) { return same_record(each, item); });
    if (!stays) gone.items.push_back(item);
  }
}

template <class T>
void join(Kept<T>& kept, Kept<T>& gone) {
  if (gone.items.empty()) return;
  std::vector<T> all;
  for (auto& item : gone.items) {
    const bool again = std::any_of(kept.items.begin(), kept.items.end(),
                                   [&](const T& each) { return same_record(each, item); });
    if (!again) all.push_back(std::move(item));
  }
  for (auto& item : kept.items) all.push_back(std::move(item));
  kept.items = std::move(all);
  kept.total = static_cast<uint32_t>(kept.items.size());
}

template <class T>
void drop(Kept<T>& gone, Seq fact) {
  if constexpr (!std::is_same_v<T, Agent>) {
    std::erase_if(gone.items, [&](const T& item) { return item.origin.id == fact; });
  }
}

template <class Visit>
void each_kind(Visit&& visit) {
  visit(&Session::decisions);
  visit(&Session::questions);
  visit(&Session::failed_approaches);
  visit(&Session::notes);
  visit(&Session::files);
  visit(&Session::runs);
  visit(&Session::errors);
  visit(&Session::claims);
  visit(&Session::agents);
  visit(&Session::artifacts);
  visit(&Session::revisions);
  visit(&Session::checkpoints);
}

}  // namespace

void WholeSession::add(const Event& event) {
  // Taken back although the bound had let it go already.
  if (const auto* restored = get_if<FactRestored>(&event.data)) {
    FactRestored bare;
    bare.fact = restored->fact;
    if (*restored == bare) each_kind([&](auto kind) { drop(gone_.*kind, bare.fact); });
  }
  // Only an event that finds a kind full can push one out: the copy is made of full kinds alone.
  bool full = false;
  each_kind([&](auto kind) { full = full || (kept_.*kind).items.size() >= kKeptFacts; });
  if (!full) {
    kept_ = apply(std::move(kept_), event);
    return;
  }
  Session before;
  each_kind([&](auto kind) { before.*kind = kept_.*kind; });
  kept_ = apply(std::move(kept_), event);
  each_kind([&](auto kind) { collect(before.*kind, kept_.*kind, gone_.*kind); });
}

Session WholeSession::take() {
  each_kind([&](auto kind) { join(kept_.*kind, gone_.*kind); });
  return std::move(kept_);
}

}  // namespace clew
