// Trust: verify and repair, on stores that were damaged on purpose.

#include <filesystem>
#include <utility>

#include "base/error.h"
#include "testing/edit_store.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

// Events: 1 to 5 the plan, then notes from 6 on.
void start_with_notes(WorkspaceFixture& w, int count) {
  w.start_plan();
  for (int i = 0; i < count; ++i) w.must("note", "text", "note " + std::to_string(i));
}

uint32_t head_of(WorkspaceFixture& w) { return w.session().head.number; }

TEST_CASE("a whole session gets a receipt") {
  WorkspaceFixture w;
  start_with_notes(w, 3);
  const Answer answer = w.must("verify");
  CHECK_FALSE(answer.refusal.has_value());
  CHECK(answer.exit == 0);
  CHECK(answer.data.find("problems")->as_list().empty());
  CHECK(answer.data.find("intact_to")->as_int() == head_of(w));
  const std::string count = std::to_string(head_of(w));
  CHECK(answer.text.find(count + " of " + count + " events, head ") != std::string::npos);
}

TEST_CASE("nothing is added after an event that was changed") {
  WorkspaceFixture w;
  start_with_notes(w, 4);
  const uint32_t last = head_of(w);
  flip_event(w.surroundings.store_path, last - 1);
  for (const char* verb : {"note", "decide"}) {
    CHECK(w.refused(verb, verb == std::string("note") ? "text" : "choice", "more") ==
          ErrorCode::kCorrupt);
  }
  CHECK(w.events().size() == last);
  w.caller.agreed = true;
  w.must("repair", "from", int64_t{last - 2});
}

TEST_CASE("work is taken up only from a log that is whole, however long ago it was changed") {
  WorkspaceFixture w;
  start_with_notes(w, 80);
  flip_event(w.surroundings.store_path, 10);
  const Error error = w.error("resume");
  CHECK(error.code == ErrorCode::kCorrupt);
  CHECK(error.message.starts_with("event 10 of " + w.surroundings.session));
  w.caller.agreed = true;
  w.must("repair", "from", int64_t{9});
  w.must("resume");
}

TEST_CASE("all sessions are verified at once") {
  WorkspaceFixture w;
  start_with_notes(w, 1);
  const Answer answer = w.must("verify", "all", true);
  CHECK(answer.data.find("sessions")->as_int() == 1);
  CHECK(answer.text.starts_with("1 session, "));
  CHECK(answer.text.ends_with("all intact"));
}

TEST_CASE("a flipped byte is corruption, and what is intact is said") {
  WorkspaceFixture w;
  start_with_notes(w, 4);
  const uint32_t damaged = head_of(w) - 1;
  flip_event(w.surroundings.store_path, damaged);
  const Answer answer = w.must("verify");
  REQUIRE(answer.refusal.has_value());
  CHECK(answer.refusal->code == ErrorCode::kCorrupt);
  CHECK(describe(answer.refusal->code).exit == 8);
  const std::string& id = w.surroundings.session;
  CHECK(answer.refusal->message.find("event " + std::to_string(damaged) + " of " + id) == 0);
  CHECK(answer.refusal->message.find("everything up to event " + std::to_string(damaged - 1) +
                                     " is intact") != std::string::npos);
  CHECK(answer.refusal->next ==
        "clew repair " + id + " --from " + std::to_string(damaged - 1) + " --dry-run");
  CHECK(w.must("verify", "all", true).refusal->code == ErrorCode::kCorrupt);

  SUBCASE("it cannot be mended without saying from where") {
    CHECK(w.run("repair").error().code == ErrorCode::kInvalid);
  }
  SUBCASE("no more is kept than is intact") {
    CHECK(w.run("repair", "from", int64_t{damaged}).error().code == ErrorCode::kInvalid);
  }
  SUBCASE("a dry run changes nothing") {
    const Answer dry = w.must("repair", "from", int64_t{damaged - 1}, "dry_run", true);
    CHECK_FALSE(dry.data.find("changed")->as_bool());
    CHECK(dry.text.find("note_added") != std::string::npos);
    CHECK(w.must("verify").refusal.has_value());
  }
  SUBCASE("cutting asks first") {
    CHECK(w.run("repair", "from", int64_t{damaged - 1}).error().code == ErrorCode::kUsage);
  }
  w.caller.agreed = true;
  const Answer repaired = w.must("repair", "from", int64_t{damaged - 1});
  CHECK_FALSE(repaired.refusal.has_value());
  CHECK(repaired.data.find("kept_aside")->as_string().size() == 64);
  CHECK_FALSE(w.must("verify").refusal.has_value());
  CHECK(head_of(w) == damaged);
  const auto events = w.events();
  CHECK(events.back().event.header.repairs == Seq{damaged});
  const auto quarantined =
      w.store().blob(Hash::from_hex(repaired.data.find("kept_aside")->as_string()));
  CHECK(quarantined.ok());

  const Answer read_back = w.must("log", "set_aside", true);
  const Value& reported = read_back.data.find("set_aside")->as_list().at(0);
  CHECK(reported.find("content")->as_string() == repaired.data.find("kept_aside")->as_string());
  CHECK(reported.find("told_at")->as_int() == damaged);
  const auto& cut = reported.find("events")->as_list();
  REQUIRE(cut.size() == 2);
  CHECK(cut[0].find("problem")->as_string() == "it does not match what was recorded");
  CHECK(cut[1].find("problem") == nullptr);
  CHECK(cut[1].find("data")->find("text")->as_string() == "note 3");
  CHECK(read_back.text.find("noted: note 3") != std::string::npos);
  CHECK(w.error("undo").message.starts_with("event " + std::to_string(damaged) +
                                            " cannot be undone: noted: repaired:"));
}

