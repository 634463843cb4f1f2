#pragma once
// What the tests of this folder share: fixtures, and reading and writing them. REQUIRES: doctest is
// included before.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "dialect/structural/interpret.h"
#include "dialect/structural/shapes.h"
#include "dialect/structural/structural_dialect.h"
#include "document/json/json.h"
#include "document/shape/check_shape.h"

namespace clew::structural {

inline constexpr const char* kOne = "quedonde_session_state.json";
inline constexpr const char* kSeveral = "quedonde_session_state_several.json";

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline std::string fixture(const std::string& name) {
  const char* root = std::getenv("CLEW_SOURCE_DIR");
  const std::filesystem::path source = root == nullptr ? "../.." : root;
  std::string text = text_of(source / "tests/fixtures/structural" / name);
  REQUIRE_MESSAGE(!text.empty(), name);
  return text;
}

inline Readings read(const std::string& path, const std::string& text) {
  return structural_dialect().read(FileSet{{{path, text}}});
}

inline Session session_in(const std::string& path, const std::string& text, size_t index = 0) {
  auto readings = read(path, text);
  REQUIRE(readings.sessions.size() > index);
  return std::move(readings.sessions[index].session);
}

inline std::string written(const Session& session, const std::string& path,
                           const std::string& text) {
  const auto files = structural_dialect().write(session, FileSet{{{path, text}}});
  REQUIRE_MESSAGE(files.ok(), (files.ok() ? "" : files.error().message));
  REQUIRE(files->files.size() == 1);
  CHECK(files->files[0].path == path);
  return files->files[0].text;
}

inline std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const size_t at = text.find(old);
  REQUIRE_MESSAGE(at != std::string::npos, old);
  REQUIRE_MESSAGE(text.find(old, at + 1) == std::string::npos, ("twice: " + old));
  return text.replace(at, old.size(), by);
}

inline const Finding* find_rule(const Findings& findings, const std::string& rule) {
  for (const auto& finding : findings) {
    if (finding.rule == rule) return &finding;
  }
  return nullptr;
}

// Born here, with all that a checkpoint demands.
inline Session whole_session() {
  Session session;
  session.identity.id = SessionId("climate-1");
  session.identity.goal = "Climate migration";
  session.identity.created_at = Time{1'700'000'000'000};
  session.last_activity = Time{1'700'000'060'000};
  Step& root = session.steps.emplace_back();
  root.status = StepStatus::kActive;
  const Value symbols = *parse_json(
      R"({"Controller": {"kind": "class", "role": "bridge",
          "evidence": {"fan_in": 1, "fan_out": 2}, "source_paths": ["src/climate.py"]}})");
  set_attribute(root.attributes, "structural.structural_version", "1700000000");
  set_attribute(root.attributes, "structural.scope.subsystems", Value::List{"Climate Core"});
  set_attribute(root.attributes, "structural.scope.files", Value::List{"src/climate.py"});
  set_attribute(root.attributes, "structural.symbols", symbols);
  set_attribute(root.attributes, "structural.confidence", "high");
  return session;
}

}  // namespace clew::structural
