#pragma once
// What the tests of this folder share: fixtures, a session told by intents, and one that uses
// everything the dialect can say. Include doctest first.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "base/fields.h"
#include "dialect/tree_dialect.h"
#include "dialect/workflow/express.h"
#include "dialect/workflow/names.h"
#include "dialect/workflow/shapes.h"
#include "dialect/workflow/state.h"
#include "dialect/workflow/workflow_dialect.h"
#include "document/json/json.h"
#include "document/shape/check_shape.h"
#include "session/apply.h"
#include "session/decide.h"
#include "session/progress.h"

namespace clew {

inline constexpr Time kMorning{1'794'819'600'000};  // 2026-11-16T09:00:00Z
inline constexpr const char* kSampleId = "0b6c3f0a-7d21-4e65-9f10-2f1f6a0d9c11";

inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline std::filesystem::path fixture_folder() {
  const char* source = std::getenv("CLEW_SOURCE_DIR");
  return std::filesystem::path(source == nullptr ? "../.." : source) / "tests/fixtures/workflow";
}

inline std::string fixture(const std::string& name) {
  const std::string text = read_text(fixture_folder() / name);
  REQUIRE_MESSAGE(!text.empty(), name);
  return text;
}

// The files of a folder of fixtures, by their own names.
inline std::vector<NamedFile> fixtures(const std::string& folder) {
  std::vector<NamedFile> files;
  for (const auto& entry : std::filesystem::directory_iterator(fixture_folder() / folder)) {
    files.push_back({entry.path().filename().string(), read_text(entry.path())});
  }
  REQUIRE(!files.empty());
  return files;
}

inline FileSet one_file(const std::string& text, const std::string& path) {
  return FileSet{{NamedFile{path, text}}};
}

// Path of a document in its own right name.
inline FileSet named(const Value& tree) {
  return one_file(write_json(tree, JsonStyle::kPretty), text_in(tree, "session_id") + ".json");
}

inline Session read_one(const FileSet& files) {
  Readings readings = workflow_dialect().read(files);
  REQUIRE(readings.sessions.size() == 1);
  return std::move(readings.sessions[0].session);
}

inline std::vector<std::string> rules_of(const Findings& findings) {
  std::vector<std::string> out;
  for (const auto& finding : findings) out.push_back(finding.rule + " " + finding.pointer);
  return out;
}

inline std::string rule_text(const Findings& findings) {
  std::string out;
  for (const auto& rule : rules_of(findings)) out += (out.empty() ? "" : ", ") + rule;
  return out;
}

// A valid document: four phases from 0, the first two passed, the third begun.
inline Value sample_tree() {
  auto tree = parse_json(R"({
    "session_id": "s-1", "workflow_type": "release_v2", "target_file": "mail",
    "workflow_structure": {"total_phases": 4, "starting_phase": 0,
                           "indexing_scheme": "zero_based", "workflow_version": "2"},
    "current_phase": 2, "completed_phases": [0, 1],
    "phase_timing": {
      "0": {"started_at": "2026-11-16T09:00:00Z", "completed_at": "2026-11-16T09:30:00Z"},
      "1": {"started_at": "2026-11-16T09:30:00Z", "completed_at": "2026-11-16T10:00:00Z"},
      "2": {"started_at": "2026-11-16T10:00:00Z"}},
    "lifecycle": {"completed": false, "paused": false, "resume_count": 0},
    "phase_artifacts": {"1": {"phase_number": 1, "evidence": {"tests": 3}, "outputs": {},
        "commands_executed": [], "timestamp": "2026-11-16T10:00:00Z"}},
    "checkpoints": {"0": "passed", "1": "passed", "2": "pending"},
    "created_at": "2026-11-16T09:00:00Z", "updated_at": "2026-11-16T10:00:00Z",
    "metadata": {}})");
  REQUIRE(tree.ok());
  return std::move(*tree);
}

inline Value& at(Value& tree, std::string_view name) {
  Value* found = const_cast<Value*>(tree.find(name));
  REQUIRE(found != nullptr);
  return *found;
}

// A session born here, told one intent at a time.
class Born {
 public:
  explicit Born(std::vector<PlannedStep> plan, Structure structure = {"release_v2", "2", 0, {}}) {
    StartSession start;
    start.opening.goal = "ship it";
    const auto phases = std::count_if(plan.begin(), plan.end(),
                                      [](const PlannedStep& step) { return !step.parent; });
    if (!structure.total) structure.total = static_cast<uint32_t>(phases);
    start.opening.structure = std::move(structure);
    start.plan = std::move(plan);
    session.identity.id = SessionId("ship-1");
    then(start);
    set_external_id(session.steps[0], "workflow", kSampleId);
    set_attribute(session.steps[0].attributes, "workflow.target_file", "mail");
  }

  Born& then(const Intent& intent) {
    const auto drafts = decide(session, Proposal{now, ActorId("ana"), intent});
    REQUIRE_MESSAGE(drafts.ok(), (drafts.ok() ? "" : drafts.error().message));
    for (const auto& draft : *drafts) {
      EventHeader header;
      header.seq = Seq{session.head.number + 1};
      header.at = draft.at.value_or(now);
      header.actor = ActorId("ana");
      session = apply(std::move(session), Event{header, draft.data});
    }
    return *this;
  }
  Born& wait(Duration duration) {
    now = now + duration;
    return *this;
  }
  Born& done(Evidence evidence = {}) {
    return then(CompleteStep{{}, std::move(evidence), {}, {}, {}, {}});
  }
  FileSet written(const FileSet& base = {}) const {
    auto files = workflow_dialect().write(session, base);
    REQUIRE_MESSAGE(files.ok(), (files.ok() ? "" : files.error().message));
    return *files;
  }
  Value tree() const {
    auto tree = parse_json(written().files[0].text);
    REQUIRE(tree.ok());
    return *tree;
  }

  Session session;
  Time now = kMorning;
};

inline PlannedStep planned(std::string title, const std::string& gate = {}) {
  PlannedStep step;
  step.title = std::move(title);
  if (!gate.empty()) step.gate = *parse_gate({gate});
  return step;
}

inline Evidence shown(std::string name, Value value,
                      EvidenceSource source = EvidenceSource::kClaimed) {
  return {{{std::move(name), std::move(value), source}}, {}};
}

}  // namespace clew
