#include "agent_client/hook_event.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "agent_client/clients.h"
#include "agent_client/codex/hook_outcome.h"
#include "agent_client/codex/patch.h"
#include "agent_client/opencode/hook_event.h"
#include "agent_client/plan_text.h"
#include "base/text.h"
#include "document/json/lenient_json.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

std::string folder() {
  return std::string(std::getenv("CLEW_SOURCE_DIR")) + "/tests/fixtures/hooks/";
}

std::string words(const FileEdit& edit) {
  return fmt::format("{} {} +{} -{}", name_of(edit.action), edit.path, edit.added, edit.removed);
}
std::string words(const HookFileEdit& edit) {
  const FileEdit& plain = edit;
  return words(plain) +
         (edit.original ? " from " + std::to_string(edit.original->size()) : std::string());
}

std::string words(const PlanItem& item) {
  return fmt::format("{}{}{}", item.id.empty() ? "" : item.id + "=", item.title,
                     item.status ? std::string(" ") + name_of(*item.status) : "");
}

// Everything an event says, on one line.
std::string words(const std::optional<HookEvent>& read) {
  if (!read) return "nothing";
  const HookEvent& m = *read;
  constexpr const char* kKinds[] = {"start",       "prompt",  "tool",     "precompact",
                                    "postcompact", "request", "says",     "turn end",
                                    "turn failed", "begins",  "finishes", "end"};
  constexpr const char* kSources[] = {"startup", "resume", "clear", "compact"};
  constexpr const char* kScopes[] = {"list", "items", "proposal"};
  std::string out = kKinds[static_cast<int>(m.kind)];
  if (m.kind == HookEventKind::kSessionStart)
    out += std::string(" ") + kSources[static_cast<int>(m.source)];
  if (!m.opening.empty()) out += fmt::format(" after {}", m.opening.size() - 1);
  if (!m.prompt.empty()) out += " '" + m.prompt + "'";
  if (!m.subagent.empty()) out += " by " + m.subagent_type + "/" + m.subagent;
  for (const auto& edit : m.edits) out += " | " + words(edit);
  if (m.command) {
    out += fmt::format(" | {} {}{} {}", m.command->text, name_of(m.command->outcome),
                       m.command->exit_code ? fmt::format(" {}", *m.command->exit_code) : "",
                       m.command->error);
  }
  if (m.command && m.command->duration) {
    out += fmt::format(" {} ms", m.command->duration->ms);
  }
  if (m.command && !m.command->output.empty()) out += " > " + one_line(m.command->output);
  if (!m.explanation.empty()) out += " | because " + m.explanation;
  if (m.plan) out += std::string(" | ") + kScopes[static_cast<int>(m.plan->scope)];
  if (m.plan) {
    for (const auto& item : m.plan->items) out += " / " + words(item);
  }
  if (!m.plan_file.empty()) out += " | agreed to " + m.plan_file;
  for (const auto& a : m.answers) {
    out += fmt::format(" | {} = {} of {}", a.question, a.answer, fmt::join(a.options, ", "));
  }
  if (!m.text.empty()) out += ": " + m.text;
  return out;
}

struct Row {
  const char* file;
  const char* said;
};

const std::string kFile = "/home/ana/oauth/src/token.ts";

