#include "interface/hooks/kept_events.h"

#include "interface/hooks/command_output.h"
#include "interface/hooks/hooks_test.h"
#include "interface/hooks/todo_match.h"

namespace clew {
namespace {

KeptEvent prompt_at(int minute, const std::string& text) {
  return {KeptKind::kPrompt, Time{} + minutes(minute), text, {}};
}

TEST_CASE("of many kept events the first prompt, later prompts and the latest stay") {
  KeptEvents kept;
  add_kept(kept, prompt_at(0, "Plan it. Never touch billing."));
  for (int i = 1; i <= 40; ++i) {
    add_kept(kept, {KeptKind::kMessage, Time{} + minutes(i), "message " + std::to_string(i), {}});
  }
  CHECK(kept.size() == kMaxKeptEvents);
  CHECK(kept.front().text == "Plan it. Never touch billing.");
  CHECK(kept.back().text == "message 40");
  for (int i = 41; i <= 60; ++i) add_kept(kept, prompt_at(i, "prompt " + std::to_string(i)));
  CHECK(kept.size() == kMaxKeptEvents);
  CHECK(kept.front().text == "Plan it. Never touch billing.");
  CHECK(kept.back().text == "prompt 60");
}

TEST_CASE("what a hook that is installed twice tells is kept once") {
  KeptEvents kept;
  add_kept(kept, prompt_at(0, "go"));
  add_kept(kept, prompt_at(0, "go"));
  CHECK(kept.size() == 1);
  add_kept(kept, prompt_at(1, "go"));
  CHECK(kept.size() == 2);
}

TEST_CASE("kept events are read as they were written, and an earlier version's prompt as one") {
  KeptEvents kept{prompt_at(0, "a \"b\"\nc")};
  kept.push_back({KeptKind::kCommand, Time{} + minutes(1), "", CommandRan{}});
  kept.back().run->command = "make";
  const KeptEvents again = read_kept(write_kept(kept), Time{});
  REQUIRE(again.size() == 2);
  CHECK(again.front().text == kept.front().text);
  CHECK(again.back().run == kept.back().run);
  const KeptEvents old = read_kept("Add OAuth", Time{} + minutes(7));
  REQUIRE(old.size() == 1);
  CHECK(old.front().text == "Add OAuth");
  CHECK(old.front().at == Time{} + minutes(7));
}

TEST_CASE("a conversation that is resumed goes on with the session it is told of") {
  Hooks hooks;
  hooks.prompt("Greet the world politely");
  hooks.edit("greeting.txt", "hello\n");
  hooks.say("Stop");
  hooks.starts("resume", kTwo);
  hooks.prompt("change the second line", kTwo);
  hooks.edit("returns.txt", "one\n", kTwo);
  CHECK(hooks.sessions().size() == 1);
}

TEST_CASE("the goal is the first prompt that says more than yes") {
  CHECK(goal_in({prompt_at(0, "ok"), prompt_at(1, "Fix the login. It fails."),
                 prompt_at(2, "x")}) == "Fix the login. It fails.");
  CHECK(goal_in({prompt_at(0, "ok, do it")}).empty());
}

TEST_CASE("what was said before the first edit is the beginning of the session") {
  Hooks hooks;
  hooks.prompt("Plan the export. Never touch billing.");
  hooks.pass(minutes(5));
  Value stop = hooks.claude("Stop", kOne);
  stop.set("last_assistant_message",
           "I would stream it, because the file is too large for memory.");
  hooks.fire("claude-code", stop);
  hooks.pass(minutes(5));
  hooks.prompt("ok, do it");
  hooks.edit("a.txt", "a\n");
  const Session session = hooks.session();
  CHECK(session.identity.goal == "Plan the export. Never touch billing.");
  REQUIRE(session.instructions.items.size() == 2);
  CHECK(session.instructions.items.front().text == "Plan the export. Never touch billing.");
  CHECK(session.instructions.items.front().origin.actor == ActorId("ana@laptop"));
  CHECK(session.instructions.items.front().origin.at == session.identity.created_at);
  REQUIRE(session.checkpoints.items.size() == 1);
  CHECK(session.checkpoints.items.front().note.starts_with("I would stream it"));
  CHECK(session.checkpoints.items.front().origin.actor == ActorId("claude-code:5c0ffee1"));
  const Duration later = session.instructions.items.back().origin.at - session.identity.created_at;
  CHECK(later >= minutes(10));
  CHECK(later < minutes(11));
}

TEST_CASE(
    "output is kept of what failed or measured, in its last lines, and never of some programs") {
  struct Row {
    const char* claim;
    const char* command;
    RunOutcome outcome;
    bool kept;
  };
  const Row rows[] = {
      {"a failed command",       "make deploy",                     RunOutcome::kFailure, true },
      {"a test that passed",     "pytest -q",                       RunOutcome::kSuccess, true },
      {"through a filter",       "cd api && pytest -q | tail -5",   RunOutcome::kSuccess, true },
      {"another that succeeded", "ls -la",                          RunOutcome::kSuccess, false},
      {"a file that is shown",   "cat .env",                        RunOutcome::kFailure, false},
      {"the environment",        "env | grep KEY",                  RunOutcome::kFailure, false},
      {"a server's answer",      "sudo TOKEN=x /usr/bin/curl -s x", RunOutcome::kFailure, false},
      {"files by way of xargs",  "ls | xargs cat",                  RunOutcome::kFailure, false},
      {"a cluster",              "make x; kubectl get secrets",     RunOutcome::kFailure, false},
  };
  for (const auto& row : rows) {
    CAPTURE(std::string(row.claim));
    ShellCommand command;
    command.text = row.command;
    command.outcome = row.outcome;
    command.output = "2 failed, 5 passed\n";
    CHECK(output_to_keep(command).empty() == !row.kept);
  }
  ShellCommand many;
  many.text = "make";
  many.outcome = RunOutcome::kFailure;
  for (int i = 1; i <= 30; ++i) many.output += "line " + std::to_string(i) + "\n\n";
  many.output += std::string(500, 'x');
  const std::string kept = output_to_keep(many);
  CHECK(kept.starts_with("line 20\n"));
  CHECK(kept.find("\nline 30\n") != std::string::npos);
  CHECK(std::count(kept.begin(), kept.end(), '\n') + 1 == kMaxOutputLines);
  CHECK(kept.size() < kMaxOutputLines * kMaxOutputLine);
}

TEST_CASE("an item in other words is the same when nothing that counts differs") {
  struct Row {
    const char* a;
    const char* b;
    bool same;
  };
  const Row rows[] = {
      {"Fix the parser",                        "fix the parser.",                        true },
      {"Write tests for the exporter",          "Tests for exporter",                     true },
      {"Create exporter tests",                 "Write exporter tests",                   true },
      {"Add the retry policy to upload client", "Add retry policy to the upload clients", true },
      {"Fix the parser",                        "Fix the lexer",                          false},
      {"Raise the limit to 5 requests",         "Raise the limit to 10 requests",         false},
      {"Delete old backups now",                "Do not delete old backups now",          false},
      {"Update src/a.py imports",               "Update src/b.py imports",                false},
  };
  for (const auto& row : rows) {
    CAPTURE(std::string(row.a));
    CHECK(is_same_item(row.a, row.b) == row.same);
    CHECK(is_same_item(row.b, row.a) == row.same);
  }
}

}  // namespace
}  // namespace clew
