#include "session/unbounded_session.h"

#include <string_view>
#include <unordered_set>

#include "base/scratch_list.h"
#include "session/apply.h"
#include "session/fact_match.h"

namespace clew {
namespace {

// Which records a list has: facts by their event, agents by their name.
class Records {
 public:
  explicit Records(const FactList& records) : type_(records.type) {
    for (const void* record : records.items) {
      if (is_agent()) {
        agents_.insert(name_of(record));
      } else {
        facts_.insert(origin_of(type_, record).id.number);
      }
    }
  }

  bool has(const void* record) const {
    if (is_agent()) return agents_.contains(name_of(record));
    return facts_.contains(origin_of(type_, record).id.number);
  }

 private:
  bool is_agent() const { return &type_ == &kTypeInfo<Agent>; }
  static std::string_view name_of(const void* agent) {
    return static_cast<const Agent*>(agent)->id.text;
  }

  const TypeInfo& type_;
  std::unordered_set<uint32_t> facts_;
  std::unordered_set<std::string_view> agents_;
};

// Items that left without being taken back or replaced: the total stays or grows, and there are
// fewer of the old ones.
void collect(const FactKind& kind, const Session& before, const Session& after, Session& gone) {
  const FactList now = kind.in(after);
  const uint32_t total = kind.total(after);
  if (total < kind.total(before) || total <= now.size()) return;
  const Records left(now);
  for (const void* record : kind.in(before).items) {
    if (left.has(record)) continue;
    copy_content(kind.type(), kind.list().grow(kind.list_in(gone)), record);
  }
}

// The places of those that stay.
template <class Leaves>
std::vector<size_t> without(const FactList& records, Leaves&& leaves) {
  std::vector<size_t> out;
  for (size_t i = 0; i < records.size(); ++i) {
    if (!leaves(records[i])) out.push_back(i);
  }
  return out;
}

// Those of `gone` that are not kept again, then those that are kept.
void join(const FactKind& kind, const Session& kept, Session& gone) {
  const FactList now = kind.in(kept);
  const Records again(now);
  const auto is_again = [&](const void* record) { return again.has(record); };
  arrange(kind.list(), kind.list_in(gone), without(kind.in(gone), is_again));
  for (const void* record : now.items) {
    copy_content(kind.type(), kind.list().grow(kind.list_in(gone)), record);
  }
}

void drop(const FactKind& kind, Session& gone, Seq fact) {
  if (&kind.type() == &kTypeInfo<Agent>) return;
  const auto is_it = [&](const void* record) { return origin_of(kind.type(), record).id == fact; };
  arrange(kind.list(), kind.list_in(gone), without(kind.in(gone), is_it));
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
  visit(&Session::instructions);
}

}  // namespace

// Applying an event drops what is beyond the bound of its kind. What was in the session before and
// is not there afterwards is collected.
void WholeSession::add(const Event& event) {
  // Taken back although the bound had let it go already.
  if (const auto* restored = get_if<FactRestored>(&event.data)) {
    FactRestored bare;
    bare.fact = restored->fact;
    if (*restored == bare) {
      each_kind([&](auto kind) { drop(FactKind(kind), gone_, bare.fact); });
    }
  }
  // Only an event that finds a kind full can push one out.
  bool full = false;
  each_kind([&](auto kind) { full = full || (kept_.*kind).items.size() >= kKeptFacts; });
  if (!full) {
    kept_ = apply(std::move(kept_), event);
    return;
  }
  Session before;
  copy_kept(kept_, before);
  kept_ = apply(std::move(kept_), event);
  each_kind([&](auto kind) { collect(FactKind(kind), before, kept_, gone_); });
}

Session WholeSession::take() {
  each_kind([&](auto kind) {
    auto& gone = (gone_.*kind).items;
    auto& kept = (kept_.*kind).items;
    if (gone.empty()) return;
    join(FactKind(kind), kept_, gone_);
    kept.swap(gone);
    (kept_.*kind).total = static_cast<uint32_t>(kept.size());
  });
  return std::move(kept_);
}

}  // namespace clew
