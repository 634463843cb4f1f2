#include "dialect/dialect.h"

#include "session/step.h"

namespace clew {

std::string Dialect::step_name(const Session& /*session*/, const Step& step) const {
  if (const std::string* id = external_id(step, name())) return *id;
  return step.key.empty() ? std::to_string(step.id.number) : step.key;
}

Result<FileSet> Dialect::migrate(const FileSet& /*files*/) const {
  return make_error(ErrorCode::kInvalid, std::string(name()) + " has no older version to migrate");
}

Result<Session> Dialect::begin_at(const FileSet& /*files*/, const std::string& step) const {
  return make_error(ErrorCode::kInvalid,
                    std::string(name()) + " sessions cannot be begun anew at a step", step);
}

const std::string* external_id(const Step& step, std::string_view dialect) {
  for (const auto& external : step.external) {
    if (external.dialect == dialect) return &external.id;
  }
  return nullptr;
}

void set_external_id(Step& step, std::string_view dialect, std::string id) {
  for (auto& external : step.external) {
    if (external.dialect != dialect) continue;
    external.id = std::move(id);
    return;
  }
  step.external.push_back({std::string(dialect), std::move(id)});
}

}  // namespace clew