constexpr Row kRows[] = {
    {"claude-code/start_startup",               "start startup"                                                    },
    {"claude-code/start_resume",                "start resume"                                                     },
    {"claude-code/start_clear",                 "start clear"                                                      },
    {"claude-code/start_compact",               "start compact"                                                    },
    {"claude-code/prompt",                      "prompt 'Add OAuth login with PKCE. Keep the cookie API.'"         },
    {"claude-code/prompt_of_a_task",            "nothing"                                                          },
    {"claude-code/write_new",                   "tool | created FILE +2 -0"                                        },
    {"claude-code/edit",                        "tool | modified FILE +2 -1 from 44"                               },
    {"claude-code/multi_edit",                  "tool | modified FILE +3 -3"                                       },
    {"claude-code/notebook_edit",               "tool | modified /home/ana/oauth/skew.ipynb +2 -0 from 13"         },
    {"claude-code/command",                     "tool | npm test -- auth success  4100 ms > 41 passed"             },
    {"claude-code/command_failed",
     "tool | npm test -- auth failure 3 1 failed: refresh 3900 ms > 1 failed: refresh"                             },
    {"claude-code/edit_failed",                 "nothing"                                                          },
    {"claude-code/todo_write",
     "tool | list / Write the token module active / Test the refresh pending"                                      },
    {"claude-code/task_create",                 "tool | items / 1=Write the token module"                          },
    {"claude-code/task_update",                 "tool | items / 1= active"                                         },
    {"claude-code/task_list",
     "tool | items / 1=Write the token module done / 2=Test the refresh pending"                                   },
    {"claude-code/plan_agreed",                 "tool | proposal / Token module pending / Refresh tests pending"   },
    {"claude-code/question_answered",           "tool | Should refresh tokens rotate? = Yes of Yes, No"            },
    {"claude-code/read_file",                   "nothing"                                                          },
    {"claude-code/own_mcp_tool",                "nothing"                                                          },
    {"claude-code/before_tool",                 "nothing"                                                          },
    {"claude-code/pre_compact",                 "precompact"                                                       },
    {"claude-code/post_compact",
     "postcompact: The token module stands; the refresh tests are next."                                           },
    {"claude-code/stop",                        "turn end: The token module is written."                           },
    {"claude-code/stop_failure",
     "turn failed: rate_limit: API Error: Request rejected (429) · slow down"                                      },
    {"claude-code/subagent_start",              "begins by explorer/a23832ed6a82aa47b"                             },
    {"claude-code/subagent_stop",
     "finishes by explorer/a23832ed6a82aa47b: Three callers of the token module."                                  },
    {"claude-code/subagent_stop_of_compaction", "nothing"                                                          },
    {"claude-code/edit_by_subagent",
     "tool by explorer/a23832ed6a82aa47b | created /home/ana/oauth/notes.md +1 -0"                                 },
    {"claude-code/end",                         "end: other"                                                       },
    {"codex/start_startup",                     "start startup"                                                    },
    {"codex/prompt",                            "prompt 'Add OAuth login with PKCE'"                               },
    {"codex/patch_add",                         "tool | created src/token.ts +2 -0"                                },
    {"codex/patch_several",
     "tool | modified src/token.ts +2 -1 | deleted old.ts +0 -0 | deleted a.ts +0 -0 | created "
     "b.ts +1 -1"                                                                                                  },
    {"codex/patch_failed",                      "nothing"                                                          },
    {"codex/command",                           "tool | npm test -- auth unknown  > 41 passed"                     },
    {"codex/command_failed",                    "tool | npm test failure 2 1 failed > 1 failed"                    },
    {"codex/update_plan",
     "tool | because first | list / Write the token module active / Test the refresh pending"                      },
    {"codex/question_answered",                 "tool | Should refresh tokens rotate? = Yes of Yes, No"            },
    {"codex/stop",                              "turn end: The token module is written."                           },
    {"codex/end",                               "end: other"                                                       },
    {"gemini/start_startup",                    "start startup"                                                    },
    {"gemini/prompt",                           "prompt 'Add OAuth login with PKCE'"                               },
    {"gemini/request",                          "nothing"                                                          },
    {"gemini/request_compressed",               "request after 1: <state_snapshot>PKCE</state_snapshot>"           },
    {"gemini/pre_compress",                     "nothing"                                                          },
    {"gemini/write_todos",
     "tool | list / Write the token module active / Test the refresh skipped"                                      },
    {"gemini/plan_agreed",                      "tool | agreed to /home/ana/.gemini/tmp/oauth/plans/oauth.md"      },
    {"gemini/plan_refused",                     "nothing"                                                          },
    {"gemini/write_file",                       "tool | created FILE +1 -0"                                        },
    {"gemini/replace",                          "tool | modified FILE +2 -1 from 22"                               },
    {"gemini/replace_failed",                   "nothing"                                                          },
    {"gemini/command",                          "tool | npm test success  > 41 passed"                             },
    {"gemini/command_failed",                   "tool | npm test failure 3 1 failed > 1 failed"                    },
    {"gemini/stop",                             "turn end: The token module is written."                           },
    {"gemini/end",                              "end: exit"                                                        },
    {"cursor/start",                            "start startup"                                                    },
    {"cursor/prompt",                           "prompt 'Add OAuth login with PKCE'"                               },
    {"cursor/edit",                             "tool | modified FILE +2 -1"                                       },
    {"cursor/command",                          "tool | npm test unknown  150 ms > 41 passed"                      },
    {"cursor/pre_compact",                      "precompact"                                                       },
    {"cursor/response",                         "says: The token module is written."                               },
    {"cursor/stop",                             "turn end"                                                         },
    {"cursor/end",                              "end: user_close"                                                  },
    {"cursor/before_read",                      "nothing"                                                          },
    {"opencode/created",                        "start startup"                                                    },
    {"opencode/created_subagent",               "begins by subagent/ses_child2"                                    },
    {"opencode/system",                         "start resume"                                                     },
    {"opencode/prompt",                         "prompt 'Add OAuth login with PKCE'"                               },
    {"opencode/prompt_of_subagent",             "nothing"                                                          },
    {"opencode/write",                          "tool | created FILE +1 -0"                                        },
    {"opencode/write_by_subagent",              "tool by subagent/ses_child2 | modified FILE +1 -0"                },
    {"opencode/edit",                           "tool | modified FILE +2 -1"                                       },
    {"opencode/apply_patch",                    "tool | modified src/token.ts +1 -1 | created b.ts +1 -0"          },
    {"opencode/command",                        "tool | npm test -- auth success 0  > 41 passed"                   },
    {"opencode/command_failed",                 "tool | npm test failure 3 1 failed > 1 failed"                    },
    {"opencode/command_stopped",
     "tool | npm start unknown  > <bash_metadata>User aborted the command</bash_metadata>"                         },
    {"opencode/todowrite",
     "tool | list / Write the token module active / Test the refresh pending"                                      },
    {"opencode/question",                       "tool | Should refresh tokens rotate? = Yes of Yes, No"            },
    {"opencode/read",                           "nothing"                                                          },
    {"opencode/idle",                           "turn end: The token module is written."                           },
    {"opencode/idle_subagent",
     "finishes by subagent/ses_child2: Three callers of the token module."                                         },
    {"opencode/error",                          "turn failed: APIError: slow down"                                 },
    {"opencode/aborted",                        "nothing"                                                          },
    {"opencode/compacting",                     "precompact"                                                       },
    {"opencode/compacted",                      "postcompact: The token module stands; the refresh tests are next."},
    {"opencode/deleted",                        "end: deleted"                                                     },
    {"opencode/status",                         "nothing"                                                          },
};