TEST_CASE(
    "events that were set aside go with words of theirs that are redacted, and that is said") {
  WorkspaceFixture w;
  start_with_notes(w, 4);
  const uint32_t damaged = head_of(w) - 1;
  flip_event(w.surroundings.store_path, damaged);
  w.caller.agreed = true;
  const Answer repaired = w.must("repair", "from", int64_t{damaged - 1});
  const Answer redacted = w.must("redact", "events", Value::List{"1"}, "text", "note 3");
  CHECK(redacted.text.find("removed from the data kept outside the log") != std::string::npos);
  const Hash content = Hash::from_hex(repaired.data.find("kept_aside")->as_string());
  CHECK_FALSE(w.store().blob(content).ok());
  const Answer left = w.must("log", "set_aside", true);
  CHECK(left.text == "quarantined by event " + std::to_string(damaged) + ", kept as " +
                         content.brief() +
                         ": removed by a redaction, or lost; clew verify shows which");
  const Value& reported = left.data.find("set_aside")->as_list().at(0);
  CHECK(reported.find("gone")->as_bool());
  CHECK(reported.find("events")->as_list().empty());
}

// "main" with events 1 to 9, and its fork "side" from event 8 on; event 7 is not as recorded.
void damage_below_fork(WorkspaceFixture& w) {
  w.must("start", "goal", "Add OAuth", "id", "main", "step", Value::List{"Plan", "Build"});
  w.surroundings.session = "main";
  for (int i = 0; w.events().size() < 9; ++i) w.must("note", "text", "note " + std::to_string(i));
  w.caller.session = "main@8";
  w.must("fork", "id", "side");
  w.caller.session = "side";
  w.must("note", "text", "another way");
  w.caller.session = "main";
  edit_store(w.surroundings.store_path,
             "UPDATE events SET at = at + 1 WHERE seq = 7 AND sid = (SELECT sid FROM sessions "
             "WHERE id = 'main')");
}

TEST_CASE("what stands in the way of a repair is said before it is offered") {
  WorkspaceFixture w;
  damage_below_fork(w);
  for (const auto& [dry_run, agreed] : {
           std::pair(true, true), {false, true },
             {false, false}
  }) {
    CAPTURE(dry_run);
    CAPTURE(agreed);
    w.caller.agreed = agreed;
    const auto parent = w.run("repair", "from", int64_t{6}, "dry_run", dry_run);
    REQUIRE_FALSE(parent.ok());
    CHECK(parent.error().code == ErrorCode::kInvalid);
    CHECK(parent.error().next == "clew forget side");
    w.caller.session = "side";
    CHECK(w.run("repair", "from", int64_t{6}, "dry_run", dry_run).error().next ==
          "clew forget side");
    w.caller.session = "main";
  }
  CHECK(w.run("repair").error().next == "clew forget side");
  w.caller.session = "side";
  CHECK(w.run("repair").error().next == "clew forget side");

  w.caller.agreed = true;
  w.must("forget", "sessions", words("side"));
  w.caller.session = "main";
  CHECK(w.run("repair").error().next == "clew repair main --from 6 --dry-run");
  w.must("repair", "from", int64_t{6}, "dry_run", true);
  w.must("repair", "from", int64_t{6});
}

