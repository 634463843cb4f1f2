// What single lines of Claude Code tell.

#include "agent_client/claude_code/transcript_lines.h"

#include <doctest/doctest.h>

#include "agent_client/transcript/person_text.h"
#include "agent_client/transcript/script_test.h"

namespace clew::transcript {
namespace {

TEST_CASE("only what the person typed is a prompt") {
  struct Row {
    const char* text;
    PersonTextKind kind;
    const char* left;
  };
  const Row rows[] = {
      {"Mend the roof",                                                                             PersonTextKind::kPrompt,       "Mend the roof"                        },
      {"  Mend the roof\n",                                                                         PersonTextKind::kPrompt,       "Mend the roof"                        },
      {"<system-reminder>x</system-reminder>Mend it",                                               PersonTextKind::kPrompt,       "Mend it"                              },
      {"Mend it\n<system-reminder>x</system-reminder>",                                             PersonTextKind::kPrompt,       "Mend it"                              },
      {"<ide_opened_file>a.c</ide_opened_file>Mend it",                                             PersonTextKind::kPrompt,       "Mend it"                              },
      {"<ide_selection file=\"a.c\">x</ide_selection>\nMend it <ide_selections>",
       PersonTextKind::kPrompt,                                                                                                    "Mend it <ide_selections>"             },
      {"# Context from my IDE setup:\n\n## My request for Codex:\nWhat is \"## My request for "
       "Codex:\"?",                                                                          PersonTextKind::kPrompt,       "What is \"## My request for Codex:\"?"},
      {"Why is --- Content from referenced files --- here?",                                        PersonTextKind::kPrompt,
       "Why is --- Content from referenced files --- here?"                                                                                                               },
      {"# Context from my IDE setup:\n\n## Active file: a.c\n",                                     PersonTextKind::kNothing,      ""                                     },
      {"# Context from my IDE setup:\n\n## Open tabs:\n- a.c\n\n## My request for Codex:\nMend it",
       PersonTextKind::kPrompt,                                                                                                    "Mend it"                              },
      {"# Files mentioned by the user:\n\n## My request:\nold\n## My request:\nMend it",
       PersonTextKind::kPrompt,                                                                                                    "Mend it"                              },
      {"# Plan\n## My request:\nMend it",                                                           PersonTextKind::kPrompt,
       "# Plan\n## My request:\nMend it"                                                                                                                                  },
      {"<system-reminder>x</system-reminder>",                                                      PersonTextKind::kNothing,      ""                                     },
      {"<system-reminder>never closed",                                                             PersonTextKind::kNothing,      ""                                     },
      {"<command-name>/review</command-name><command-args>12</command-args>",
       PersonTextKind::kCommand,                                                                                                   "/review 12"                           },
      {"<command-message>x</command-message><command-name>init</command-name>",
       PersonTextKind::kCommand,                                                                                                   "/init"                                },
      {"<local-command-stdout>ok</local-command-stdout>",                                           PersonTextKind::kNothing,      ""                                     },
      {"<bash-input>ls</bash-input>",                                                               PersonTextKind::kNothing,      ""                                     },
      {"[Request interrupted by user]",                                                             PersonTextKind::kInterruption, ""                                     },
      {"[Request interrupted by user for tool use]",                                                PersonTextKind::kInterruption, ""                                     },
      {"This session is being continued from a previous conversation that ran out of context.",
       PersonTextKind::kNothing,                                                                                                   ""                                     },
      {"<environment_context>x</environment_context>",                                              PersonTextKind::kNothing,      ""                                     },
      {"# AGENTS.md instructions for /w\n\nBe kind",                                                PersonTextKind::kNothing,      ""                                     },
      {"<session_context>The folder is /w</session_context>",                                       PersonTextKind::kNothing,      ""                                     },
      {"<hook_prompt hook_run_id=\"stop:1\">Test it</hook_prompt>",                                 PersonTextKind::kNothing,      ""                                     },
      {"Generate a concise, single-line task title",                                                PersonTextKind::kNothing,      ""                                     },
      {"Mend it\n<hook_context>The brief</hook_context>",                                           PersonTextKind::kPrompt,       "Mend it"                              },
      {"",                                                                                          PersonTextKind::kNothing,      ""                                     },
  };
  for (const auto& row : rows) {
    const PersonText said = read_person_text(row.text);
    CHECK_MESSAGE(said.kind == row.kind, row.text);
    CHECK_MESSAGE(said.text == row.left, row.text);
  }
}

TEST_CASE("a session without a typed prompt is named by its command, or by its id") {
  ClaudeScript script;
  script.user("<command-name>/fix-issue</command-name><command-args>17</command-args>");
  CHECK(script.read().session.identity.goal == "/fix-issue 17");
  ClaudeScript bare;
  bare.says("m1", "Hello.");
  CHECK(bare.read().session.identity.goal == "claude-code session 5e550000");
}

TEST_CASE("meta lines and summaries are no prompts") {
  ClaudeScript script;
  script.user("Read this first", ",\"isMeta\":true");
  script.user("Summary of it all", ",\"isCompactSummary\":true");
  script.user("Build the boat");
  CHECK(script.read().session.identity.goal == "Build the boat");
}

TEST_CASE("a prompt of many lines is a goal of one, and the whole is kept") {
  ClaudeScript script;
  const std::string first = "Build the boat\n\n" + std::string(400, 'x');
  script.user(first);
  script.says("m1", "Done.");
  script.user("And paint it");
  const Session session = script.read().session;
  CHECK(session.identity.goal.starts_with("Build the boat xxx"));
  CHECK(session.identity.goal.ends_with("…"));
  REQUIRE(session.instructions.items.size() == 2);
  CHECK(session.instructions.items[0].text == first);
  CHECK(session.notes.items.empty());
}

TEST_CASE("each tool's result tells what it did") {
  struct Row {
    const char* tool;
    const char* input;
    const char* record;
    size_t files, runs, decisions, errors, agents;
  };
  const Row rows[] = {
      {"Bash",         R"({"command":"ls"})",                                        R"({"stdout":"","interrupted":false})",                 0, 1, 0, 0, 0},
      {"Bash",         R"({"command":"srv &"})",                                     R"({"backgroundTaskId":"b1"})",                         0, 0, 0, 0, 0},
      {"Write",        R"({"file_path":"/w/a"})",                                    R"({"type":"create","filePath":"/w/a","content":"x"})",
       1,                                                                                                                                       0, 0, 0, 0},
      {"Edit",         R"({"file_path":"/w/a"})",
       R"({"filePath":"/w/a","oldString":"a","newString":"b","originalFile":"aa"})",                                                         1, 0, 0, 0, 0},
      {"MultiEdit",    R"({"file_path":"/w/a"})",
       R"({"filePath":"/w/a","edits":[{"old_string":"a","new_string":"b"}],"originalFile":"a"})",                                            1,
       0,                                                                                                                                          0, 0, 0},
      {"NotebookEdit", R"({"notebook_path":"/w/n"})",
       R"({"notebook_path":"/w/n","original_file":"a","updated_file":"b"})",                                                                 1, 0, 0, 0, 0},
      {"Read",         R"({"file_path":"/w/a"})",                                    R"({"type":"text"})",                                   0, 0, 0, 0, 0},
      {"ExitPlanMode", R"({"plan":"1. dig"})",                                       R"({"plan":"1. dig"})",                                 0, 0, 1, 0, 0},
      {"Agent",        R"({"description":"d","subagent_type":"Plan","prompt":"p"})",
       R"({"isAsync":true,"status":"async_launched","agentId":"a1"})",                                                                       0, 0, 0, 0, 1},
      {"mcp__x__y",    R"({})",                                                      R"([{"type":"text","text":"ok"}])",                     0, 0, 0, 0, 0},
  };
  for (const auto& row : rows) {
    ClaudeScript script;
    script.user("Go");
    script.calls("t1", row.tool, row.input);
    script.answers("t1", "ok", row.record);
    const Session session = script.read().session;
    CHECK_MESSAGE(session.files.items.size() == row.files, row.tool);
    CHECK_MESSAGE(session.runs.items.size() == row.runs, row.tool);
    CHECK_MESSAGE(session.decisions.items.size() == row.decisions, row.tool);
    CHECK_MESSAGE(session.errors.items.size() == row.errors, row.tool);
    CHECK_MESSAGE(session.agents.items.size() == row.agents + 1, row.tool);
  }
}

TEST_CASE("a result of edits is hashed only where it is sure") {
  const auto after = [](const char* tool, const char* record) {
    ClaudeScript script;
    script.user("Go");
    script.calls("t1", tool, R"({"file_path":"/w/a"})");
    script.answers("t1", "ok", record);
    return script.read().session.files.items.at(0).hash_after;
  };
  CHECK(
      after("Edit", R"({"filePath":"/w/a","oldString":"a","newString":"b","originalFile":"aa"})") ==
      sha256("ba"));
  CHECK(after("Edit", R"({"filePath":"/w/a","oldString":"a","newString":"b","originalFile":"aa",)"
                      R"("replaceAll":true})") == sha256("bb"));
  CHECK(after("Edit", R"({"filePath":"/w/a","oldString":"z","newString":"b","originalFile":"aa"})")
            .empty());
  CHECK(after("Edit", R"({"filePath":"/w/a","oldString":"a","newString":"b","originalFile":null})")
            .empty());
  CHECK(after("Edit", R"({"filePath":"/w/a","oldString":"a","newString":"b","originalFile":"aa",)"
                      R"("userModified":true})")
            .empty());
}

TEST_CASE("a file that is changed again has one record") {
  ClaudeScript script;
  script.user("Go");
  script.calls("t1", "Write", R"({"file_path":"/w/a","content":"x\n"})");
  script.answers("t1", "ok", R"({"type":"create","filePath":"/w/a","content":"x\n"})");
  script.calls("t2", "Edit", R"({"file_path":"/w/a"})");
  script.answers("t2", "ok",
                 R"({"filePath":"/w/a","oldString":"x","newString":"y","originalFile":"x\n",)"
                 R"("structuredPatch":[{"lines":["-x","+y"]}]})");
  const Session session = script.read().session;
  REQUIRE(session.files.items.size() == 1);
  const FileChange& file = session.files.items[0];
  CHECK(file.action == FileAction::kCreated);
  CHECK(file.lines_added == 2);
  CHECK(file.lines_removed == 1);
  CHECK(file.hash_before.empty());
  CHECK(file.hash_after == sha256("y\n"));
}

TEST_CASE("tasks become steps by their id") {
  ClaudeScript script;
  script.user("Go");
  script.calls("t1", "TaskCreate", R"({"subject":"Dig","description":"deep"})");
  script.answers("t1", "ok", R"({"task":{"id":"1","subject":"Dig"}})");
  script.calls("t2", "TaskCreate", R"({"subject":"Fill"})");
  script.answers("t2", "ok", R"({"task":{"id":"2","subject":"Fill"}})");
  script.calls("t3", "TaskUpdate", R"({"taskId":"1","status":"in_progress"})");
  script.answers("t3", "ok", R"({"success":true})");
  script.calls("t4", "TaskUpdate", R"({"taskId":"1","status":"completed"})");
  script.answers("t4", "ok", R"({"success":true})");
  script.calls("t5", "TaskUpdate", R"({"taskId":"2","status":"deleted"})");
  script.answers("t5", "ok", R"({"success":true})");
  const Session session = script.read().session;
  REQUIRE(session.steps.size() == 3);
  CHECK(session.steps[1].title == "Dig");
  CHECK(session.steps[1].description == "deep");
  CHECK(session.steps[1].status == StepStatus::kDone);
  CHECK(session.steps[1].attempt_count == 1);
  CHECK(session.steps[2].status == StepStatus::kSkipped);
  CHECK(session.steps[2].status_reason == "deleted");
}

TEST_CASE("a turn without an end is said, with what was open") {
  ClaudeScript script;
  script.user("Go");
  script.calls("t1", "Bash", R"({"command":"make all"})");
  Session session = script.read().session;
  CHECK(session.lifecycle.status == Lifecycle::kActive);
  CHECK(session.lifecycle.context == "a turn without an end; open: Bash: make all");
  CHECK(session.runs.items.empty());
  pause_if_idle(session, session.last_activity + days(2));
  CHECK(session.lifecycle.reason == "interrupted");
  CHECK(session.agents.items.at(0).status == AgentStatus::kError);
  CHECK(session.agents.items.at(0).result == AgentResult::kAborted);

  script.user("[Request interrupted by user for tool use]");
  const Session stopped = script.read().session;
  CHECK(stopped.lifecycle.status == Lifecycle::kPaused);
  CHECK(stopped.lifecycle.reason == "interrupted");
}

TEST_CASE("a question nobody answered is open") {
  ClaudeScript script;
  script.user("Go");
  script.calls("t1", "AskUserQuestion",
               R"({"questions":[{"question":"Which way?","options":[]}]})");
  const Session session = script.read().session;
  REQUIRE(session.questions.items.size() == 1);
  CHECK(session.questions.items[0].open());
  CHECK(session.questions.items[0].text == "Which way?");
}

TEST_CASE("sidechains in the main file are a subagent's") {
  ClaudeScript script;
  script.user("Go");
  script.calls("t1", "Task",
               R"({"description":"Look","subagent_type":"Explore","prompt":"Look around"})");
  const std::string main = script.last;
  std::string side = script.text;
  ClaudeScript part;
  part.user("Look around");
  part.calls("s1", "Bash", R"({"command":"ls"})");
  part.answers("s1", "a b", R"({"stdout":"a b"})");
  part.says("s2", "Nothing there.");
  std::string text = part.text;
  for (const auto& [from, to] : {
           std::pair{"\"isSidechain\":false", "\"isSidechain\":true"},
           std::pair{"\"u",                   "\"side-u"            }
  }) {
    for (size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + std::string(to).size())) {
      if (std::string(from) == "\"u" && text.compare(at, 3, "\"us") == 0) continue;
      if (std::string(from) == "\"u" && text.compare(at, 3, "\"uu") == 0) continue;
      text.replace(at, std::string(from).size(), to);
    }
  }
  script.text = side + text;
  script.last = main;
  script.answers("t1", "Nothing there.", R"({"status":"completed","content":[]})");
  const auto reading = script.read();
  REQUIRE(reading.session.agents.items.size() == 2);
  const Agent& agent = reading.session.agents.items[0];
  CHECK(agent.id.text == "sidechain-side-u1");
  CHECK(agent.type == "Explore");
  CHECK(agent.status == AgentStatus::kCompleted);
  CHECK(agent.summary == "Nothing there.");
  REQUIRE(reading.session.runs.items.size() == 1);
  CHECK(reading.session.runs.items[0].agent == agent.id);
}

}  // namespace
}  // namespace clew::transcript
