#include "dialect/workflow/workflow_dialect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "dialect/plan_folder.h"
#include "dialect/tree_dialect.h"
#include "dialect/workflow/express.h"
#include "dialect/workflow/gate_definition.h"
#include "dialect/workflow/names.h"
#include "dialect/workflow/recover.h"
#include "dialect/workflow/shapes.h"
#include "dialect/workflow/state.h"
#include "dialect/workflow/translation.h"
#include "document/finding_text.h"
#include "document/json/json.h"
#include "document/yaml/yaml.h"
#include "session/progress.h"

namespace clew {
namespace {

using namespace workflow;

bool is_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    const bool hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    if (dash ? c != '-' : !hex) return false;
  }
  return true;
}

// "0b6c3f0a-…", or with a kind before it: "workflow_default_0b6c3f0a-…"
bool has_uuid(std::string_view stem) {
  const size_t kind = stem.rfind('_');
  return is_uuid(kind == std::string_view::npos ? stem : stem.substr(kind + 1));
}

class WorkflowDialect final : public TreeDialect, private PlanFolder {
 public:
  explicit WorkflowDialect(std::optional<WorkflowPlan> plan = {}) : plan_(std::move(plan)) {}

  const char* name() const override { return kName; }
  std::string default_folder() const override { return ".praxis-os/.cache/state"; }
  Result<FileSet> migrate(const FileSet& files) const override;
  const std::vector<DocumentShape>& documents() const override { return workflow::documents(); }
  const std::vector<Rule>& rules() const override { return workflow::rules(); }
  const PlanFolder* plan_folder() const override { return this; }
  const Translation& translation() const override { return workflow::translation(); }

  std::vector<Location> locations(const std::vector<std::string>& names) const override {
    std::vector<Location> found;
    for (const auto& path : names) {
      const std::string stem = stem_of(path);
      if (path.ends_with(".json") && has_uuid(stem)) found.push_back({stem, {path}});
    }
    return found;
  }

  bool recognises(const std::string& /*path*/, const std::string& text) const override {
    const size_t start = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    if (start == std::string::npos || text[start] != '{') return false;
    // memmem: std::string::find would stop at every quote.
    const auto has = [&](std::string_view key) {
      return memmem(text.data(), text.size(), key.data(), key.size()) != nullptr;
    };
    const bool names_it =
        has("\"workflow_type\"") && (has("\"current_phase\"") || has("\"workflow_structure\""));
    if (!names_it || !has("\"carried\"")) return names_it;
    // Another dialect's file may carry what is a workflow's.
    const auto tree = parse_json(text);
    return tree.ok() && tree->find("workflow_type") != nullptr;
  }

  Result<FileSet> write(const Session& session, const FileSet& base) const override {
    for (const auto& file : base.files) {
      if (document_of(file.path) == nullptr || !is_legacy_workflow(file.text)) continue;
      return make_error(
          ErrorCode::kInvalid,
          fmt::format("{} is in the legacy session format and is never rewritten", file.path),
          file.path, "clew migrate " + file.path);
    }
    return TreeDialect::write(session, base);
  }

  std::vector<std::string> files_of(const Session& session) const override {
    if (session.steps.empty() || external_id(session.root(), kName) == nullptr) return {};
    return {path_of(session)};
  }

  // A random UUID, version 4. The number of the attempt is mixed into its end, so that no two
  // attempts give the same.
  std::string make_id(const Session& /*session*/, const IdSeed& seed) const override {
    uint8_t bytes[16] = {};
    for (size_t i = 0; i < seed.random.size() && i < 16; ++i) {
      bytes[i] = static_cast<uint8_t>(seed.random[i]);
    }
    for (size_t i = 0; i < 4; ++i) {
      bytes[15 - i] = static_cast<uint8_t>(bytes[15 - i] ^ (seed.attempt >> (8 * i)));
    }
    bytes[6] = static_cast<uint8_t>((bytes[6] & 0x0f) | 0x40);
    bytes[8] = static_cast<uint8_t>((bytes[8] & 0x3f) | 0x80);
    std::string id;
    for (size_t i = 0; i < 16; ++i) {
      if (i == 4 || i == 6 || i == 8 || i == 10) id += '-';
      id += fmt::format("{:02x}", bytes[i]);
    }
    return id;
  }

  std::string step_name(const Session& session, const Step& step) const override {
    if (step.id != kRoot) return number_of(session, step.id);
    const std::string* id = external_id(step, kName);
    return id == nullptr ? std::string() : *id;
  }

  Result<Session> begin_at(const FileSet& files, const std::string& step) const override {
    return stand_at(*this, files, step);
  }

  std::optional<Room> room() const override {
    return Room{
        "state", {std::string("metadata"), std::string("clew")}
    };
  }

 protected:
  const DocumentShape* document_of(const std::string& path) const override {
    return path.ends_with(".json") ? &state_document() : nullptr;
  }

