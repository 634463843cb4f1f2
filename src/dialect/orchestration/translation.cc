#include "dialect/orchestration/translation.h"

#include <algorithm>

#include "dialect/orchestration/interpret.h"
#include "dialect/orchestration/location.h"
#include "dialect/orchestration/reported_values.h"
#include "dialect/orchestration/shapes.h"
#include "dialect/tree_dialect.h"
#include "document/shape/check_shape.h"

namespace clew::orchestration {
namespace {

class OrchestrationTranslation final : public Translation {
 public:
  PlanTiers tiers() const override { return PlanTiers::kTasks; }
  std::string id_in(const Session& session) const override {
    const std::string* id = external_id(session.root(), kName);
    return id == nullptr ? std::string() : *id;
  }
  bool takes_id(const std::string& id) const override { return is_uuid4(id); }
  void give_id(Session& session, const std::string& id) const override {
    set_external_id(session.steps[0], kName, id);
  }
  std::string metadata_prefix() const override { return kMetadataPrefix; }

  // Metadata that the format has a narrower idea of is left out; lines that nobody counted are
  // unknown, not none.
  void fit(Session& session) const override {
    auto& attributes = session.steps[0].attributes;
    const auto take = [&](const char* name, std::string& word) {
      const std::string key = kMetadataPrefix + std::string(name);
      const Value* value = find_attribute(attributes, key);
      if (value != nullptr && word.empty()) word = value->as_string();
      std::erase_if(attributes, [&](const Attribute& each) { return each.key == key; });
    };
    take("git_branch", session.identity.branch);
    take("git_commit", session.identity.commit);
    std::erase_if(attributes, [](const Attribute& each) {
      if (!each.key.starts_with(kMetadataPrefix)) return false;
      const FieldShape* field =
          find_field(session_document().shape, each.key.substr(std::string_view(kName).size() + 1));
      return field != nullptr && !check_shape(field->shape, each.value).empty();
    });
    for (auto& change : session.files.items) leave_lines_unknown(change);
  }

  Documents in_part(const Session& session) const override { return express_known(session); }
};

}  // namespace

const Translation& translation() {
  static const OrchestrationTranslation one;
  return one;
}

}  // namespace clew::orchestration
