#include "dialect/feature/timestamps.h"

#include "dialect/feature/names.h"
#include "dialect/feature/shapes.h"
#include "dialect/last_change.h"
#include "dialect/tree_dialect.h"
#include "document/yaml/yaml.h"

namespace clew::feature {

Session not_before(const Session& session, const FileSet& base) {
  Session told = session;
  const NamedFile* file = base.find(join_path(id_of(session), kStateFile));
  const auto state = parse_yaml(file == nullptr ? std::string() : file->text);
  const Value* current = state ? state->value.find("current_state") : nullptr;
  const auto said = current == nullptr ? std::nullopt : time_in(*current, "last_updated");
  if (said && *said > last_change(session)) told.last_activity = *said;
  return told;
}

}  // namespace clew::feature
