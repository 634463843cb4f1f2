#include <doctest/doctest.h>

#include <algorithm>

#include "dialect/essay/fixture_test.h"

namespace clew::essay {
namespace {

std::string midway() { return fixture_text(std::string(kMidway) + "/session-state.yaml"); }

TEST_CASE("each rule is broken by one document, at its place, and by no other") {
  struct Row {
    const char* from;
    const char* to;
    const char* finding;
  };
  const Row rows[] = {
      {"    status: completed\n    claim_type",                     "    status: not_started\n    claim_type",
       "essay.prerequisite-not-started /stages/stage_2/status 14"                                                                                                                  },
      {"    current_section: 3",                                    "    current_section: 4",
       "essay.current-section-range /stages/stage_3/current_section 23"                                                                                                            },
      {"    current_section: 3",                                    "    current_section: 0",
       "essay.current-section-range /stages/stage_3/current_section 23"                                                                                                            },
      {"    current_paragraph: 3",                                  "    current_paragraph: 5",
       "essay.current-paragraph-range /stages/stage_4/current_paragraph 45"                                                                                                        },
      {"    current_section: 1\n    current_paragraph: 3",
       "    current_section: null\n    current_paragraph: 3",                                                  "essay.current-paragraph-range /stages/stage_4/current_paragraph 45"},
      {"      - section_index: 2",                                  "      - section_index: 1",
       "essay.section-repeated /stages/stage_3/sections/1/section_index 34"                                                                                                        },
      {"current_stage_name: paragraph_writing",                     "current_stage_name: essay_structuring",
       "essay.stage-name-mismatch /current_stage_name 9"                                                                                                                           },
      {"\noutput: {final",                                          "\nbeside: {final",                        "essay.end-missing  0"                                              },
      {"/srv/old/essay-pipeline-20261104-081500/maps/two.md",       "/etc/two.md",
       "essay.path-outside /stages/stage_3/sections/1/argument_map_file 36"                                                                                                        },
      {"/srv/old/essay-pipeline-20261104-081500/maps/two.md",       "../../two.md",
       "essay.path-outside /stages/stage_3/sections/1/argument_map_file 36"                                                                                                        },
      {"session_dir: \"/srv/old/essay-pipeline-20261104-081500/\"",
       "session_dir: \"/srv/old/other\"",                                                                      "essay.session-dir-moved /session_dir 4"                            },
      {"status: in_progress\npipeline_id",                          "status: running\npipeline_id",            "essay.word /status 2"                                              },
      {"current_stage: 4",                                          "current_stage: 5",                        "essay.range /current_stage 8"                                      },
      {"audience: semi-technical",                                  "audience: everybody",                     "essay.word /stages/stage_2/audience 14"                            },
      {"reason: timeout",                                           "reason: tired",                           "essay.word /deferred_verifications/0/reason 59"                    },
      {"first_assessment_user_rating: 4",                           "first_assessment_user_rating: 6",
       "essay.range /voice_calibration/first_assessment_user_rating 54"                                                                                                            },
  };
  CHECK(brief(essay_dialect().read(state_file(midway())).findings).empty());
  for (const auto& row : rows) {
    const auto found =
        brief(essay_dialect().read(state_file(with(midway(), row.from, row.to))).findings);
    INFO(std::string(row.to));
    REQUIRE(found.size() == 1);
    CHECK(found[0] == std::string(row.finding));
  }
}

TEST_CASE("findings of the rules say what to do") {
  for (const auto& rule : essay_dialect().rules()) {
    INFO(rule.name);
    CHECK(std::string(rule.message).size() > 10);
    if (rule.severity != Severity::kNote) CHECK(std::string(rule.next).size() > 10);
  }
}

std::vector<std::string> asked(const std::string& text, const std::string& entry = kMidway) {
  std::vector<std::string> out;
  const auto readings = essay_dialect().read(state_file(text, entry));
  REQUIRE(readings.sessions.size() == 1);
  for (const auto& question : readings.sessions[0].disk) {
    out.push_back(question.finding.rule + " " + question.path + " " + question.finding.pointer);
  }
  return out;
}

bool asks(const std::string& text, const std::string& question) {
  const auto all = asked(text);
  return std::find(all.begin(), all.end(), question) != all.end();
}

TEST_CASE("a completed stage or section without a reference is asked about by its usual file") {
  std::string text =
      with(midway(), "\"/srv/old/essay-pipeline-20261104-081500/stage-1-thesis.md\"", "null");
  CHECK(asks(text, "essay.artifact-missing stage-1-thesis.md /stages/stage_1/thesis_file"));
  text =
      with(midway(),
           "    thesis_file: \"/srv/old/essay-pipeline-20261104-081500/stage-1-thesis.md\"\n", "");
  CHECK(asks(text, "essay.artifact-missing stage-1-thesis.md /stages/stage_1"));
  text = with(midway(), "\"/srv/old/essay-pipeline-20261104-081500/maps/two.md\"", "null");
  CHECK(asks(text,
             "essay.section-artifact-missing stage-3-section-2-arguments.md "
             "/stages/stage_3/sections/1/argument_map_file"));
}

TEST_CASE("paths that would lead out of the folder are never asked about") {
  const std::string text =
      with(midway(), "/srv/old/essay-pipeline-20261104-081500/maps/two.md", "../../../etc/passwd");
  for (const auto& question : asked(text)) CHECK(question.find("passwd") == std::string::npos);
  const Session session = read_one(state_file(text));
  for (const auto& artifact : session.artifacts.items) {
    CHECK(artifact.path.find("passwd") == std::string::npos);
  }
}

TEST_CASE("references that are not artifacts of completed stages must be there as well") {
  const std::string text = with(midway(), "    claim_type: argument",
                                "    claim_type: argument\n    development_log: dev.md");
  CHECK(asks(text, "essay.file-missing dev.md /stages/stage_1/development_log"));
  const std::string fresh = fixture_text(std::string(kFresh) + "/session-state.yaml");
  const auto all = asked(fresh, kFresh);
  CHECK(all == std::vector<std::string>{
                   "essay.session-dir-moved /tmp/essay-pipeline-20261109-193000 /session_dir",
                   "essay.file-missing /home/mira/essays/style-profile.md /style_profile_path",
                   "essay.file-missing /home/mira/essays/samples /samples_dir_path"});
}

}  // namespace
}  // namespace clew::essay
