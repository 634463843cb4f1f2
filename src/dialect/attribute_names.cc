#include "dialect/attribute_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "document/json/typed_text.h"
#include "document/shape/check_shape.h"
#include "document/shape/field_table.h"

namespace clew {
namespace {

AttributeOwner owner_of(HomeOwner owner) {
  switch (owner) {
    case HomeOwner::kSession:
      break;
    case HomeOwner::kStep:
      return AttributeOwner::kStep;
    case HomeOwner::kAttempt:
      return AttributeOwner::kAttempt;
    case HomeOwner::kAgent:
      return AttributeOwner::kAgent;
    case HomeOwner::kFact:
      return AttributeOwner::kFact;
  }
  return AttributeOwner::kSession;
}

std::string joined_path(const std::string& prefix, const std::string& name) {
  return prefix.empty() ? name : prefix + "." + name;
}

bool is_group(const FieldShape& field) {
  return field.home.kind == HomeKind::kAttribute && field.shape.kind == ShapeKind::kObject &&
         !field.shape.fields.empty();
}

// A step's attributes are keyed by their path within what the document says of the step, all others
// by their whole path.
class Walk {
 public:
  explicit Walk(const Dialect& dialect) : dialect_(dialect) {
    for (const auto& document : dialect.documents()) enter(document.shape, "", "");
  }
  std::vector<AttributeField> fields;
  std::vector<AttributeField> groups;  // open ones, whose other members are attributes too
  std::vector<AttributeField> files;   // that name an artifact

 private:
  void enter(const Shape& shape, const std::string& path, const std::string& within) {
    for (const auto& field : inner(shape).fields) {
      const std::string whole = joined_path(path, field.name);
      const std::string part = joined_path(within, field.name);
      const bool names_file =
          field.home.kind == HomeKind::kCore && field.home.where == kArtifactWord;
      if (field.home.kind == HomeKind::kAttribute || names_file) add(field, whole, part);
      if (field.home.kind == HomeKind::kAttribute && !is_group(field)) continue;
      enter(field.shape, whole, field.home.kind == HomeKind::kCore ? "" : part);
    }
  }

  void add(const FieldShape& field, const std::string& path, const std::string& within) {
    const AttributeOwner owner = owner_of(field.home.owner);
    const bool of_step = owner == AttributeOwner::kStep;
    const AttributeField found{path, joined_path(dialect_.name(), of_step ? within : path), owner,
                               &field};
    if (field.home.kind == HomeKind::kCore) {
      files.push_back(found);
      return;
    }
    if (!is_group(field)) fields.push_back(found);
    if (is_group(field) && field.shape.openness == Openness::kOpen) groups.push_back(found);
  }

