// What transcripts share: forks of Codex, line ends, and keys.

#include <algorithm>

#include "testing/import_fixture.h"

namespace clew {
namespace {

constexpr const char* kCodex = "01a1e29a-2267-7843-9b2c-14288e562d48";
constexpr const char* kCodexFork = "01a1e29a-9999-7843-9b2c-14288e56aaaa";

std::string codex_text() {
  return text_of(fixtures() / "codex/2026/11/11" /
                 ("rollout-2026-11-11T10-00-00-" + std::string(kCodex) + ".jsonl"));
}

// A copy of the first `count` lines with times of its own, behind a meta line that names the
// session it came from; then a prompt and a command.
std::string codex_fork_text(size_t count) {
  std::string text =
      "{\"timestamp\":\"2026-11-11T12:00:00.000Z\",\"type\":\"session_meta\",\"payload\":{"
      "\"id\":\"" +
      std::string(kCodexFork) + "\",\"forked_from_id\":\"" + kCodex +
      "\",\"timestamp\":\"2026-11-11T12:00:00.000Z\",\"cwd\":\"/home/ana/mill\"}}\n";
  std::string copied = lines_of(codex_text(), count);
  const std::string stamp = "\"timestamp\":\"2026-11-11T10:";
  for (size_t at = copied.find("{" + stamp); at != std::string::npos;
       at = copied.find("\n{" + stamp, at + 1)) {
    const size_t hour = copied.find("T10:", at);
    copied.replace(hour, 4, "T12:");
  }
  text += copied;
  const auto own = [&](const std::string& type, const std::string& payload) {
    text += "{\"timestamp\":\"2026-11-11T13:00:00.000Z\",\"type\":\"" + type +
            "\",\"payload\":" + payload + "}\n";
  };
  own("event_msg", "{\"type\":\"task_started\"}");
  own("event_msg", "{\"type\":\"user_message\",\"message\":\"Grind the other way\"}");
  own("event_msg",
      "{\"type\":\"exec_command_end\",\"call_id\":\"own-1\",\"command\":[\"make\",\"other\"],"
      "\"exit_code\":0}");
  own("event_msg", "{\"type\":\"task_complete\"}");
  return text;
}

TEST_CASE("a fork of Codex counts what it repeats of its session once") {
  const std::string fork_file = "rollout-2026-11-11T12-00-00-" + std::string(kCodexFork) + ".jsonl";
  const size_t lines = static_cast<size_t>(std::ranges::count(codex_text(), '\n'));
  for (const bool together : {true, false}) {
    INFO(together);
    Fixture fixture;
    fixture.put("parent.jsonl", codex_text());
    if (!together) fixture.import("parent.jsonl");
    fixture.put(fork_file, codex_fork_text(lines));
    const Answer answer = fixture.import(together ? "" : fork_file);
    const auto& sessions = answer.data.find("sessions")->as_list();
    const Value& reported = sessions.back();
    CHECK(reported.find("entry")->as_string() == kCodexFork);
    CHECK(reported.find("read")->find("repeated")->as_int() == static_cast<int64_t>(lines));
    const std::string id = reported.find("session")->as_string();
    Session session = fixture.whole(id);
    REQUIRE(session.runs.items.size() == 1);
    CHECK(session.runs.items[0].command == "make other");
    CHECK(session.files.items.empty());
    CHECK(session.identity.goal == "Make the mill grind finer");
    CHECK(session.instruction->text == "Grind the other way");
    CHECK(session.context.estimated_tokens == 0);
    // Alone and grown, it still knows what is not its own.
    fixture.put(fork_file, codex_fork_text(lines) + "\n");
    fixture.import(fork_file);
    CHECK(fixture.whole(id).runs.items.size() == 1);
  }
}

TEST_CASE("a fork of Codex whose session is not here counts all of it, and says so") {
  Fixture fixture;
  fixture.put("fork.jsonl", codex_fork_text(30));
  const Answer answer = fixture.import("fork.jsonl");
  CHECK(first_session(answer).find("read")->find("repeated")->as_int() == 0);
  CHECK(fixture.whole(id_of(answer)).runs.items.size() > 1);
  bool said = false;
  for (const auto& finding : first_session(answer).find("findings")->as_list()) {
    said = said || finding.find("rule")->as_string() == "codex.fork";
  }
  CHECK(said);
}

TEST_CASE("a file with other line ends is the same content as in its transcript") {
  Fixture fixture;
  const std::string root = fixture.folder().path() + "/mill";
  fs::create_directories(root);
  std::ofstream(root + "/stone.py", std::ios::binary) << "def turn():\r\n    return 3\r\n";
  std::string text = codex_text();
  for (size_t at = text.find("/home/ana/mill"); at != std::string::npos;
       at = text.find("/home/ana/mill")) {
    text.replace(at, 14, root);
  }
  fixture.put("session.jsonl", text);
  const std::string id = id_of(fixture.import("session.jsonl"));
  const auto hash_of_stone = [&] {
    for (const auto& file : fixture.whole(id).files.items) {
      if (file.path == "stone.py") return file.hash_after;
    }
    return Hash();
  };
  const Hash there = sha256("def turn():\r\n    return 3\r\n");
  CHECK(hash_of_stone() == there);
  // It was changed later: the transcript, read again, says nothing new about it.
  std::ofstream(root + "/stone.py", std::ios::binary) << "def turn():\n    return 4\n";
  fixture.put("session.jsonl", text + "\n");
  fixture.import("session.jsonl");
  CHECK(hash_of_stone() == there);
}

TEST_CASE("a key stands for the contents that were imported with it, not for their paths") {
  Fixture fixture;
  fixture.put_claude();
  const std::string file = std::string(kClaude) + ".jsonl";
  fixture.caller.key = "k";
  const Answer first = fixture.import(file);
  const Answer again = fixture.import(file);
  CHECK_FALSE(changed(again));
  CHECK(id_of(again) == id_of(first));
  fixture.put(file, claude_text() + "\n");
  CHECK(fixture.error("import", "paths", words(fixture.path(file))).code == ErrorCode::kConflict);

  fixture.caller.key = "of a dialect";
  const fs::path sessions = fixtures().parent_path() / "workflow/sessions";
  std::string name;
  for (const auto& entry : fs::directory_iterator(sessions)) {
    if (entry.path().extension() == ".json") name = entry.path().string();
  }
  REQUIRE_FALSE(name.empty());
  fixture.put("one.json", text_of(name));
  CHECK(changed(fixture.import("one.json")));
  CHECK_FALSE(changed(fixture.import("one.json")));
  fixture.put("one.json", text_of(name) + " ");
  CHECK(fixture.error("import", "paths", words(fixture.path("one.json"))).code ==
        ErrorCode::kConflict);
  fixture.caller.key.clear();
}

}  // namespace
}  // namespace clew
