#include "discovery/import_record.h"

#include <algorithm>

#include "document/json/json.h"

namespace clew {
namespace {

bool has_same_primary(const std::vector<KnownFile>& one, const std::vector<KnownFile>& other) {
  return !one.empty() && !other.empty() && one.front().path == other.front().path;
}

}  // namespace

Result<std::vector<KnownImport>> known_imports(StoreReader& store, const std::string& key) {
  CLEW_ASSIGN(const std::string text, store.setting(key));
  std::vector<KnownImport> known;
  if (text.empty()) return known;
  CLEW_ASSIGN(const Value tree, parse_json(text));
  CLEW_TRY(from_value(tree, known, key));
  return known;
}

// The same files wherever they lie, else those in the same folder, preferably with the same primary
// file.
const KnownImport* find_import(const std::vector<KnownImport>& known, const std::string& folder,
                               const std::vector<KnownFile>& files) {
  const KnownImport* nearest = nullptr;
  for (const auto& each : known) {
    if (each.files == files) return &each;
    if (each.folder != folder) continue;
    if (nearest == nullptr || has_same_primary(each.files, files)) nearest = &each;
  }
  return nearest;
}

// A session keeps records of one folder only; in it, a newer record of the same primary file takes
// the place of the older one.
Status remember_import(Transaction& transaction, const std::string& key,
                       std::vector<KnownImport> known, KnownImport now) {
  std::erase_if(known, [&](const KnownImport& each) {
    return each.session == now.session &&
           (each.folder != now.folder || has_same_primary(each.files, now.files));
  });
  known.push_back(std::move(now));
  return transaction.put_setting(key, write_json(to_value(known)));
}

}  // namespace clew
