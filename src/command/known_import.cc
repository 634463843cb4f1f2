#include "command/known_import.h"

#include <algorithm>

#include "dialect/json.h"

namespace clew {

std::string import_key(const std::string& dialect, const std::string& entry) {
  return "imported:" + dialect + ":" + entry;
}

Result<std::vector<KnownImport>> known_imports(EventStore& store, const std::string& key) {
  CLEW_ASSIGN(const std::string text, store.setting(key));
  std::vector<KnownImport> known;
  if (text.empty()) return known;
  CLEW_ASSIGN(const Value tree, parse_json(text));
  CLEW_TRY(from_value(tree, known, key));
  return known;
}

Status remember_import(WriteTurn& turn, const std::string& key, std::vector<KnownImport> known,
                       KnownImport now) {
  std::erase_if(known, [&](const KnownImport& each) { return each.session == now.session; });
  known.push_back(std::move(now));
  return turn.put_setting(key, write_json(to_value(known)));
}

}  // namespace clew
