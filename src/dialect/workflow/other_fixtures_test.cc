// Files of other programs, when a folder with them is named by CLEW_FIXTURES.

#include <doctest/doctest.h>

#include <cstdlib>
#include <iostream>
#include <set>

#include "dialect/workflow/gate_definition.h"
#include "dialect/workflow/sample_test.h"
#include "document/yaml/yaml.h"

namespace clew {

TEST_CASE("files that other programs wrote are read, or refused with findings") {
  const char* folder = std::getenv("CLEW_FIXTURES");
  if (folder == nullptr) return;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = entry.path().filename().string();
    const std::string text = read_text(entry.path());
    CAPTURE(entry.path().string());
    if (name == "gate-definition.yaml") {
      const auto yaml = parse_yaml(text);
      REQUIRE(yaml.ok());
      const auto gate = read_gate_definition(yaml->value);
      REQUIRE(gate.ok());
      std::cout << entry.path().string() << ": " << to_text(gate->gate) << " | "
                << rule_text(gate->findings) << "\n";
    } else if (name == "metadata.json") {
      const auto plan = read_workflow_metadata(*parse_json(text));
      REQUIRE_MESSAGE(plan.ok(), (plan.ok() ? "" : plan.error().message));
      std::cout << entry.path().string() << ": " << to_text(to_value(structure_of(*plan))) << " "
                << plan->phases.size() << " " << rule_text(plan->findings) << "\n";
    } else if (workflow_dialect().recognises(name, text)) {
      const FileSet files = one_file(text, name);
      const auto readings = workflow_dialect().read(files);
      REQUIRE(readings.sessions.size() == 1);
      const Session& s = readings.sessions[0].session;
      CHECK_MESSAGE(!has_errors(readings.findings), rule_text(readings.findings));
      std::cout << name << ": " << name_of(s.lifecycle.status) << ", "
                << to_text(to_value(s.structure)) << ", steps " << s.steps.size() - 1
                << ", complete " << progress(s, {}, s.last_activity).complete << ", findings "
                << readings.findings.size() << "\n";
      if (is_legacy_workflow(text)) {
        CHECK(!workflow_dialect().write(s, files).ok());
        const auto migrated = workflow_dialect().migrate(files);
        REQUIRE_MESSAGE(migrated.ok(), (migrated.ok() ? "" : migrated.error().message));
        const auto again = workflow_dialect().read(*migrated);
        CHECK(rule_text(again.findings) == "");
        CHECK(again.sessions.at(0).session.steps == s.steps);
      } else {
        CHECK(workflow_dialect().write(s, files)->files == files.files);
      }
      for (size_t length = 0; length < text.size(); length += 7) {
        CHECK(has_errors(workflow_dialect().read(one_file(text.substr(0, length), name)).findings));
      }
    }
  }
}

TEST_CASE("gates find missing in other programs' evidence what those programs find missing") {
  const char* folder = std::getenv("CLEW_FIXTURES");
  const std::filesystem::path root = folder == nullptr ? "" : folder;
  const auto results = parse_json(read_text(root / "origin-results.json"));
  if (!results) return;
  size_t judged = 0;
  for (const auto& [id, result] : results->as_object()) {
    const auto state = parse_json(read_text(root / text_in(result, "file")));
    REQUIRE(state.ok());
    for (const auto& [phase, answer] : result.find("gates")->as_object()) {
      if (text_in(answer, "source") != "yaml") continue;
      CAPTURE(id);
      CAPTURE(phase);
      const auto yaml = parse_yaml(read_text(root / "workflows" / text_in(*state, "workflow_type") /
                                             "phases" / phase / "gate-definition.yaml"));
      REQUIRE(yaml.ok());
      Evidence evidence;
      const Value* artifact = state->find("phase_artifacts")->find(phase);
      for (const auto& [name, value] : artifact->find("evidence")->as_object()) {
        evidence.items.push_back({name, value, EvidenceSource::kClaimed});
      }
      std::set<std::string> found;
      for (const auto& one : judge(read_gate_definition(yaml->value)->gate, evidence)) {
        found.insert(one.name);
      }
      std::set<std::string> wanted;
      for (const char* kind : {"missing", "wrong_type"}) {
        for (const auto& name : texts_in(answer, kind)) wanted.insert(name);
      }
      CHECK(found == wanted);
      ++judged;
    }
  }
  CHECK(judged > 0);
}

}  // namespace clew
