#include "dialect/dialect.h"

#include "dialect/translation.h"
#include "session/step.h"

namespace clew {
namespace {

class NoTranslation final : public Translation {
 public:
  PlanTiers tiers() const override { return PlanTiers::kNone; }
  bool takes_others() const override { return false; }
  std::string id_in(const Session& /*session*/) const override { return {}; }
  bool takes_id(const std::string& /*id*/) const override { return false; }
  void give_id(Session& /*session*/, const std::string& /*id*/) const override {}
  Documents in_part(const Session& /*session*/) const override { return {}; }
};

}  // namespace

const Translation& Dialect::translation() const {
  static const NoTranslation none;
  return none;
}

std::string Dialect::step_name(const Session& /*session*/, const Step& step) const {
  if (const std::string* id = external_id(step, name())) return *id;
  return step.key.empty() ? std::to_string(step.id.number) : step.key;
}

Result<FileSet> Dialect::migrate(const FileSet& /*files*/) const {
  return make_error(ErrorCode::kInvalid, std::string(name()) + " has no older version to migrate");
}

Result<Session> Dialect::begin_at(const FileSet& /*files*/, const std::string& step) const {
  return make_error(ErrorCode::kInvalid,
                    std::string(name()) + " sessions cannot be restarted at a step", step);
}

std::string migrated_name(const std::string& path) {
  const size_t slash = path.rfind('/');
  const size_t dot = path.rfind('.');
  const bool has_ending = dot != std::string::npos && (slash == std::string::npos || dot > slash);
  return has_ending ? path.substr(0, dot) + ".migrated" + path.substr(dot) : path + ".migrated";
}

}  // namespace clew