  const Dialect& dialect_;
};

bool is_tail(const std::string& path, const std::string& name) {
  return path == name || path.ends_with("." + name);
}

// Text stays text, also when it looks like a number.
Value value_for(const Shape& shape, const std::string& text) {
  Value value = typed(text);
  const bool wants_text = shape.kind == ShapeKind::kText || shape.kind == ShapeKind::kTime ||
                          shape.kind == ShapeKind::kDate;
  if (wants_text && !value.is_null() && !value.is_string()) return Value(text);
  return value;
}

Error demanded(const Dialect& dialect, const AttributeField& found) {
  return make_error(ErrorCode::kInvalid,
                    fmt::format("{} cannot be null or removed: the format requires it, {}",
                                found.path, describe_shape(found.field->shape)),
                    found.key, fmt::format("clew schema {}", dialect.name()));
}

bool may_be_null(const Shape& shape) { return shape.null || shape.kind == ShapeKind::kAny; }

Result<NamedValue> checked(const Dialect& dialect, const AttributeField& found,
                           const std::string& text) {
  const FieldShape& field = *found.field;
  NamedValue named{found.key, value_for(field.shape, text)};
  if (named.value.is_null()) {
    named.keeps_null = may_be_null(field.shape);
    if (named.keeps_null || field.need == FieldNeed::kOptional) return named;
    return demanded(dialect, found);
  }
  std::vector<std::string> wrong;  // all of it, each once
  for (const auto& problem : check_shape(field.shape, named.value)) {
    const bool is_reported = std::find(wrong.begin(), wrong.end(), problem.message) != wrong.end();
    if (problem.severity == Severity::kError && !is_reported) wrong.push_back(problem.message);
  }
  if (wrong.empty()) return named;
  return make_error(ErrorCode::kInvalid, fmt::format("{}: {}", found.path, fmt::join(wrong, "; ")),
                    found.key, fmt::format("clew schema {}", dialect.name()));
}

// A file of the work is named from the session's folder.
Status check_relative(const std::string& path) {
  bool leaves = path.empty() || path.front() == '/' || path.find('\0') != std::string::npos;
  for (size_t at = 0; at <= path.size();) {
    const size_t end = std::min(path.find('/', at), path.size());
    leaves = leaves || path.substr(at, end - at) == "..";
    at = end + 1;
  }
  if (!leaves) return success();
  return make_error(ErrorCode::kInvalid,
                    "the path of a session file must be relative to the session's folder", path,
                    "clew artifact add PATH");
}

// The key of a member that the group's shape does not know: any value will do for it.
std::optional<std::string> member_of_group(const std::vector<AttributeField>& groups,
                                           AttributeOwner owner, const std::string& name) {
  for (const auto& group : groups) {
    if (group.owner != owner || !name.starts_with(group.path + ".")) continue;
    const std::string member = name.substr(group.path.size() + 1);
    if (member.find('.') != std::string::npos) continue;
    if (find_field(group.field->shape, member) != nullptr) continue;
    return group.key + "." + member;
  }
  return std::nullopt;
}

// Null: there is none. kUsage when the name is the tail of several; `rest` is what follows it in
// the command to try instead.
Result<const AttributeField*> find_named(const Dialect& dialect,
                                         const std::vector<AttributeField>& fields,
                                         AttributeOwner owner, const std::string& name,
                                         const std::string& rest) {
  std::vector<const AttributeField*> found;  // one for each key; a whole path leaves no doubt
  for (const auto& field : fields) {
    if (field.owner != owner || !is_tail(field.path, name)) continue;
    if (field.path == name || field.key == joined_path(dialect.name(), name)) return &field;
    const bool known = std::any_of(found.begin(), found.end(), [&](const AttributeField* other) {
      return other->key == field.key;
    });
    if (!known) found.push_back(&field);
  }
  if (found.empty()) return nullptr;
  if (found.size() == 1) return found.front();
  std::string paths;
  for (const auto* each : found) paths += (paths.empty() ? "" : ", ") + each->path;
  return make_error(ErrorCode::kUsage,
                    fmt::format("\"{}\" is ambiguous; it could be {}", name, paths), name,
                    fmt::format("clew set {}{}", found.front()->path, rest));
}

}  // namespace

std::vector<AttributeField> attribute_fields(const Dialect& dialect) {
  return Walk(dialect).fields;
}

std::vector<AttributeField> artifact_fields(const Dialect& dialect) { return Walk(dialect).files; }

std::optional<AttributeField> field_of_other(const Dialect& dialect, AttributeOwner owner,
                                             const std::string& name) {
  const Walk walk(dialect);
  for (const auto* fields : {&walk.fields, &walk.files}) {
    for (const auto& field : *fields) {
      if (field.owner != owner && is_tail(field.path, name)) return field;
    }
  }
  return std::nullopt;
}

Result<std::optional<NamedValue>> name_attribute(const Dialect& dialect, AttributeOwner owner,
                                                 const std::string& name, const std::string& text) {
  const Walk walk(dialect);
  CLEW_ASSIGN(const AttributeField* found,
              find_named(dialect, walk.fields, owner, name, "=" + text));
  if (found != nullptr) {
    CLEW_ASSIGN(NamedValue named, checked(dialect, *found, text));
    return std::optional(std::move(named));
  }
  CLEW_ASSIGN(const AttributeField* file, find_named(dialect, walk.files, owner, name, "=" + text));
  if (file != nullptr) {
    CLEW_ASSIGN(NamedValue named, checked(dialect, *file, text));
    if (!named.value.is_null()) CLEW_TRY(check_relative(named.value.as_string()));
    return std::optional(std::move(named));
  }
  const auto member = member_of_group(walk.groups, owner, name);
  if (!member) return std::optional<NamedValue>();
  NamedValue named{*member, typed(text)};
  named.keeps_null = named.value.is_null();
  return std::optional(std::move(named));
}

Result<std::optional<NamedValue>> drop_attribute(const Dialect& dialect, AttributeOwner owner,
                                                 const std::string& name) {
  const Walk walk(dialect);
  for (const auto* fields : {&walk.fields, &walk.files}) {
    CLEW_ASSIGN(const AttributeField* found, find_named(dialect, *fields, owner, name, "=null"));
    if (found == nullptr) continue;
    if (found->field->need == FieldNeed::kRequired) return demanded(dialect, *found);
    return std::optional(NamedValue{found->key, Value()});
  }
  const auto member = member_of_group(walk.groups, owner, name);
  return member ? std::optional(NamedValue{*member, Value()}) : std::optional<NamedValue>();
}

}  // namespace clew
