#include "discovery/known_imports.h"

#include <algorithm>

#include "document/json/json.h"
#include "store/settings.h"

namespace clew {
namespace {

bool is_of(const Value& known, const std::vector<SessionId>& sessions) {
  const Value* id = known.find("session");
  return id != nullptr && std::any_of(sessions.begin(), sessions.end(), [&](const SessionId& each) {
           return each.text == id->as_string();
         });
}

}  // namespace

// A setting holds one import or a list of them; only those of these sessions go.
Status forget_imports(Transaction& transaction, const std::vector<SessionId>& sessions) {
  if (sessions.empty()) return success();
  CLEW_ASSIGN(const auto known, transaction.settings(std::string(kImportSettings)));
  for (const auto& [key, text] : known) {
    const auto tree = parse_json(text);
    if (!tree) continue;
    if (is_of(*tree, sessions)) CLEW_TRY(transaction.put_setting(key, ""));
    if (!tree->is_list()) continue;
    Value left = Value::list();
    for (const auto& each : tree->as_list()) {
      if (!is_of(each, sessions)) left.push(each);
    }
    if (left.as_list().size() == tree->as_list().size()) continue;
    CLEW_TRY(
        transaction.put_setting(key, left.as_list().empty() ? std::string() : write_json(left)));
  }
  return success();
}

}  // namespace clew
