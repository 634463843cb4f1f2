#pragma once
// What the tests of this folder share: fixtures, and a session told one intent at a time.

#include <string>
#include <vector>

#include "dialect/essay/essay_dialect.h"
#include "dialect/essay/essay_plan.h"
#include "dialect/fixed_plan.h"
#include "dialect/tree_dialect.h"
#include "session/decide.h"

namespace clew::essay {

inline constexpr const char* kFresh = "essay-pipeline-20261109-193000";
inline constexpr const char* kMidway = "essay-pipeline-20261104-081500";
inline constexpr const char* kFinished = "essay-pipeline-20260921-070000";

// The files of a session in tests/fixtures/essay, with the folder's name in front.
FileSet fixture(const std::string& entry);
std::string fixture_text(const std::string& path);
FileSet state_file(const std::string& text, const std::string& entry = kMidway);
std::string with(std::string text, const std::string& from, const std::string& to);

// The only session that files tell of.
Session read_one(const FileSet& files);
// What is told of a session without any text before it.
FileSet fresh_files(const Session& session);
std::string state_text(const FileSet& files);
StepId step_of(const Session& session, const std::string& id);
Time at(const char* iso);
// "rule pointer line" of each finding.
std::vector<std::string> brief(const Findings& findings);

class Fixture {
 public:
  Session session;
  Time now = at("2026-11-16T09:00:00.000Z");

  Fixture();  // a fresh essay
  bool tell(const Intent& intent);
  bool done(const std::string& id, const Evidence& evidence = {});
  void add_sections(int64_t count);
  // What clew counts for a stage, and what is shown besides.
  Evidence counted(const std::string& id,
                   const std::vector<std::pair<const char*, Value>>& items = {}) const;
};
Evidence shown(std::vector<std::pair<const char*, Value>> items);
Evidence thesis_shown();
Evidence outline_shown();

// Uses everything the dialect can say.
Session full_session();

}  // namespace clew::essay
