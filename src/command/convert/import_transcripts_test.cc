// Transcripts of agent clients, through `clew import`.

#include "command/convert/import_desk_test.h"

namespace clew {
namespace {

TEST_CASE("a folder of transcripts is imported with its subagents, and left as it was") {
  Desk desk;
  fs::copy(fixtures(), desk.path(""), fs::copy_options::recursive);
  const auto before = fs::last_write_time(desk.path("claude/" + std::string(kClaude) + ".jsonl"));
  const Answer answer = desk.import("");
  const auto& sessions = answer.data.find("sessions")->as_list();
  REQUIRE(sessions.size() == 3);
  CHECK(sessions[0].find("dialect")->as_string() == "claude-code");
  CHECK(sessions[0].find("entry")->as_string() == kClaude);
  CHECK(sessions[0].find("read")->find("lines")->as_int() == 52);
  CHECK(sessions[0].find("read")->find("left_out")->as_int() == 4);
  CHECK(sessions[1].find("dialect")->as_string() == "codex");
  CHECK(sessions[2].find("dialect")->as_string() == "gemini");
  const Session session = desk.whole(sessions[0].find("session")->as_string());
  CHECK(session.identity.goal.starts_with("The basket forgets its coupon"));
  CHECK(session.identity.project == "path:/home/ana/shop");
  CHECK(session.identity.project_path == "/home/ana/shop");
  CHECK(session.files.items.size() == 4);
  CHECK(session.files.items[0].path == "src/basket.js");
  CHECK(session.runs.items.size() == 4);
  CHECK(session.agents.items.size() == 2);
  CHECK(session.lifecycle.status == Lifecycle::kActive);
  CHECK(fs::last_write_time(desk.path("claude/" + std::string(kClaude) + ".jsonl")) == before);
  CHECK(text_of(desk.path("claude/" + std::string(kClaude) + ".jsonl")) == claude_text());
}

TEST_CASE("an export of opencode is imported by its name") {
  Desk desk;
  const std::string name = "ses_e136b448cffed3N0MtqusmyMez.json";
  desk.put(name, text_of(fixtures() / "opencode" / name));
  const Answer answer = desk.import(name);
  CHECK(first_session(answer).find("dialect")->as_string() == "opencode");
  const Session session = desk.whole(id_of(answer));
  CHECK(session.identity.goal == "Write a greeting for visitors");
  CHECK(session.identity.project_path == "/home/ana/mill");
  REQUIRE(session.instructions.items.size() == 2);
  CHECK(session.instructions.items[1].text == "Now paint the sign, never in red");
  CHECK_FALSE(changed(desk.import(name)));
}

TEST_CASE("transcripts are found among very many other files") {
  Desk desk;
  desk.put("projects/shop/" + std::string(kClaude) + ".jsonl", claude_text());
  for (int i = 0; i < 20'001; ++i) desk.put("file-history/" + std::to_string(i), "");
  CHECK(changed(desk.import("")));
}

TEST_CASE("the same transcript twice is one session and changes nothing") {
  Desk desk;
  desk.put_claude();
  const Answer first = desk.import(std::string(kClaude) + ".jsonl");
  CHECK(changed(first));
  desk.pass(days(3));
  const Answer second = desk.import(std::string(kClaude) + ".jsonl");
  CHECK_FALSE(changed(second));
  CHECK(id_of(second) == id_of(first));
  CHECK(second.data.find("hash")->as_string() == first.data.find("hash")->as_string());
  CHECK(*first_session(second).find("read") == *first_session(first).find("read"));
  desk.put("elsewhere/" + std::string(kClaude) + ".jsonl", claude_text());
  const Answer third = desk.import("elsewhere");
  CHECK_FALSE(changed(third));
  CHECK(id_of(third) == id_of(first));
}

TEST_CASE("a session that went on is brought up to date, whatever was known of it") {
  const std::string text = claude_text();
  Desk at_once;
  at_once.put_claude();
  const std::string id = id_of(at_once.import(std::string(kClaude) + ".jsonl"));
  const Session wanted = at_once.whole(id);
  for (const size_t known :
       {size_t{7}, size_t{12}, size_t{20}, size_t{31}, size_t{36}, size_t{44}}) {
    Desk desk;
    desk.put(std::string(kClaude) + ".jsonl", lines_of(text, known));
    const std::string first = id_of(desk.import(std::string(kClaude) + ".jsonl"));
    desk.put_claude();
    const Answer answer = desk.import(std::string(kClaude) + ".jsonl");
    CHECK_MESSAGE(changed(answer), known);
    CHECK_MESSAGE(id_of(answer) == first, known);
    const Session session = desk.whole(first);
    CHECK_MESSAGE(session.runs.items.size() == wanted.runs.items.size(), known);
    CHECK_MESSAGE(session.decisions.items.size() == wanted.decisions.items.size(), known);
    CHECK_MESSAGE(session.files.items.size() == wanted.files.items.size(), known);
    CHECK_MESSAGE(session.errors.items.size() == wanted.errors.items.size(), known);
    CHECK_MESSAGE(session.notes.items.size() == wanted.notes.items.size(), known);
    CHECK_MESSAGE(session.questions.items.size() == wanted.questions.items.size(), known);
    CHECK_MESSAGE(session.checkpoints.items.size() == wanted.checkpoints.items.size(), known);
    CHECK_MESSAGE(session.context == wanted.context, known);
    CHECK_MESSAGE(session.instruction->text == wanted.instruction->text, known);
    // Importing is no work on it.
    CHECK_MESSAGE(to_iso(session.last_activity) == to_iso(wanted.last_activity), known);
    REQUIRE_MESSAGE(session.steps.size() == wanted.steps.size(), known);
    for (size_t i = 1; i < wanted.steps.size(); ++i) {
      CHECK_MESSAGE(session.steps[i].status == wanted.steps[i].status, known);
    }
    CHECK_FALSE(changed(desk.import(std::string(kClaude) + ".jsonl")));
    // An older copy takes nothing back.
    desk.put("old/" + std::string(kClaude) + ".jsonl", lines_of(text, known));
    CHECK_FALSE(changed(desk.import("old")));
    CHECK(desk.whole(first).runs.items.size() == wanted.runs.items.size());
  }
}

TEST_CASE("what somebody closed stays closed when the agent goes on") {
  const std::string text = claude_text();
  Desk desk;
  desk.put(std::string(kClaude) + ".jsonl", lines_of(text, 20));
  const std::string id = id_of(desk.import(std::string(kClaude) + ".jsonl"));
  desk.caller.session = id;
  desk.must("close", "abandoned", true, "reason", "enough");
  desk.caller.session.clear();
  desk.put_claude();
  CHECK(changed(desk.import(std::string(kClaude) + ".jsonl")));
  CHECK(is_closed(desk.whole(id).lifecycle.status));
}

TEST_CASE("the id comes from the transcript, the same in every store") {
  Desk here;
  Desk there;
  there.must("start", "goal", "Something else");
  here.put_claude();
  there.put_claude();
  CHECK(id_of(here.import(std::string(kClaude) + ".jsonl")) ==
        id_of(there.import(std::string(kClaude) + ".jsonl")));
}

TEST_CASE("a fork beside its session counts what it repeats once") {
  const std::string text = claude_text();
  const std::string fork = "f0000000-3b7e-4e0e-9a4d-2f5d8c6b1e91";
  // The client copies the lines under the new id, after a line of its own time.
  std::string copied = lines_of(text, 20);
  for (size_t at = copied.find(kClaude); at != std::string::npos; at = copied.find(kClaude)) {
    copied.replace(at, fork.size(), fork);
  }
  const std::string parent = "00000010-1111-4222-8333-444455556666";
  std::string forked =
      "{\"type\":\"queue-operation\",\"operation\":\"enqueue\",\"timestamp\":"
      "\"2026-11-10T12:00:00.000Z\",\"sessionId\":\"" +
      fork + "\"}\n" + copied + "{\"parentUuid\":\"" + parent +
      "\",\"isSidechain\":false,\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"Go "
      "another way\"},\"uuid\":\"f1\",\"timestamp\":\"2026-11-10T12:00:01.000Z\",\"sessionId\":\"" +
      fork + "\"}\n";
  for (const bool together : {true, false}) {
    Desk desk;
    desk.put_claude();
    if (!together) desk.import(std::string(kClaude) + ".jsonl");
    desk.put(fork + ".jsonl", forked);
    const Answer answer = desk.import(together ? "" : fork + ".jsonl");
    const Session session = desk.whole(id_of(answer));
    CHECK(session.root().external.front().id == fork);
    CHECK(session.identity.goal.starts_with("The basket forgets its coupon"));
    CHECK(session.instruction->text == "Go another way");
    CHECK(session.runs.items.empty());
    CHECK(session.context.estimated_tokens == 0);
    const Value& told = answer.data.find("sessions")->as_list().back();
    CHECK(told.find("read")->find("repeated")->as_int() > 0);
    // Alone and grown, it still knows what is not its own.
    desk.put(fork + ".jsonl", forked + "\n");
    desk.import(fork + ".jsonl");
    CHECK(desk.whole(id_of(answer)).runs.items.empty());
  }
}

TEST_CASE("the file of a subagent alone is refused, and says what to import") {
  Desk desk;
  fs::copy(fixtures(), desk.path(""), fs::copy_options::recursive);
  const std::string part = "claude/" + std::string(kClaude) + "/subagents/agent-a77c01.jsonl";
  const Error error = desk.error("import", "paths", words(desk.path(part)));
  CHECK(error.code == ErrorCode::kInvalid);
  CHECK(error.next == "clew import " + desk.path("claude/" + std::string(kClaude) + ".jsonl"));
}

TEST_CASE("work that hooks recorded is not imported a second time, unless asked for") {
  Desk desk;
  desk.must("start", "goal", "Live");
  const std::string live = desk.session().identity.id.text;
  {
    auto turn = desk.store().begin_write(seconds(1));
    REQUIRE(turn.ok());
    REQUIRE((*turn)->put_setting("actor:claude-code:7c1f0a52", live).ok());
    REQUIRE((*turn)->commit().ok());
  }
  desk.put_claude();
  const Answer answer = desk.import(std::string(kClaude) + ".jsonl");
  CHECK_FALSE(changed(answer));
  CHECK(id_of(answer) == live);
  CHECK(first_session(answer).find("findings")->as_list().at(0).find("rule")->as_string() ==
        "claude-code.recorded");
  const Answer asked = desk.must("import", "paths", words(desk.path("")), "dialect", "claude-code");
  CHECK(changed(asked));
  CHECK(id_of(asked) != live);
}

TEST_CASE("secrets in what is kept are found, and nothing is changed") {
  Desk desk;
  std::string text = claude_text();
  const std::string key = "AKIA" + std::string("IOSFODNN7QX4MPLE");
  text.replace(text.find("npm test -- basket"), 18, "AWS=" + key + " npm");
  desk.put(std::string(kClaude) + ".jsonl", text);
  const Answer answer = desk.import(std::string(kClaude) + ".jsonl");
  bool found = false;
  for (const auto& finding : first_session(answer).find("findings")->as_list()) {
    found = found || finding.find("rule")->as_string() == "claude-code.secret";
  }
  CHECK(found);
  CHECK(desk.whole(id_of(answer)).runs.items.at(1).command.find(key) != std::string::npos);
}

TEST_CASE("torn transcripts are imported up to there, and again when they are whole") {
  Desk desk;
  const std::string text = claude_text();
  desk.put(std::string(kClaude) + ".jsonl", lines_of(text, 12) + "{\"parentUuid\":\"0000");
  const Answer torn = desk.import(std::string(kClaude) + ".jsonl");
  CHECK(first_session(torn).find("read")->find("unreadable")->as_int() == 1);
  CHECK(torn.text.find("1 unreadable") != std::string::npos);
  desk.put(std::string(kClaude) + ".jsonl", lines_of(text, 14));
  CHECK(id_of(desk.import(std::string(kClaude) + ".jsonl")) == id_of(torn));
}

TEST_CASE("what tells nothing is passed over in a folder, and refused by name") {
  Desk desk;
  desk.put_claude();
  const std::string empty = "0a000000-3b7e-4e0e-9a4d-2f5d8c6b1e92";
  desk.put(empty + ".jsonl", "{\"type\":\"mode\",\"sessionId\":\"" + empty + "\"}\n");
  const Answer answer = desk.import("");
  CHECK_FALSE(answer.refusal.has_value());
  CHECK(answer.data.find("sessions")->as_list().size() == 1);
  const Error refused = desk.error("import", "paths", words(desk.path(empty + ".jsonl")));
  CHECK(refused.code == ErrorCode::kInvalid);
  CHECK(refused.message.find("the transcript contains no work to import") != std::string::npos);
  CHECK(desk.error("import", "paths", words(desk.path("nothing"))).code == ErrorCode::kNotFound);
}

}  // namespace
}  // namespace clew