TEST_CASE("verify and resume offer no repair that a fork stands in the way of") {
  WorkspaceFixture w;
  damage_below_fork(w);
  const std::string cutting = "clew repair main --from 6 --dry-run";
  for (const char* id : {"main", "side"}) {
    CAPTURE(id);
    w.caller.session = id;
    for (const Error& error : {*w.must("verify").refusal, w.run("resume").error()}) {
      CHECK(error.code == ErrorCode::kCorrupt);
      CHECK(error.message.ends_with("the fork side branches off after event 6"));
      CHECK(error.next ==
            "clew restore BACKUP      or  clew forget side      and then  " + cutting);
    }
  }
  w.caller.agreed = true;
  w.caller.session = "main";
  w.must("forget", "sessions", words("side"));
  CHECK(w.must("verify").refusal->next == cutting);
  w.must("repair", "from", int64_t{6});
}

TEST_CASE("a fork that was forgotten for a repair is whole afterwards, whatever follows") {
  WorkspaceFixture w;
  damage_below_fork(w);
  w.caller.agreed = true;
  w.caller.session.clear();
  w.must("forget", "sessions", words("side"));
  w.caller.session = "main";
  CHECK_FALSE(w.must("repair", "from", int64_t{6}).refusal.has_value());
  for (int i = 0; i < 4; ++i) w.must("note", "text", "on again");
  CHECK_FALSE(w.must("verify", "all", true).refusal.has_value());
  w.caller.session = "side";
  const Answer side = w.must("verify");
  CHECK_FALSE(side.refusal.has_value());
  CHECK(side.data.find("forgotten")->as_bool());

  SUBCASE("and its chain is still checked") {
    const std::string last = "seq = 10 AND sid = (SELECT sid FROM sessions WHERE id = 'side')";
    edit_store(w.surroundings.store_path, "UPDATE events SET at = at + 1 WHERE " + last);
    const Answer damaged = w.must("verify");
    REQUIRE(damaged.refusal.has_value());
    CHECK(damaged.refusal->message.starts_with("event 10 of side"));
    CHECK(damaged.refusal->next == "clew restore BACKUP");
    edit_store(w.surroundings.store_path, "UPDATE events SET at = at - 1 WHERE " + last);
  }
}

TEST_CASE("nothing was set aside where nothing was cut off") {
  WorkspaceFixture w;
  start_with_notes(w, 1);
  w.must("note", "text", "repaired: kept aside as " + std::string(64, 'a'));
  const Answer answer = w.must("log", "set_aside", true);
  CHECK(answer.data.find("set_aside")->as_list().empty());
}

TEST_CASE("a redaction is told again when the event that told of it is cut off") {
  WorkspaceFixture w;
  start_with_notes(w, 1);
  const uint32_t noted = head_of(w);
  w.must("note", "text", "to be damaged");
  w.must("redact", "events", words(std::to_string(noted)));
  flip_event(w.surroundings.store_path, noted + 1);
  w.caller.agreed = true;
  const Answer repaired = w.must("repair", "from", int64_t{noted});
  CHECK_FALSE(repaired.refusal.has_value());
  CHECK(w.last<EventRedacted>().target == Seq{noted});
  CHECK_FALSE(w.must("verify").refusal.has_value());
}

TEST_CASE("what is derived from the log is made anew") {
  WorkspaceFixture w;
  start_with_notes(w, 70);
  const uint32_t before = head_of(w);
  edit_store(w.surroundings.store_path, "UPDATE snapshots SET data = X'00'");
  const Answer found = w.must("verify");
  REQUIRE(found.refusal.has_value());
  CHECK(found.refusal->next == "clew repair " + w.surroundings.session);
  const Answer repaired = w.must("repair");
  CHECK_FALSE(repaired.refusal.has_value());
  CHECK(repaired.data.find("problems_left")->as_int() == 0);
  CHECK(head_of(w) == before);
  CHECK_FALSE(w.must("verify").refusal.has_value());
}

TEST_CASE(
    "a damaged content of an artifact comes back from its file, by repair and by keeping it") {
  for (const char* way : {"repair", "keep"}) {
    CAPTURE(way);
    WorkspaceFixture w;
    w.start_plan();
    w.write("plan.md", std::string(5000, 'p') + "\n");
    w.must("artifact add", "paths", words("plan.md"));
    edit_store(w.surroundings.store_path, "UPDATE blobs SET data = X'00'");
    const Answer found = w.must("verify");
    REQUIRE(found.refusal.has_value());
    CHECK(found.refusal->next == "clew repair " + w.surroundings.session);
    if (way == std::string("keep")) {
      w.must("artifact add", "paths", words("plan.md"));
    } else {
      const Answer repaired = w.must("repair");
      CHECK_FALSE(repaired.refusal.has_value());
      CHECK(repaired.text.find("stored again what plan.md holds") != std::string::npos);
    }
    CHECK_FALSE(w.must("verify").refusal.has_value());
    CHECK(w.must("artifact show", "path", "plan.md").text.find("ppp") != std::string::npos);
  }
}

