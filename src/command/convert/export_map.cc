#include "command/convert/export_map.h"

#include <fmt/format.h>

#include <algorithm>

#include "dialect/attribute_names.h"
#include "dialect/tree_dialect.h"
#include "session/progress.h"

namespace clew {
namespace {

constexpr const char* kIdentityWords[] = {"goal",   "mode",   "model",       "device",
                                          "branch", "commit", "project_path"};

const FieldShape* field_named(const Dialect& target, const std::string& name) {
  for (const auto& document : target.documents()) {
    if (const FieldShape* field = find_field(document.shape, name)) return field;
  }
  return nullptr;
}

// A word of the core such as "structure.workflow", set by its path.
Status set_word(Session& session, const std::string& path, const std::string& text) {
  Value tree = to_value(session);
  Value* at = &tree;
  size_t begin = 0;
  for (size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', begin)) {
    const std::string part = path.substr(begin, dot - begin);
    const Value* inside = at->find(part);
    at = &at->set(part, inside == nullptr ? Value::object() : Value(*inside));
    begin = dot + 1;
  }
  at->set(path.substr(begin), text);
  return from_value(tree, session, "session");
}

Status map_one(Session& session, const Dialect& target, const std::string& name,
               const std::string& text) {
  CLEW_ASSIGN(const auto attribute, name_attribute(target, AttributeOwner::kSession, name, text));
  if (attribute) {
    set_attribute(session.steps[0].attributes, attribute->key, attribute->value);
    return success();
  }
  const FieldShape* field = field_named(target, name);
  const bool plain = field != nullptr && field->home.kind == HomeKind::kCore &&
                     field->home.where.find_first_of("[ ,") == std::string::npos;
  if (plain) return set_word(session, field->home.where, text);
  const auto word = std::find(std::begin(kIdentityWords), std::end(kIdentityWords), name);
  if (word != std::end(kIdentityWords)) return set_word(session, "identity." + name, text);
  const auto step = find_step(session, name);
  if (!step) {
    return make_error(
        ErrorCode::kNotFound,
        fmt::format("{} has no field {} that can be set, and the plan has no step of that name",
                    target.name(), name),
        name, fmt::format("clew schema {}", target.name()));
  }
  set_external_id(session.steps[step->number], target.name(), text);
  return success();
}

}  // namespace

Status map_names(Session& session, const Dialect& target, const std::vector<std::string>& map) {
  for (const auto& entry : map) {
    const size_t equals = entry.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == entry.size()) {
      return make_error(ErrorCode::kUsage, "--map takes NAME=VALUE", entry,
                        "clew export --to workflow --map target_file=specs/login");
    }
    CLEW_TRY(map_one(session, target, entry.substr(0, equals), entry.substr(equals + 1)));
  }
  return success();
}

}  // namespace clew
