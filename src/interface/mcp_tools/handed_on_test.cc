// Who calls, where CLEW_ACTOR was inherited from the shell of another agent.

#include "agent_client/inherited_actor.h"
#include "agent_client/presence.h"

#include <algorithm>

#include "engine/append.h"
#include "interface/mcp_tools/toolbox_test.h"

namespace clew {
namespace {

const ActorId kOuter("claude-code:0ddba115");
const ActorId kInner("claude-code:5c0ffee1");
const ProcessMark kOuterProcess{"laptop", 7, 1};
const ProcessMark kOwnProcess{"laptop", 42, 1};

// A hook tells that this conversation goes on in the process.
void converse(ToolboxFixture& t, const ProcessMark& process, const ActorId& actor) {
  EventStore& store = t.w.store();
  const auto transaction = store.begin_write(kWriteDeadline);
  REQUIRE(transaction.ok());
  const std::string before = store.setting(process_key(process)).value_or("");
  const std::string now = conversations_with(before, actor, Conversing::kGoesOn, use_of(actor));
  REQUIRE((*transaction)->put_setting(process_key(process), now).ok());
  REQUIRE((*transaction)->commit().ok());
}

std::string who_starts(ToolboxFixture& t, const std::string& client) {
  t.client.name = client;
  const std::string id = t.must("session_start",
                                {
                                    {"goal", "Anything"}
  })
                             .find("session")
                             ->as_string();
  return t.events(id)[0].event.header.actor.text;
}

TEST_CASE("a name that hooks handed on is told from one that somebody chose") {
  CHECK(is_name_of_hooks(kOuter));
  CHECK(is_name_of_hooks(ActorId("cursor:0ddba115")));
  for (const char* chosen : {"", "reviewer", "claude-code", "ana@laptop", "ci:17", ":codex"}) {
    CAPTURE(std::string(chosen));
    CHECK_FALSE(is_name_of_hooks(ActorId(chosen)));
  }
}

TEST_CASE("another kind of agent is never recorded by the name it inherited") {
  ToolboxFixture t({}, kOuter.text);
  CHECK(who_starts(t, "codex-mcp-client") == "codex-mcp-client:8f1c");
  CHECK(who_starts(t, "gemini-cli-mcp-client") == "gemini-cli-mcp-client:8f1c");
  CHECK(who_starts(t, "opencode") == "opencode:8f1c");
  // Where nothing tells that it is another, it is the one.
  CHECK(who_starts(t, "claude-code") == kOuter.text);
  CHECK(who_starts(t, "") == kOuter.text);
}

TEST_CASE("an agent of the same kind is not the one whose conversation goes on elsewhere") {
  ToolboxFixture t({}, kOuter.text, kOwnProcess);
  CHECK(who_starts(t, "claude-code") == kOuter.text);
  converse(t, kOuterProcess, kOuter);
  CHECK(who_starts(t, "claude-code") == name_by_process("claude-code", kOwnProcess).text);
  converse(t, kOwnProcess, kInner);
  CHECK(who_starts(t, "claude-code") == kInner.text);
}

TEST_CASE("the conversation whose hooks handed the name on keeps it") {
  ToolboxFixture t({}, kOuter.text, kOwnProcess);
  converse(t, kOwnProcess, kOuter);
  CHECK(who_starts(t, "claude-code") == kOuter.text);
  CHECK(who_starts(t, "codex-mcp-client") == "codex-mcp-client:8f1c");
}

TEST_CASE("a command is by the agent in whose process it runs, with hooks or without") {
  ToolboxFixture t;
  const ProcessAbove outer{kOuterProcess, "claude"};
  const ProcessAbove inner{kOwnProcess, "claude"};
  const ProcessAbove make{
      {"laptop", 50, 1},
      "make"
  };
  const auto who = [&](const std::vector<ProcessAbove>& above) {
    const auto found = who_runs_below(t.w.store(), above, kOuter);
    REQUIRE(found.ok());
    return found->text;
  };
  // Nothing tells that it is another.
  CHECK(who({make, inner}) == kOuter.text);
  converse(t, kOuterProcess, kOuter);
  CHECK(who({make, outer}) == kOuter.text);
  const std::string without_hooks = name_by_process("claude-code", kOwnProcess).text;
  CHECK(who({make, inner, make, outer}) == without_hooks);
  CHECK(who({inner}) == without_hooks);
  const ProcessAbove other{kOwnProcess, "codex"};
  CHECK(who({other, outer}) == name_by_process("codex", kOwnProcess).text);
  converse(t, kOwnProcess, kInner);
  CHECK(who({make, inner, outer}) == kInner.text);
}

TEST_CASE("the program of a process is told by what it was started with") {
  const auto program = [](const std::string& words) {
    std::string line = words + " ";
    std::replace(line.begin(), line.end(), ' ', '\0');
    return program_in(line);
  };
  CHECK(program("/opt/claude --resume x") == "claude");
  CHECK(program("node --max-old-space-size=4096 /usr/bin/gemini -p go") == "gemini");
  CHECK(program("make claude") == "make");
  CHECK(program("node") == "node");
  CHECK(program("") == "");
  CHECK(program_in("") == "");
}

}  // namespace
}  // namespace clew