TEST_CASE("every moment of every agent is read as it was seen") {
  std::set<std::string> reported;
  for (const auto& row : kRows) {
    const std::string name = row.file;
    CAPTURE(name);
    reported.insert(name);
    const AgentClient* client = find_client(name.substr(0, name.find('/')));
    REQUIRE(client != nullptr);
    const auto tree = parse_cut_json(read_text(folder() + name + ".json"));
    REQUIRE(tree.ok());
    std::string wanted = row.said;
    if (const size_t at = wanted.find("FILE"); at != std::string::npos)
      wanted.replace(at, 4, kFile);
    const auto event = read_hook_event(*client, *tree);
    CHECK(words(event) == wanted);
    if (!event) continue;
    CHECK(event->client == client->name);
    CHECK(event->cwd == "/home/ana/oauth");
    CHECK(event->session.size() == (event->client == "opencode" ? 30 : 36));
  }
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder())) {
    if (!file.is_regular_file()) continue;
    const auto path = std::filesystem::relative(file.path(), folder()).replace_extension();
    CHECK_MESSAGE(reported.contains(path.string()), path.string(), " is in no row");
  }
}

TEST_CASE("what is missing or of another kind leaves what can be told") {
  constexpr const char* kOdd[] = {
      R"({})",
      R"({"hook_event_name":7})",
      R"({"hook_event_name":"PostToolUse","tool_name":"Write"})",
      R"({"hook_event_name":"PostToolUse","tool_name":"Edit","tool_response":{"structuredPatch":[1,{"lines":[2]}]}})",
      R"({"hook_event_name":"PostToolUse","tool_name":"TodoWrite","tool_input":{"todos":{"a":1}}})",
      R"({"hook_event_name":"PostToolUse","tool_name":"AskUserQuestion","tool_input":{"questions":[[],{"question":"x"}]}})",
      R"({"hook_event_name":"PostToolUse","tool_name":"apply_patch","tool_input":{"command":["a"]}})",
      R"({"hook_event_name":"AfterTool","tool_name":"replace","tool_response":"text"})",
      R"({"hook_event_name":"afterFileEdit","edits":"none","workspace_roots":[3]})",
      R"({"hook_event_name":"SessionStart","cwd":"relative/folder","session_id":12,"source":[]})",
      R"({"hook_event_name":"PostToolUse","duration_ms":-4e300,"tool_name":"Bash","tool_input":[]})",
  };
  for (const char* text : kOdd) {
    CAPTURE(text);
    const auto tree = parse_cut_json(text);
    REQUIRE(tree.ok());
    for (const AgentClient& client : agent_clients()) {
      const auto event = read_hook_event(client, *tree);
      if (event) CHECK((event->cwd.empty() || event->cwd[0] == '/'));
      if (event && event->command) CHECK_FALSE(event->command->duration.has_value());
    }
  }
}

