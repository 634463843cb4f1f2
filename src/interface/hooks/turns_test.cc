// Where a turn begins and ends, and what the person said before there was a session.

#include <filesystem>

#include "interface/hooks/hooks_test.h"

namespace clew {
namespace {

struct Turns : Hooks {
  Turns() {
    prompt("Add OAuth");
    edit("a.txt", "a\n");
  }
  size_t asked() {
    const auto all = events();
    return static_cast<size_t>(std::count_if(all.begin(), all.end(), [](const auto& stored) {
      return get_if<InstructionGiven>(&stored.event.data) != nullptr;
    }));
  }
  bool is_interrupted() {
    return context(starts("startup", kTwo)).find("\nInterrupted: ") != std::string::npos;
  }
};

Value answered(const std::string& question, const std::string& answer) {
  Value json = Value::object();
  Value asked = Value::object();
  asked.set("question", question);
  json.set("questions", Value::List{asked});
  Value answers = Value::object();
  answers.set(question, answer);
  json.set("answers", answers);
  return json;
}

TEST_CASE("a turn that only answered has ended, and is no interruption") {
  Turns turns;
  turns.say("Stop");
  turns.prompt("What does it do?");
  CHECK(turns.is_interrupted());
  turns.say("Stop");
  CHECK_FALSE(turns.is_interrupted());
  const size_t count = turns.events().size();
  turns.say("Stop");
  CHECK(turns.events().size() == count);
}

TEST_CASE("a checkpoint before a compaction is no end of the turn") {
  Turns turns;
  turns.say("PreCompact");
  CHECK(turns.is_interrupted());
  turns.say("Stop");
  CHECK_FALSE(turns.is_interrupted());
}

TEST_CASE("the same words in another turn are another instruction") {
  Turns turns;
  turns.say("Stop");
  turns.prompt("continue");
  turns.prompt("continue");  // hooks that are installed twice
  CHECK(turns.asked() == 2);
  turns.say("Stop");
  turns.prompt("continue");
  CHECK(turns.asked() == 3);
  CHECK(turns.is_interrupted());
  turns.pass(minutes(1));
  turns.prompt("continue");
  CHECK(turns.asked() == 4);
}

TEST_CASE("what changed between two turns is the person's, and within one the agent's") {
  Turns turns;
  const auto by = [&] { return turns.session().files.items.back().origin.actor.text; };
  turns.say("Stop");
  turns.write("a.txt", "a, by hand\n");
  turns.prompt("Go on");
  CHECK(by() == "ana@laptop");
  CHECK(turns.session().files.items.back().hash_after == sha256("a, by hand\n"));
  turns.write("a.txt", "a, formatted\n");
  turns.prompt("And test it");  // while the agent is at work
  turns.say("Stop");
  CHECK(by() == "claude-code:5c0ffee1");
  CHECK_FALSE(turns.is_interrupted());
}

TEST_CASE("what the person records between two turns does not make their edits the agent's") {
  Turns turns;
  turns.say("Stop");
  turns.must("note", "text", "looked at it");
  turns.write("a.txt", "mine\n");
  turns.prompt("Go on");
  CHECK(turns.last<FileChanged>().hash_after == sha256("mine\n"));
  CHECK(turns.session().files.items.back().origin.actor == ActorId("ana@laptop"));
}

TEST_CASE("what changes while a command goes on in the background is the agent's") {
  Turns turns;
  Value given = Value::object();
  given.set("command", "./gen.sh");
  given.set("run_in_background", true);
  Value response = Value::object();
  response.set("backgroundTaskId", "b1");
  turns.tool("Bash", given, response);
  turns.say("Stop");
  turns.write("a.txt", "generated\n");
  turns.prompt("Go on");
  turns.say("Stop");
  CHECK(turns.last<FileChanged>().hash_after == sha256("generated\n"));
  CHECK(turns.session().files.items.back().origin.actor != ActorId("ana@laptop"));
}

TEST_CASE("a prompt waits for no large files: they are looked at when the turn ends") {
  Turns turns;
  const std::string large(40 << 20, 'x');
  turns.edit("large.txt", "small\n");
  turns.say("Stop");
  turns.write("large.txt", large);
  turns.prompt("Go on");
  CHECK(turns.session().files.items.back().hash_after == sha256("small\n"));
  turns.say("Stop");
  CHECK(turns.session().files.items.back().hash_after == sha256(large));
}

TEST_CASE("what was answered before the session is decided by the person when it begins") {
  Hooks hooks;
  hooks.prompt("Add OAuth");
  hooks.tool("AskUserQuestion", answered("Which flow?", "PKCE"), Value::object());
  const Value json = answered("Which key?", "AKIAIOSFODNN7EXAMPLE");
  hooks.calls = 7;
  hooks.tool("AskUserQuestion", json, Value::object());
  hooks.calls = 7;
  hooks.tool("AskUserQuestion", json, Value::object());  // hooks that are installed twice
  CHECK(hooks.sessions().empty());
  hooks.edit("a.txt", "a\n");
  const auto made = hooks.session().decisions.items;
  REQUIRE(made.size() == 2);
  CHECK(made[0].topic == "Which flow?");
  CHECK(made[0].choice == "PKCE");
  CHECK(made[0].origin.actor == ActorId("ana@laptop"));
  CHECK(made[1].choice == "[redacted: AWS access key]");
  CHECK(made[1].origin.id < hooks.session().files.items[0].origin.id);
  hooks.edit("b.txt", "b\n");
  CHECK(hooks.session().decisions.items.size() == 2);
}

TEST_CASE("answers of a conversation that ended without work go with it") {
  Hooks hooks;
  hooks.tool("AskUserQuestion", answered("Which flow?", "PKCE"), Value::object());
  hooks.say("SessionEnd");
  hooks.edit("a.txt", "a\n");
  CHECK(hooks.session().decisions.items.empty());
}

TEST_CASE("a failed approach is tied to the files that its agent's hooks recorded in its step") {
  Turns turns;
  const FileChanged change = turns.last<FileChanged>();
  turns.caller.actor = turns.events().back().event.header.actor;
  turns.surroundings.session = turns.only_session().text;
  turns.must("tried", "what", "a thread", "because", "it hangs");
  const ApproachFailed failed = turns.last<ApproachFailed>();
  REQUIRE(failed.ties.size() == 1);
  CHECK(failed.ties[0].path == change.path);
  CHECK(failed.ties[0].content == change.hash_after);
}

TEST_CASE("hooks look at tied symbols and never make an index, nor bring one up to date") {
  Turns turns;
  turns.surroundings.cache_folder = turns.folder() / "cache";
  const std::string index = turns.surroundings.cache_folder + "/code";
  turns.write("src/a.py", "def helper(a):\n    return a\n");
  turns.surroundings.session = turns.only_session().text;
  turns.must("decide", "choice", "keep it", "symbol", words("helper"));
  std::filesystem::remove_all(index);
  turns.write("src/a.py", "def assist(a):\n    return a\n");
  const std::string told = turns.context(turns.starts("startup", kTwo));
  CHECK(told.find("helper, renamed to assist") != std::string::npos);
  turns.edit("b.py", "def other():\n    pass\n");
  turns.say("Stop");
  CHECK_FALSE(std::filesystem::exists(index));
}

}  // namespace
}  // namespace clew
