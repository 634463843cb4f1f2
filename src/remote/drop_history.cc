#include "remote/drop_history.h"

#include <set>

#include "remote/entry.h"
#include "remote/object_names.h"

namespace clew {
namespace {

constexpr size_t kListedAtOnce = 1000;

Result<std::vector<std::string>> all_names(ObjectStore& store, const std::string& prefix) {
  std::vector<std::string> all;
  while (true) {
    CLEW_ASSIGN(const auto names,
                store.list(prefix, all.empty() ? std::string() : all.back(), kListedAtOnce));
    all.insert(all.end(), names.begin(), names.end());
    if (names.size() < kListedAtOnce) return all;
  }
}

void add_packs(const std::vector<SentRow>& rows, std::set<Hash>& packs) {
  for (const auto& row : rows) {
    for (const auto& piece : row.text) {
      if (!piece.pack.empty()) packs.insert(piece.pack);
    }
  }
}

// What cannot be read names nothing.
Status add_packs_of(ObjectStore& store, const std::vector<AgeIdentity>& keys,
                    const std::string& name, std::set<Hash>& packs) {
  const bool is_entry = entry_of_name(name).has_value();
  CLEW_ASSIGN(const auto sealed, store.get(name, is_entry ? kMaxEntryBytes : kMaxHeadsBytes));
  if (!sealed) return success();
  if (is_entry) {
    if (const auto entry = open_entry(*sealed, keys)) add_packs(entry->rows, packs);
  } else if (const auto heads = open_heads(*sealed, keys)) {
    add_packs(heads->rows, packs);
  }
  return success();
}

}  // namespace

Status drop_history(ObjectStore& store, const std::vector<AgeIdentity>& keys, uint64_t first,
                    uint64_t heads) {
  std::set<Hash> old_packs;
  std::set<Hash> kept_packs;
  std::vector<std::string> old_names;
  const auto look = [&](const std::string& name, bool is_old) {
    if (is_old) old_names.push_back(name);
    return add_packs_of(store, keys, name, is_old ? old_packs : kept_packs);
  };
  CLEW_ASSIGN(const auto entries, all_names(store, kEntryPrefix));
  for (const auto& name : entries) {
    const auto n = entry_of_name(name);
    if (n) CLEW_TRY(look(name, *n < first));
  }
  CLEW_ASSIGN(const auto all_heads, all_names(store, kHeadsPrefix));
  for (const auto& name : all_heads) {
    const auto n = heads_of_name(name);
    if (n) CLEW_TRY(look(name, *n != heads));
  }
  for (const auto& pack : old_packs) {
    if (kept_packs.count(pack) == 0) CLEW_TRY(store.remove(pack_name(pack)));
  }
  for (const auto& name : old_names) CLEW_TRY(store.remove(name));
  return success();
}

Status drop_all_history(ObjectStore& store) {
  for (const char* prefix : {kPackPrefix, kEntryPrefix, kHeadsPrefix}) {
    CLEW_ASSIGN(const auto names, all_names(store, prefix));
    for (const auto& name : names) CLEW_TRY(store.remove(name));
  }
  return success();
}

}  // namespace clew
