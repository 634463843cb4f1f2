#include "document/finding_text.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

Finding about(std::string file, std::string pointer, std::string message) {
  Finding finding;
  finding.file = std::move(file);
  finding.pointer = std::move(pointer);
  finding.message = std::move(message);
  return finding;
}

}  // namespace

TEST_CASE("a pointer is told as the field people know") {
  CHECK(field_name("").empty());
  CHECK(field_name("/goal") == "goal");
  CHECK(field_name("/stages/stage_4/sections/0/status") == "stages.stage_4.sections[0].status");
  CHECK(field_name("/1/symbols/Store/role") == "[1].symbols.Store.role");
  CHECK(field_name("/metadata/clew/files/src~1a~0b.ts") == "metadata.clew.files[\"src/a~b.ts\"]");
  CHECK(field_name("/by_agent/") == "by_agent[\"\"]");
  CHECK(field_name("/a/\x1b[0m") == "a[\"\\x1b[0m\"]");
}

TEST_CASE("a finding names its field once") {
  struct Row {
    const char* claim;
    Finding finding;
    const char* said;
  };
  const Row rows[] = {
      {"a value is told with its field",
       about("s.yaml",                                                              "/stages/stage_4/voice", "9 is more than 5"),
       "stages.stage_4.voice: 9 is more than 5"},
      {"the document has no name",                           about("s.yaml",        "",                      "this is not a session"),
       "this is not a session"                 },
      {"a message that has the field does not say it twice",
       about("s.yaml",                                                              "/active_task",          "active_task is not a task of the plan"),
       "active_task is not a task of the plan" },
      {"a part of another word is not the field",
       about("s.yaml",                                                              "/mode",                 "\"modern\" is not one of debug"),
       "mode: \"modern\" is not one of debug"  },
      {"what is missing is missing in its object",           about("s.json",        "/agents/0",             "id is missing"),
       "agents[0]: id is missing"              },
      {"in a file of lines the line is known",               about("history.jsonl", "/3",                    "agent is missing"),
       "agent is missing"                      },
      {"and the field is that of the line",
       about("history.jsonl",                                                       "/3/duration_ms",        "-1 is less than 0"),
       "duration_ms: -1 is less than 0"        },
  };
  for (const auto& row : rows) {
    CAPTURE(row.claim);
    CHECK(finding_message(row.finding) == row.said);
  }
}

}  // namespace clew
