#pragma once
// What the tests of this folder share: fixtures, and reading and writing them. REQUIRES: doctest is
// included before.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "dialect/orchestration/interpret.h"
#include "dialect/orchestration/orchestration_dialect.h"
#include "dialect/orchestration/shapes.h"
#include "document/json/json.h"
#include "document/shape/check_shape.h"

namespace clew::orchestration {

inline constexpr const char* kLedger = "6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d11.json";
inline constexpr const char* kNested = "0d5b1d6a-5a0f-4e0c-8a35-7f6a2f3b9c10.json";

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline std::string fixture(const std::string& name) {
  const char* root = std::getenv("CLEW_SOURCE_DIR");
  const std::filesystem::path source = root == nullptr ? "../.." : root;
  std::string text = text_of(source / "tests/fixtures/orchestration" / name);
  REQUIRE_MESSAGE(!text.empty(), name);
  return text;
}

inline FileSet files_named(const std::vector<std::string>& names) {
  FileSet set;
  for (const auto& name : names) set.files.push_back({name, fixture(name)});
  return set;
}

inline Readings read(const std::string& path, const std::string& text) {
  return orchestration_dialect().read(FileSet{{{path, text}}});
}

inline Session session_in(const std::string& path, const std::string& text) {
  auto readings = read(path, text);
  REQUIRE(readings.sessions.size() == 1);
  return std::move(readings.sessions.front().session);
}

// The text of one file after writing `session` over `base`.
inline std::string written(const Session& session, const FileSet& base, const std::string& path) {
  const auto files = orchestration_dialect().write(session, base);
  REQUIRE_MESSAGE(files.ok(), (files.ok() ? "" : files.error().message));
  const NamedFile* file = files->find(path);
  REQUIRE(file != nullptr);
  return file->text;
}

inline std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const size_t at = text.find(old);
  REQUIRE_MESSAGE(at != std::string::npos, old);
  REQUIRE_MESSAGE(text.find(old, at + 1) == std::string::npos, ("twice: " + old));
  return text.replace(at, old.size(), by);
}

inline Value reported(const Session& session) {
  auto documents = express(session);
  REQUIRE_MESSAGE(documents.ok(), (documents.ok() ? "" : documents.error().message));
  return documents->front().tree;
}

inline Session plain_session() {
  Session session;
  session.identity.id = SessionId("ledger-1");
  session.identity.goal = "Move the ledger";
  session.identity.device = "laptop";
  session.identity.project_path = "/srv/ledger";
  session.identity.created_at = Time{1'700'000'000'000};
  session.last_activity = Time{1'700'000'060'000};
  session.steps.emplace_back();
  session.steps.front().title = session.identity.goal;
  session.steps.front().status = StepStatus::kActive;
  set_external_id(session.steps.front(), kName, "8c0f2c52-7c1e-4c56-a8a7-9d6d5a1f0e77");
  return session;
}

inline Step& add_step(Session& session, const std::string& title, StepStatus status,
                      StepId parent = kRoot) {
  Step step;
  step.id = StepId{static_cast<uint32_t>(session.steps.size())};
  step.parent = parent;
  step.title = title;
  step.status = status;
  session.steps[parent.number].children.push_back(step.id);
  return session.steps.emplace_back(std::move(step));
}

}  // namespace clew::orchestration