  std::vector<Reading> interpret(const Documents& documents, FindingSink& sink) const override {
    std::vector<Reading> readings;
    for (const auto& document : documents) {
      auto state = read_state(document.tree, document.path, plan_of(document.tree));
      if (!state) {
        sink.rule("no-session", document, {},
                  "this is not a workflow session: it has neither type nor phases, or no id");
        continue;
      }
      check_state(*state, document, sink);
      readings.push_back({std::move(state->entry), std::move(state->session), {}});
    }
    return readings;
  }

  Result<Documents> express(const Session& session) const override {
    CLEW_ASSIGN(Document document, express_state(session));
    return Documents{std::move(document)};
  }

 private:
  std::string plan_file() const override { return "metadata.json"; }
  uint32_t max_steps() const override { return kMaxPhases; }
  Result<FolderPlan> read_plan(std::string_view text,
                               std::optional<uint32_t> total) const override {
    CLEW_ASSIGN(const WorkflowPlan plan, read_workflow_metadata(text));
    FolderPlan out{plan.workflow, {}, plan.findings};
    out.plan.goal = plan.name.empty() ? plan.workflow : plan.name;
    out.plan.structure = structure_of(plan, total);
    out.plan.steps = steps_of(plan, total);
    out.plan.end = out.plan.structure.total ? PlanEnd::kLast : PlanEnd::kOpen;
    return out;
  }
  std::string gate_file(const PlannedStep& step) const override {
    if (step.parent || step.external.empty()) return {};
    return "phases/" + step.external.front().id + "/gate-definition.yaml";
  }
  Result<FolderGate> read_gate(std::string_view text) const override {
    CLEW_ASSIGN(const YamlDocument document, parse_yaml(text));
    return read_gate_definition(document.value);
  }
  std::string plan_followed(std::string_view text) const override {
    const auto tree = parse_json(text);
    return tree ? text_in(*tree, "workflow_type") : std::string();
  }
  Result<std::unique_ptr<Dialect>> with_plan(std::string_view plan_text) const override {
    CLEW_ASSIGN(WorkflowPlan plan, read_workflow_metadata(plan_text));
    return workflow_dialect_with(std::move(plan));
  }

  const WorkflowPlan* plan_of(const Value& tree) const {
    return plan_ && text_in(tree, "workflow_type") == plan_->workflow ? &*plan_ : nullptr;
  }

  std::optional<WorkflowPlan> plan_;
};

// `fresh` with what only `old` has, at every depth; lists of equal length go element by element.
Value with_unknown(Value fresh, const Value& old) {
  if (fresh.is_object() && old.is_object()) {
    for (const auto& [name, value] : old.as_object()) {
      const Value* known = fresh.find(name);
      fresh.set(name, known == nullptr ? value : with_unknown(*known, value));
    }
  } else if (fresh.is_list() && fresh.as_list().size() == old.as_list().size()) {
    for (size_t i = 0; i < old.as_list().size(); ++i) {
      fresh.list_ref()[i] = with_unknown(std::move(fresh.list_ref()[i]), old.as_list()[i]);
    }
  }
  return fresh;
}

// The new format for an older file, with all it says, unknown fields too, under the old name:
// whoever writes it puts it beside the old.
Result<FileSet> WorkflowDialect::migrate(const FileSet& files) const {
  FileSet out;
  for (const auto& file : files.files) {
    if (!file.path.ends_with(".json")) continue;
    const auto refuse = [&](std::string message) {
      return make_error(ErrorCode::kInvalid, std::move(message), file.path,
                        "clew validate " + file.path);
    };
    if (!is_legacy_workflow(file.text)) {
      return refuse(fmt::format("{} is not a session in the legacy format", file.path));
    }
    const Readings readings = read({{file}});
    for (const auto& finding : readings.findings) {
      if (finding.severity == Severity::kError) {
        return refuse(fmt::format("{}: {}", finding.rule, finding_message(finding)));
      }
    }
    if (readings.sessions.size() != 1) return refuse("there is not one session in it");
    CLEW_ASSIGN(const Document document, express_state(readings.sessions[0].session));
    auto old = parse_json(file.text);
    for (const char* name : kInPlaceOfSections) old->erase(name);  // said in the new sections
    const Value tree = with_unknown(document.tree, *old);
    out.files.push_back({file.path, write_json(tree, JsonStyle::kPretty) + "\n",
                         FileWrite::kReplace, FileOwner::kSession});
  }
  if (out.files.empty()) {
    return make_error(ErrorCode::kInvalid, "there is no workflow file to migrate", "migrate",
                      "clew migrate FILE");
  }
  return out;
}

}  // namespace

const Dialect& workflow_dialect() {
  static const WorkflowDialect dialect;
  return dialect;
}

std::unique_ptr<Dialect> workflow_dialect_with(WorkflowPlan plan) {
  return std::make_unique<WorkflowDialect>(std::move(plan));
}

bool is_legacy_workflow(const std::string& text) {
  const auto tree = parse_json(text);
  return tree.ok() && tree->is_object() && is_legacy(*tree) &&
         tree->find("workflow_type") != nullptr;
}

}  // namespace clew
