#include "dialect/workflow/translation.h"

#include <algorithm>

#include "dialect/tree_dialect.h"
#include "dialect/workflow/express.h"
#include "dialect/workflow/express_artifact.h"
#include "dialect/workflow/names.h"
#include "dialect/workflow/older_form.h"
#include "dialect/workflow/shapes.h"

namespace clew::workflow {
namespace {

constexpr const char* kBranch = "git_branch";
constexpr const char* kCommit = "git_commit";

// Letters and digits, and not a number.
bool is_ending(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return !std::all_of(text.begin(), text.end(), is_digit) &&
         std::all_of(text.begin(), text.end(), [&](char c) {
           return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
         });
}

// Among outputs any value may stand; a path has no spaces, and a folder or an ending.
bool is_like_path(const std::string& text) {
  if (text.empty() || text.size() > 1024 || text.find("://") != std::string::npos) return false;
  if (text.find_first_of(" \t\n\"'{}()<>|*?") != std::string::npos) return false;
  const size_t dot = text.rfind('.');
  const bool has_ending = dot != std::string::npos && dot > 0 && dot + 1 < text.size() &&
                          text.size() - dot <= 6 && is_ending(text.substr(dot + 1));
  return has_ending || text.find('/') != std::string::npos;
}

class WorkflowTranslation final : public Translation {
 public:
  PlanTiers tiers() const override { return PlanTiers::kTop; }
  std::string id_in(const Session& session) const override {
    const std::string* id = external_id(session.root(), kName);
    return id == nullptr ? std::string() : *id;
  }
  bool takes_id(const std::string& id) const override { return is_session_id(id); }
  void give_id(Session& session, const std::string& id) const override {
    set_external_id(session.steps[0], kName, id);
  }

  std::vector<std::string> files_of(const Session& session, const Step& step) const override {
    std::vector<std::string> paths = Translation::files_of(session, step);
    const Attempt* shown = shown_attempt(step);
    if (shown == nullptr) return paths;
    const auto add = [&](const Value& value) {
      if (!value.is_string() || !is_like_path(value.as_string())) return;
      if (std::find(paths.begin(), paths.end(), value.as_string()) == paths.end()) {
        paths.push_back(value.as_string());
      }
    };
    if (shown != step.last_attempt()) {
      for (const auto& path : shown->outputs) add(path);
    }
    const Value* others = find_attribute(shown->attributes, kOutputs);
    if (others == nullptr) return paths;
    for (const auto& [name, value] : others->as_object()) {
      add(value);
      for (const auto& each : value.as_list()) add(each);
    }
    return paths;
  }

  Evidence evidence_of(const Session& /*session*/, const Step& step) const override {
    const Attempt* shown = shown_attempt(step);
    return shown == nullptr ? Evidence() : Evidence{shown->evidence.items, {}};
  }

  std::string metadata_prefix() const override { return kMetadataPrefix; }

  void fit(Session& session) const override {
    // Phases that were told in another dialect say by their titles where they begin.
    const auto& phases = session.root().children;
    if (!phases.empty() && session.steps[phases.front().number].title == phase_title(0)) {
      session.structure.first_index = 0;
    }
    auto& attributes = session.steps[0].attributes;
    const auto put = [&](const char* name, const std::string& text) {
      const std::string key = kMetadataPrefix + std::string(name);
      if (!text.empty() && find_attribute(attributes, key) == nullptr) {
        set_attribute(attributes, key, text);
      }
    };
    put(kBranch, session.identity.branch);
    put(kCommit, session.identity.commit);
  }

  Documents in_part(const Session& session) const override { return {express_known(session)}; }

  std::string form_of(const Documents& documents) const override {
    return documents.empty() ? std::string() : workflow::form_of(documents.front().tree);
  }

  Documents in_form(const std::string& form, Documents documents) const override {
    for (auto& document : documents) {
      document.tree = workflow::in_form(form, std::move(document.tree));
    }
    return documents;
  }
};

}  // namespace

const Translation& translation() {
  static const WorkflowTranslation one;
  return one;
}

}  // namespace clew::workflow