TEST_CASE("how a command of Codex ended is read from the end of its transcript") {
  const auto tree = parse_cut_json(read_text(folder() + "codex/command.json"));
  REQUIRE(tree.ok());
  auto event = read_hook_event(*find_client("codex"), *tree);
  REQUIRE(event.has_value());
  CHECK(has_no_codex_outcome(*event));
  const std::string other =
      R"({"payload":{"item":{"type":"CommandExecution","id":"call_40","exit_code":9}}})";
  const std::string own =
      R"({"payload":{"type":"item_completed","item":{"type":"CommandExecution","id":"call_4","exit_code":2,"aggregated_output":"1 failed\n","duration":{"secs":1,"nanos":500000000}}}})";
  add_codex_outcome(*event, "cut off \"call_4\"\n" + other + "\nno json call_4\n");
  CHECK(has_no_codex_outcome(*event));
  add_codex_outcome(*event, "");
  add_codex_outcome(*event, other + "\n" + own + "\n" + other + "\n");
  CHECK(event->command->exit_code == 2);
  CHECK(event->command->outcome == RunOutcome::kFailure);
  CHECK(event->command->error == "1 failed");
  CHECK(event->command->duration == Duration{1500});
}

TEST_CASE("a patch without a file, and text that is no patch, have no edits") {
  CHECK(read_patch("").empty());
  CHECK(read_patch("+a\n-b\n*** Add File: \n+x").empty());
  CHECK(read_patch("*** Move to: b\n").empty());
  CHECK(read_patch("*** Add File: a b.txt\r\n+x\r\n").front().path == "a b.txt");
}

TEST_CASE("a file that a patch updates in two places is one edit") {
  const auto edits = read_patch(
      "*** Update File: a\n-x\n+y\n*** Add File: b\n+1\n*** Update File: a\n+z\n"
      "*** Delete File: c\n*** Add File: c\n+n\n*** Update File: b\n-1\n+2\n");
  std::string all;
  for (const auto& edit : edits) all += words(edit) + "\n";
  CHECK(all == "modified a +2 -1\ncreated b +2 -1\ndeleted c +0 -0\ncreated c +1 -0\n");
}

TEST_CASE("what an agent is asked by another is no prompt") {
  constexpr const char* kAsked =
      R"({"hook_event_name":"UserPromptSubmit","prompt":"Look for callers","agent_id":"a23832ed"})";
  CHECK_FALSE(read_hook_event(*find_client("claude-code"), *parse_cut_json(kAsked)).has_value());
}