TEST_CASE("the damaged text of a view's file is let go of, and its file goes on as it stands") {
  for (const bool is_edited : {false, true}) {
    CAPTURE(is_edited);
    WorkspaceFixture w;
    w.must("start", "goal", "On tides", "id", "tides", "dialect", "essay", "dir", "view");
    std::string state;
    for (const auto& each : std::filesystem::recursive_directory_iterator(w.project())) {
      if (each.path().filename() == "session-state.yaml") state = each.path().string();
    }
    write_text(state, "# mine\n" + read_text(state));
    w.must("note", "text", "on");
    edit_store(w.surroundings.store_path, "UPDATE blobs SET data = X'00'");
    REQUIRE(w.must("verify").refusal.has_value());
    if (is_edited) write_text(state, read_text(state) + "# and this\n");
    CHECK_FALSE(w.must("repair").refusal.has_value());
    CHECK_FALSE(w.must("verify").refusal.has_value());
    w.must("set", "pairs", words("pushback_level=light"));
    CHECK(read_text(state).starts_with("# mine\n"));
    CHECK(read_text(state).find("\"light\"") != std::string::npos);
    CHECK(w.must("view list").text.ends_with("clean"));
  }
}

TEST_CASE("a damaged content that no file holds any more is said, and nothing is changed") {
  WorkspaceFixture w;
  w.start_plan();
  w.write("plan.md", "one\n");
  w.must("artifact add", "paths", words("plan.md"));
  w.write("plan.md", "two\n");
  edit_store(w.surroundings.store_path, "UPDATE blobs SET data = X'00'");
  const Error refused = w.error("repair");
  CHECK(refused.code == ErrorCode::kCorrupt);
  CHECK(refused.next == "clew restore BACKUP");
  CHECK(w.run("note", "text", "work goes on").ok());
  w.write("plan.md", "one\n");
  w.must("artifact add", "paths", words("plan.md"));
  CHECK_FALSE(w.must("verify").refusal.has_value());
}

// 300 KB: kept apart from its event.
std::string large_json() { return "{\"log\": \"" + std::string(300 << 10, 'x') + "\"}"; }

TEST_CASE("a session is cut back to before a large value that is damaged, and its view goes on") {
  WorkspaceFixture w;
  w.must("start", "goal", "Birds", "id", "birds", "dialect", "feature", "dir", "tree", "model",
         "opus", "step", Value(Value::List{"Draft", "Print"}));
  w.surroundings.session = "birds";
  w.must("note", "text", "before");
  const uint32_t kept = head_of(w);
  w.write("evidence.json", large_json());
  w.must("done", "evidence_file", w.project() + "/evidence.json");
  w.must("note", "text", "after");
  edit_store(w.surroundings.store_path, "UPDATE blobs SET data = X'00'");
  const Answer found = w.must("verify");
  REQUIRE(found.refusal.has_value());
  CHECK(found.refusal->next == "clew repair birds --from " + std::to_string(kept) + " --dry-run");
  w.caller.agreed = true;
  CHECK_FALSE(w.must("repair", "from", int64_t{kept}).refusal.has_value());
  CHECK_FALSE(w.must("verify").refusal.has_value());
  // The files showed events that are gone: the next change writes them for what is left.
  const Answer noted = w.must("note", "text", "again");
  CHECK(noted.text.find("view") == std::string::npos);
  CHECK(w.must("view list").text.ends_with("clean"));
  CHECK(w.session().steps.at(1).status == StepStatus::kActive);
}

TEST_CASE("a list entry that was damaged hides no session") {
  WorkspaceFixture w;
  start_with_notes(w, 3);
  const std::string id = std::exchange(w.surroundings.session, "");
  edit_store(w.surroundings.store_path, "UPDATE sessions SET card = X'00ff'");
  CHECK(w.must("status").data.find("session")->as_string() == id);
  CHECK(w.must("list").text.find(id) != std::string::npos);
  const Answer found = w.must("verify");
  REQUIRE(found.refusal.has_value());
  CHECK(found.refusal->message.find("list entry does not match its events") != std::string::npos);
  CHECK(found.refusal->next == "clew repair " + id);
  CHECK_FALSE(w.must("repair").refusal.has_value());
  CHECK_FALSE(w.must("verify").refusal.has_value());
}

