#include "dialect/feature/translation.h"

#include <algorithm>

#include "dialect/feature/express.h"
#include "dialect/feature/shapes.h"
#include "dialect/feature/words.h"
#include "dialect/tree_dialect.h"

namespace clew::feature {
namespace {

class FeatureTranslation final : public Translation {
 public:
  PlanTiers tiers() const override { return PlanTiers::kBoth; }
  std::string id_in(const Session& session) const override { return id_of(session); }
  bool takes_id(const std::string& id) const override {
    return is_feature_id(id) && impossible_day(id).empty();
  }
  void give_id(Session& session, const std::string& id) const override {
    set_external_id(session.steps[0], kName, id);
  }

  // Also those that a task lists before it is begun.
  std::vector<std::string> files_of(const Session& session, const Step& step) const override {
    std::vector<std::string> paths;
    if (const Value* listed = find_attribute(step.attributes, kArtifacts)) {
      for (const auto& path : listed->as_list()) {
        if (path.is_string()) paths.push_back(path.as_string());
      }
    }
    for (auto& path : Translation::files_of(session, step)) {
      if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
    }
    return paths;
  }

  Documents in_part(const Session& session) const override {
    static const std::vector<std::string> models = default_models();
    static const std::vector<DocumentShape> shapes = feature::documents(models);
    Documents reported = express_known(session, shapes, models);
    std::erase_if(reported, [](const Document& document) {
      return document.shape->kind == DocumentKind::kText;
    });
    return reported;
  }
};

}  // namespace

const Translation& translation() {
  static const FeatureTranslation one;
  return one;
}

}  // namespace clew::feature
