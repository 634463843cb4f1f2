#include "dialect/structural/translation.h"

#include "dialect/structural/interpret.h"
#include "dialect/structural/location.h"
#include "dialect/structural/shapes.h"
#include "dialect/tree_dialect.h"

namespace clew::structural {
namespace {

// A checkpoint is about code that was read: no other dialect has its symbols.
class StructuralTranslation final : public Translation {
 public:
  PlanTiers tiers() const override { return PlanTiers::kNone; }
  bool takes_others() const override { return false; }
  std::string id_in(const Session& session) const override { return entry_of(session); }
  bool takes_id(const std::string& id) const override { return id.size() >= 3 && id.size() <= 128; }
  void give_id(Session& session, const std::string& id) const override {
    set_external_id(session.steps[0], kName, id);
  }
  std::vector<std::string> files_of(const Session& /*session*/,
                                    const Step& /*step*/) const override {
    return {};
  }
  Documents in_part(const Session& session) const override { return {express_known(session)}; }
};

}  // namespace

const Translation& translation() {
  static const StructuralTranslation one;
  return one;
}

}  // namespace clew::structural