TEST_CASE("what a tool only asked for is no edit and no item") {
  constexpr const char* kUndone[] = {
      R"({"hook_event_name":"PostToolUse","tool_name":"TaskUpdate","tool_input":{"taskId":"1","status":"completed"},"tool_response":{"success":false,"error":"Task not found"}})",
      R"({"hook_event_name":"PostToolUse","tool_name":"Edit","tool_input":{"file_path":"/a"},"tool_response":{"staged":true}})",
  };
  for (const char* text : kUndone) {
    CAPTURE(text);
    CHECK_FALSE(read_hook_event(*find_client("claude-code"), *parse_cut_json(text)).has_value());
  }
}

TEST_CASE("a prompt is what the person said, not what the editor said beside it") {
  const auto prompt = [](const char* text) {
    Value json = Value::object();
    json.set("hook_event_name", "UserPromptSubmit");
    json.set("prompt", text);
    return words(read_hook_event(*find_client("codex"), json));
  };
  CHECK(prompt("<ide_opened_file>The user opened a.c</ide_opened_file>\nMend it") ==
        "prompt 'Mend it'");
  CHECK(prompt("# Context from my IDE setup:\n\n## Active file: a.c\n\n## My request for Codex:\n"
               "Mend it\n") == "prompt 'Mend it'");
  for (const char* own :
       {"<system-reminder>x</system-reminder>",
        "<task-notification><task-id>b1</task-id></task-notification>",
        "<hook_context>The brief</hook_context>", "<hook_context>cut off",
        "<hook_prompt hook_run_id=\"stop:1\">Test it</hook_prompt>", "Stop hook feedback:\nTest it",
        "Generate a concise, single-line task title for this: mend it",
        "<session_context>This is the Gemini CLI.</session_context>",
        "<command-message>review</command-message><command-name>/review</command-name>"}) {
    CAPTURE(own);
    CHECK(prompt(own) == "nothing");
  }
  CHECK(prompt("Mend it\n\n<hook_context>The brief</hook_context>") == "prompt 'Mend it'");
  CHECK(prompt("Mend @a.c\n--- Content from referenced files ---\nContent from @a.c:\nint a;\n") ==
        "prompt 'Mend @a.c'");
  CHECK(prompt("<teammate-message from=\"lead\">Mend it</teammate-message>") == "nothing");
  CHECK(prompt(" \n") == "nothing");
  CHECK(prompt("Where is <system-reminder> from?") == "prompt 'Where is <system-reminder> from?'");
  CHECK(prompt("<INSTRUCTIONS>Mend it</INSTRUCTIONS>") ==
        "prompt '<INSTRUCTIONS>Mend it</INSTRUCTIONS>'");
}

TEST_CASE("a command that goes on in the background is written as one") {
  const auto tree = parse_cut_json(
      R"({"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"npm start"},"tool_response":{"backgroundTaskId":"b1"}})");
  CHECK(words(read_hook_event(*find_client("claude-code"), *tree)) ==
        "tool | npm start & unknown ");
}

TEST_CASE("how a command ended is unknown where the client does not say, or only that it began") {
  struct Ran {
    const char* client;
    const char* event;
    RunOutcome outcome;
  };
  constexpr Ran kRan[] = {
      {"claude-code",
       R"({"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"a && b"},"tool_response":{}})",
       RunOutcome::kSuccess},
      {"claude-code",
       R"({"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"npm start & "},"tool_response":{}})",
       RunOutcome::kUnknown},
      {"codex",
       R"({"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"a"},"tool_response":"Exit code: 0\nOutput:\n"})",
       RunOutcome::kSuccess},
      {"codex",
       R"({"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"a"},"tool_response":"Process running"})",
       RunOutcome::kUnknown},
      {"gemini",
       R"({"hook_event_name":"AfterTool","tool_name":"run_shell_command","tool_input":{"command":"a"},"tool_response":{"llmContent":"Command was cancelled."}})",
       RunOutcome::kUnknown},
      {"gemini",
       R"({"hook_event_name":"AfterTool","tool_name":"run_shell_command","tool_input":{"command":"a","is_background":true},"tool_response":{"llmContent":"Output: none"}})",
       RunOutcome::kUnknown},
      {"cursor",      R"({"hook_event_name":"afterShellExecution","command":"a","exit_code":0})",
       RunOutcome::kSuccess},
      {"cursor",      R"({"hook_event_name":"afterShellExecution","command":"a","exit_code":2})",
       RunOutcome::kFailure},
      {"cursor",      R"({"hook_event_name":"afterShellExecution","command":"a"})",
       RunOutcome::kUnknown},
  };
  for (const auto& ran : kRan) {
    CAPTURE(ran.event);
    const auto event = read_hook_event(*find_client(ran.client), *parse_cut_json(ran.event));
    REQUIRE(event.has_value());
    CHECK(event->command->outcome == ran.outcome);
  }
}

