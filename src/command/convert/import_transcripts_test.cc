// Transcripts of agent clients, through `clew import`.

#include "testing/import_fixture.h"

namespace clew {
namespace {

TEST_CASE("a folder of transcripts is imported with its subagents, and left as it was") {
  Fixture fixture;
  fs::copy(fixtures(), fixture.path(""), fs::copy_options::recursive);
  const auto before =
      fs::last_write_time(fixture.path("claude/" + std::string(kClaude) + ".jsonl"));
  const Answer answer = fixture.import("");
  const auto& sessions = answer.data.find("sessions")->as_list();
  REQUIRE(sessions.size() == 3);
  CHECK(sessions[0].find("dialect")->as_string() == "claude-code");
  CHECK(sessions[0].find("entry")->as_string() == kClaude);
  CHECK(sessions[0].find("read")->find("lines")->as_int() == 52);
  CHECK(sessions[0].find("read")->find("left_out")->as_int() == 4);
  CHECK(sessions[1].find("dialect")->as_string() == "codex");
  CHECK(sessions[2].find("dialect")->as_string() == "gemini");
  const Session session = fixture.whole(sessions[0].find("session")->as_string());
  CHECK(session.identity.goal.starts_with("The basket forgets its coupon"));
  CHECK(session.identity.project == "path:/home/ana/shop");
  CHECK(session.identity.project_path == "/home/ana/shop");
  CHECK(session.files.items.size() == 4);
  CHECK(session.files.items[0].path == "src/basket.js");
  CHECK(session.runs.items.size() == 4);
  CHECK(session.agents.items.size() == 2);
  CHECK(session.lifecycle.status == Lifecycle::kActive);
  CHECK(fs::last_write_time(fixture.path("claude/" + std::string(kClaude) + ".jsonl")) == before);
  CHECK(text_of(fixture.path("claude/" + std::string(kClaude) + ".jsonl")) == claude_text());
}

TEST_CASE("an export of opencode is imported by its name") {
  Fixture fixture;
  const std::string name = "ses_e136b448cffed3N0MtqusmyMez.json";
  fixture.put(name, text_of(fixtures() / "opencode" / name));
  const Answer answer = fixture.import(name);
  CHECK(first_session(answer).find("dialect")->as_string() == "opencode");
  const Session session = fixture.whole(id_of(answer));
  CHECK(session.identity.goal == "Write a greeting for visitors");
  CHECK(session.identity.project_path == "/home/ana/mill");
  REQUIRE(session.instructions.items.size() == 2);
  CHECK(session.instructions.items[1].text == "Now paint the sign, never in red");
  CHECK_FALSE(changed(fixture.import(name)));
}

TEST_CASE("transcripts are found among very many other files") {
  Fixture fixture;
  fixture.put("projects/shop/" + std::string(kClaude) + ".jsonl", claude_text());
  for (int i = 0; i < 20'001; ++i) fixture.put("file-history/" + std::to_string(i), "");
  CHECK(changed(fixture.import("")));
}

TEST_CASE("the same transcript twice is one session and changes nothing") {
  Fixture fixture;
  fixture.put_claude();
  const Answer first = fixture.import(std::string(kClaude) + ".jsonl");
  CHECK(changed(first));
  fixture.pass(days(3));
  const Answer second = fixture.import(std::string(kClaude) + ".jsonl");
  CHECK_FALSE(changed(second));
  CHECK(id_of(second) == id_of(first));
  CHECK(second.data.find("hash")->as_string() == first.data.find("hash")->as_string());
  CHECK(*first_session(second).find("read") == *first_session(first).find("read"));
  fixture.put("elsewhere/" + std::string(kClaude) + ".jsonl", claude_text());
  const Answer third = fixture.import("elsewhere");
  CHECK_FALSE(changed(third));
  CHECK(id_of(third) == id_of(first));
}

TEST_CASE("a session that went on is brought up to date, whatever was known of it") {
  const std::string text = claude_text();
  Fixture at_once;
  at_once.put_claude();
  const std::string id = id_of(at_once.import(std::string(kClaude) + ".jsonl"));
  const Session wanted = at_once.whole(id);
  for (const size_t known :
       {size_t{7}, size_t{12}, size_t{20}, size_t{31}, size_t{36}, size_t{44}}) {
    Fixture fixture;
    fixture.put(std::string(kClaude) + ".jsonl", lines_of(text, known));
    const std::string first = id_of(fixture.import(std::string(kClaude) + ".jsonl"));
    fixture.put_claude();
    const Answer answer = fixture.import(std::string(kClaude) + ".jsonl");
    CHECK_MESSAGE(changed(answer), known);
    CHECK_MESSAGE(id_of(answer) == first, known);
    const Session session = fixture.whole(first);
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
    CHECK_FALSE(changed(fixture.import(std::string(kClaude) + ".jsonl")));
    // An older copy takes nothing back.
    fixture.put("old/" + std::string(kClaude) + ".jsonl", lines_of(text, known));
    CHECK_FALSE(changed(fixture.import("old")));
    CHECK(fixture.whole(first).runs.items.size() == wanted.runs.items.size());
  }
}

TEST_CASE("what somebody closed stays closed when the agent goes on") {
  const std::string text = claude_text();
  Fixture fixture;
  fixture.put(std::string(kClaude) + ".jsonl", lines_of(text, 20));
  const std::string id = id_of(fixture.import(std::string(kClaude) + ".jsonl"));
  fixture.caller.session = id;
  fixture.must("close", "abandoned", true, "reason", "enough");
  fixture.caller.session.clear();
  fixture.put_claude();
  CHECK(changed(fixture.import(std::string(kClaude) + ".jsonl")));
  CHECK(is_closed(fixture.whole(id).lifecycle.status));
}

TEST_CASE("the id comes from the transcript, the same in every store") {
  Fixture here;
  Fixture there;
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
    Fixture fixture;
    fixture.put_claude();
    if (!together) fixture.import(std::string(kClaude) + ".jsonl");
    fixture.put(fork + ".jsonl", forked);
    const Answer answer = fixture.import(together ? "" : fork + ".jsonl");
    const Session session = fixture.whole(id_of(answer));
    CHECK(session.root().external.front().id == fork);
    CHECK(session.identity.goal.starts_with("The basket forgets its coupon"));
    CHECK(session.instruction->text == "Go another way");
    CHECK(session.runs.items.empty());
    CHECK(session.context.estimated_tokens == 0);
    const Value& reported = answer.data.find("sessions")->as_list().back();
    CHECK(reported.find("read")->find("repeated")->as_int() > 0);
    // Alone and grown, it still knows what is not its own.
    fixture.put(fork + ".jsonl", forked + "\n");
    fixture.import(fork + ".jsonl");
    CHECK(fixture.whole(id_of(answer)).runs.items.empty());
  }
}

TEST_CASE("the file of a subagent alone is refused, and says what to import") {
  Fixture fixture;
  fs::copy(fixtures(), fixture.path(""), fs::copy_options::recursive);
  const std::string part = "claude/" + std::string(kClaude) + "/subagents/agent-a77c01.jsonl";
  const Error error = fixture.error("import", "paths", words(fixture.path(part)));
  CHECK(error.code == ErrorCode::kInvalid);
  CHECK(error.next == "clew import " + fixture.path("claude/" + std::string(kClaude) + ".jsonl"));
}

TEST_CASE("work that hooks recorded is not imported a second time, unless asked for") {
  Fixture fixture;
  fixture.must("start", "goal", "Live");
  const std::string live = fixture.session().identity.id.text;
  {
    auto transaction = fixture.store().begin_write(seconds(1));
    REQUIRE(transaction.ok());
    REQUIRE((*transaction)->put_setting("actor:claude-code:7c1f0a52", live).ok());
    REQUIRE((*transaction)->commit().ok());
  }
  fixture.put_claude();
  const Answer answer = fixture.import(std::string(kClaude) + ".jsonl");
  CHECK_FALSE(changed(answer));
  CHECK(id_of(answer) == live);
  CHECK(first_session(answer).find("findings")->as_list().at(0).find("rule")->as_string() ==
        "claude-code.recorded");
  const Answer asked =
      fixture.must("import", "paths", words(fixture.path("")), "dialect", "claude-code");
  CHECK(changed(asked));
  CHECK(id_of(asked) != live);
}

TEST_CASE("secrets in what is kept are found, and nothing is changed") {
  Fixture fixture;
  std::string text = claude_text();
  const std::string key = "AKIA" + std::string("IOSFODNN7QX4MPLE");
  text.replace(text.find("npm test -- basket"), 18, "AWS=" + key + " npm");
  fixture.put(std::string(kClaude) + ".jsonl", text);
  const Answer answer = fixture.import(std::string(kClaude) + ".jsonl");
  bool found = false;
  for (const auto& finding : first_session(answer).find("findings")->as_list()) {
    found = found || finding.find("rule")->as_string() == "claude-code.secret";
  }
  CHECK(found);
  CHECK(fixture.whole(id_of(answer)).runs.items.at(1).command.find(key) != std::string::npos);
}

TEST_CASE("torn transcripts are imported up to there, and again when they are whole") {
  Fixture fixture;
  const std::string text = claude_text();
  fixture.put(std::string(kClaude) + ".jsonl", lines_of(text, 12) + "{\"parentUuid\":\"0000");
  const Answer torn = fixture.import(std::string(kClaude) + ".jsonl");
  CHECK(first_session(torn).find("read")->find("unreadable")->as_int() == 1);
  CHECK(torn.text.find("1 unreadable") != std::string::npos);
  fixture.put(std::string(kClaude) + ".jsonl", lines_of(text, 14));
  CHECK(id_of(fixture.import(std::string(kClaude) + ".jsonl")) == id_of(torn));
}

TEST_CASE("what tells nothing is passed over in a folder, and refused by name") {
  Fixture fixture;
  fixture.put_claude();
  const std::string empty = "0a000000-3b7e-4e0e-9a4d-2f5d8c6b1e92";
  fixture.put(empty + ".jsonl", "{\"type\":\"mode\",\"sessionId\":\"" + empty + "\"}\n");
  const Answer answer = fixture.import("");
  CHECK_FALSE(answer.refusal.has_value());
  CHECK(answer.data.find("sessions")->as_list().size() == 1);
  const Error refused = fixture.error("import", "paths", words(fixture.path(empty + ".jsonl")));
  CHECK(refused.code == ErrorCode::kInvalid);
  CHECK(refused.message.find("the transcript contains no work to import") != std::string::npos);
  CHECK(fixture.error("import", "paths", words(fixture.path("nothing"))).code ==
        ErrorCode::kNotFound);
}

}  // namespace
}  // namespace clew