TEST_CASE("what is damaged after a fork has left is not the fork's") {
  WorkspaceFixture w;
  start_with_notes(w, 50);
  const std::string base = w.surroundings.session;
  w.caller.session = base + "@40";
  w.must("fork", "id", "side");
  const auto shift = [&](const char* by, const char* seqs) {
    edit_store(w.surroundings.store_path,
               std::string("UPDATE events SET at = at ") + by + " WHERE seq IN (" + seqs + ")");
  };
  shift("+ 1", "51");
  w.caller.session = "side";
  const Answer whole = w.must("verify");
  CHECK_FALSE(whole.refusal.has_value());
  w.caller.session = base;
  REQUIRE(w.must("verify").refusal.has_value());
  CHECK(w.must("verify").refusal->message.starts_with("event 51 of "));
  shift("+ 1", "30");
  w.caller.session = "side";
  const Answer damaged = w.must("verify");
  REQUIRE(damaged.refusal.has_value());
  CHECK(damaged.refusal->message.starts_with("event 30 of "));
  CHECK(damaged.refusal->message.find("event 51") == std::string::npos);
  shift("- 1", "30, 51");
}

TEST_CASE("a whole session is not repaired") {
  WorkspaceFixture w;
  start_with_notes(w, 1);
  CHECK(w.refused("repair") == ErrorCode::kInvalid);
  CHECK(w.refused("repair", "from", int64_t{2}) == ErrorCode::kInvalid);
}

TEST_CASE("an artifact edited behind our back is drift") {
  WorkspaceFixture w;
  w.start_plan();
  w.write("plan.md", "one\n");
  w.must("artifact add", "paths", words("plan.md"));
  CHECK(w.must("verify").exit == 0);
  w.write("plan.md", "two\n");
  const Answer drifted = w.must("verify");
  CHECK(drifted.exit == kExitDrift);
  CHECK_FALSE(drifted.refusal.has_value());
  REQUIRE(drifted.data.find("drift")->as_list().size() == 1);
  CHECK(drifted.text.find("plan.md was edited") != std::string::npos);
  CHECK(w.must("verify", "no_drift", true).exit == 0);
  w.must("artifact restore", "path", "plan.md", "out", "elsewhere.md");
  w.caller.agreed = true;
  w.must("artifact restore", "path", "plan.md");
  CHECK(w.must("verify").exit == 0);
}

TEST_CASE("a view whose files cannot be looked at is not said to match") {
  for (const bool is_link : {false, true}) {
    CAPTURE(is_link);
    WorkspaceFixture w;
    w.must("start", "goal", "Add login", "step", Value::List{"Plan"}, "dialect", "feature", "dir",
           "tree", "model", "opus");
    std::string folder;
    for (const auto& each : std::filesystem::directory_iterator(w.project() + "/tree")) {
      if (each.is_directory()) folder = each.path().string();
    }
    REQUIRE(w.must("verify").exit == 0);
    if (is_link) {
      std::filesystem::rename(folder, w.project() + "/moved");
      std::filesystem::create_directory_symlink(w.project() + "/moved", folder);
    } else {
      std::filesystem::remove(folder + "/state.yaml");
      std::filesystem::create_directory(folder + "/state.yaml");
    }
    const Answer answer = w.must("verify");
    CHECK(answer.exit == kExitDrift);
    CHECK(answer.text.find("match what was recorded") == std::string::npos);
    CHECK(answer.data.find("drift")->as_list().at(0).find("kind")->as_string() == "view_damaged");
  }
}

TEST_CASE("a view that was left unchanged because of an edit is not said to match") {
  WorkspaceFixture w;
  w.must("start", "goal", "Add login", "step", Value::List{"Plan"}, "dialect", "orchestration",
         "dir", "sessions");
  std::string file;
  for (const auto& each : std::filesystem::directory_iterator(w.project() + "/sessions")) {
    const bool is_index = each.path().filename() == "index.json";
    if (each.path().extension() == ".json" && !is_index) file = each.path().string();
  }
  REQUIRE_FALSE(file.empty());
  std::string text = read_text(file);
  REQUIRE_FALSE(text.empty());
  text.replace(text.find("\"mode\": \"default\""), 17, "\"mode\": \"turbo!!\"");
  write_text(file, text);
  w.must("note", "text", "x");
  const Answer answer = w.must("verify");
  CHECK(answer.exit == kExitDrift);
  CHECK(answer.text.find("the view was left unchanged") != std::string::npos);
}

TEST_CASE("without a session, verify names --all") {
  WorkspaceFixture w;
  CHECK(w.error("verify").next == "clew verify --all");
}

}  // namespace
}  // namespace clew