TEST_CASE("of a long output the last lines are kept, whole") {
  Value json = Value::object();
  json.set("hook_event_name", "afterShellExecution");
  json.set("command", "make");
  std::string output;
  for (int i = 0; i < 20'000; ++i) output += fmt::format("line {} é\n", i);
  json.set("output", output);
  const auto event = read_hook_event(*find_client("cursor"), json);
  REQUIRE(event.has_value());
  const std::string& kept = event->command->output;
  CHECK(kept.size() <= kMaxOutput);
  CHECK(kept.size() > kMaxOutput - 100);
  CHECK(kept.starts_with("line "));
  CHECK(output.ends_with(kept));
}

TEST_CASE("Claude Code's hooks are silent where Cursor runs them") {
  for (const auto& file : std::filesystem::directory_iterator(folder() + "claude-code")) {
    auto tree = parse_cut_json(read_text(file.path().string()));
    REQUIRE(tree.ok());
    tree->set("cursor_version", "2.4.0");
    CHECK_FALSE(read_hook_event(*find_client("claude-code"), *tree).has_value());
  }
}

TEST_CASE("a turn of Cursor that ended in an error has failed") {
  const auto tree = parse_cut_json(R"({"hook_event_name":"stop","status":"error"})");
  CHECK(words(read_hook_event(*find_client("cursor"), *tree)) == "turn failed: error");
}

TEST_CASE("of several folders of a workspace the one with the edited file is meant") {
  const auto cwd = [](const char* file) {
    Value json = Value::object();
    json.set("hook_event_name", "afterFileEdit");
    json.set("workspace_roots", Value::List{Value("/a"), Value("/ab/"), Value("c")});
    json.set("file_path", file);
    return read_hook_event(*find_client("cursor"), json)->cwd;
  };
  CHECK(cwd("/a/x.c") == "/a");
  CHECK(cwd("/ab/x.c") == "/ab/");
  CHECK(cwd("/abc/x.c") == "/a");
}

TEST_CASE("an event of opencode may be named by its type") {
  constexpr const char* kNamed =
      R"({"hook_event_name":"session.idle","directory":"/w","input":{"sessionID":"ses_1"},"output":{},"text":"Done."})";
  const auto event = read_hook_event(*find_client("opencode"), *parse_cut_json(kNamed));
  CHECK(words(event) == "turn end: Done.");
  CHECK(event->session == "ses_1");
}

TEST_CASE("the quotation marks that opencode puts around a prompt are not the person's") {
  CHECK(without_opencode_quotes("\"mend the roof\"") == "mend the roof");
  CHECK(without_opencode_quotes(R"("say \"hi there\" to all")") == R"(say "hi there" to all)");
  CHECK(without_opencode_quotes(R"("two words" "and more")") == R"("two words" "and more")");
  CHECK(without_opencode_quotes("\"mend\"") == "\"mend\"");  // one word is sent as it is
  CHECK(without_opencode_quotes("\"") == "\"");
}

TEST_CASE("a plan in words gives its numbered items, else its boxes, else nothing") {
  CHECK(steps_in_text("1. a\n  2. inner\n2) b\n").size() == 2);
  CHECK(steps_in_text("- [ ] a\n- [x] b\n- c\n").size() == 2);
  CHECK(steps_in_text("# Title\n- a\n- b\nIn 2026. words").empty());
  CHECK(steps_in_text("1. **Bold** words")[0].title == "Bold words");
}

}  // namespace
}  // namespace clew
