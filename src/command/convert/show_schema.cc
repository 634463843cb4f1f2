#include "command/convert/show_schema.h"

#include <fmt/format.h>

#include "discovery/found_session.h"
#include "document/json/json.h"
#include "document/shape/publish_schema.h"
#include "engine/workspace.h"
#include "files/whole_file.h"

namespace clew {
namespace {

// Plain text has no schema.
std::vector<const DocumentShape*> documents_of(const Dialect& dialect) {
  std::vector<const DocumentShape*> documents;
  for (const auto& document : dialect.documents()) {
    if (document.kind != DocumentKind::kText) documents.push_back(&document);
  }
  return documents;
}

// A folder that was named must be there; the usual one need not.
Result<std::unique_ptr<Dialect>> as_folder_has_it(Workspace& workspace, const Dialect& dialect,
                                                  const std::string& dir) {
  const std::string usual = dialect.default_folder();
  if (dir.empty() && usual.empty()) return std::unique_ptr<Dialect>();
  const auto folder =
      workspace.files().open_folder(caller_path(workspace, dir.empty() ? usual : dir));
  if (!folder && !dir.empty()) return folder.error();
  if (!folder) return std::unique_ptr<Dialect>();
  FileSet files;
  for (const auto& document : dialect.documents()) {
    if (document.owner != FileOwner::kFolder || document.kind == DocumentKind::kText) continue;
    auto text = read_whole_file(**folder, document.path);
    if (text) files.files.push_back({document.path, std::move(*text)});
  }
  return dialect.as_configured(files);
}

}  // namespace

Result<Answer> schema_of(const SchemaRequest& request, const Dialects& dialects) {
  if (request.names.empty() || request.names.size() > (request.all ? 1U : 2U)) {
    return make_error(ErrorCode::kUsage, "name a dialect, and one document or --all", "schema",
                      "clew schema workflow");
  }
  CLEW_ASSIGN(const Lookup lookup, look_for(request.names[0], dialects));
  const std::string wanted_name = request.names.size() > 1 ? request.names[1] : "";
  const Dialect& dialect = *lookup.dialects.front();
  const auto documents = documents_of(dialect);
  const DocumentShape* chosen = nullptr;
  std::string names;
  Value list = Value::list();
  Value schemas = Value::object();
  for (const DocumentShape* document : documents) {
    names += (names.empty() ? "" : ", ") + document->name;
    list.push(document->name);
    const bool wanted = wanted_name.empty() || wanted_name == document->name;
    if (chosen == nullptr && wanted) chosen = document;
    if (request.all) schemas.set(document->name, publish_schema(dialect.name(), *document));
  }
  if (chosen == nullptr) {
    return make_error(
        ErrorCode::kNotFound,
        fmt::format("{} has no document \"{}\"; it has {}", dialect.name(), wanted_name, names),
        wanted_name, fmt::format("clew schema {} --all", dialect.name()));
  }
  Answer answer;
  answer.data.set("dialect", dialect.name());
  answer.data.set("documents", std::move(list));
  if (request.all) {
    answer.text = write_json(schemas, JsonStyle::kPretty);
    answer.data.set("schemas", std::move(schemas));
    return answer;
  }
  Value schema = publish_schema(dialect.name(), *chosen);
  answer.text = write_json(schema, JsonStyle::kPretty);
  answer.data.set("document", chosen->name);
  answer.data.set("schema", std::move(schema));
  return answer;
}

Result<Answer> show_schema(Workspace& workspace, const SchemaRequest& request) {
  Dialects dialects = all_dialects();
  std::unique_ptr<Dialect> configured;
  for (auto& dialect : dialects) {
    if (request.names.empty() || request.names.front() != dialect->name()) continue;
    CLEW_ASSIGN(configured, as_folder_has_it(workspace, *dialect, request.dir));
    if (configured != nullptr) dialect = configured.get();
  }
  return schema_of(request, dialects);
}

}  // namespace clew
