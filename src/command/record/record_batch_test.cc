#include <filesystem>

#include "command/record/record_line.h"
#include "session/progress.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

struct BadLine {
  const char* claim;
  const char* text;
  const char* message;  // how it begins
};

constexpr BadLine kBadLines[] = {
    {"no JSON",                 "{",                                                                          "line 1"                                    },
    {"no object",               "[1]",                                                                        "line 1: a line must be an object, not list"},
    {"no type",                 "{\"data\":{}}",                                                              "line 1: type is missing"                   },
    {"an unknown type",         "{\"type\":\"x\"}",                                                           "line 1: unknown type \"x\""                },
    {"an unknown member",       "{\"type\":\"note_added\",\"dat\":{}}",
     "line 1: unknown field dat; use type and data"                                                                                                       },
    {"data of another kind",    "{\"type\":\"note_added\",\"data\":7}",
     "line 1: data must be an object"                                                                                                                     },
    {"an unknown field",        "\n{\"type\":\"note_added\",\"data\":{\"txt\":\"a\"}}",
     "line 2: txt is not a known field"                                                                                                                   },
    {"a field of another kind", "{\"type\":\"note_added\",\"data\":{\"text\":7}}",
     "line 1: text must be a string, not integer"                                                                                                         },
    {"a word that is none",
     "{\"type\":\"error_recorded\",\"data\":{\"text\":\"a\",\"category\":\"b\"}}",                            "line 1: category must be one of"           },
    {"what clew alone records", "{\"type\":\"session_started\",\"data\":{\"goal\":\"a\"}}",
     "line 1: session_started cannot be recorded this way"                                                                                                },
    {"an artifact of nothing",  "{\"type\":\"artifact_added\",\"data\":{}}",                                  "line 1: PATH"                              },
    {"an artifact's own hash",
     "{\"type\":\"artifact_added\",\"data\":{\"path\":\"a\",\"content\":\"x\"}}",                             "line 1: content is not a parameter"        },
    {"a step without a title",  "{\"type\":\"step_added\",\"data\":{\"key\":\"a\"}}",
     "line 1: TITLE"                                                                                                                                      },
    {"a measurement",           "{\"type\":\"step_completed\",\"data\":{\"evidence\":{\"measurement\":{}}}}",
     "line 1: evidence.measurement is only for commands that clew ran itself"                                                                             },
    {"an attempt",              "{\"type\":\"step_completed\",\"data\":{\"attempt\":3}}",
     "line 1: attempt is set by clew itself"                                                                                                              },
    {"done by status",          "{\"type\":\"step_status_changed\",\"data\":{\"status\":\"done\"}}",
     "line 1: status done is recorded as step_completed"                                                                                                  },
    {"an empty step",           "{\"type\":\"note_added\",\"data\":{\"step\":\"\",\"text\":\"a\"}}",
     "line 1: step is empty"                                                                                                                              },
};

TEST_CASE("a line that is wrong is refused with its number and field") {
  for (const auto& row : kBadLines) {
    INFO(row.claim);
    const auto read = read_record_lines(row.text);
    REQUIRE_FALSE(read.ok());
    CHECK(read.error().code == ErrorCode::kInvalid);
    CHECK_MESSAGE(read.error().message.starts_with(row.message), read.error().message);
    CHECK_FALSE(read.error().subject.empty());
    CHECK_FALSE(read.error().next.empty());
  }
}

TEST_CASE("a field that stands beside type and data is shown where it belongs") {
  const auto read = read_record_lines(R"({"type":"note_added","text":"a"})");
  REQUIRE_FALSE(read.ok());
  CHECK(read.error().next == R"({"type":"…","data":{"text":…}})");
}

TEST_CASE("lines are counted as an editor counts them, blank ones too") {
  const auto read =
      read_record_lines("\n  \r\n{\"type\":\"note_added\",\"data\":{\"text\":\"a\"}}\r\n\n");
  REQUIRE(read.ok());
  REQUIRE(read->size() == 1);
  CHECK((*read)[0].number == 3);
}

TEST_CASE("a line over 1 MiB, and more than 10,000 lines, are refused") {
  const std::string note = "{\"type\":\"note_added\",\"data\":{\"text\":\"a\"}}\n";
  std::string many;
  for (size_t i = 0; i < kMaxRecordLines; ++i) many += note;
  CHECK(read_record_lines(many).ok());
  const auto over = read_record_lines(many + note);
  REQUIRE_FALSE(over.ok());
  CHECK(over.error().message.starts_with("line 10001: over the limit"));
  CHECK_FALSE(read_record_lines(std::string(1024 * 1024 + 1, ' ')).ok());
}

TEST_CASE("many things are recorded in one command") {
  WorkspaceFixture w;
  w.start_plan();
  const size_t before = w.events().size();
  w.input =
      "{\"type\":\"decision_made\",\"data\":{\"choice\":\"JWT\",\"reason\":\"scale\",\"step\":"
      "\"Build\"}}\n"
      "{\"type\":\"note_added\",\"data\":{\"text\":\"flaky\",\"step\":3}}\n"
      "{\"type\":\"agent_changed\",\"data\":{\"agent\":\"a\",\"verb\":\"start\"}}\n"
      "{\"type\":\"attribute_set\",\"data\":{\"owner\":\"step\",\"step\":\"2\",\"key\":\"k\","
      "\"value\":1}}\n"
      "{\"type\":\"step_completed\",\"data\":{\"step\":\"1\",\"outputs\":[\"plan.md\"]}}\n"
      "{\"type\":\"step_completed\",\"data\":{\"evidence\":{\"coverage\":83}}}";
  const Answer answer = w.must("record");
  CHECK(answer.text == "recorded 6 lines");
  CHECK(answer.data.find("lines")->as_int() == 6);
  const auto events = w.events();
  for (size_t i = before; i < events.size(); ++i) {
    CHECK(events[i].event.header.part == i - before);
  }
  const Session session = w.session();
  CHECK(session.decisions.items[0].origin.step == StepId{2});
  CHECK(session.notes.items[0].origin.step == StepId{3});
  CHECK(session.find(StepId{2})->status == StepStatus::kDone);
  CHECK(session.find(StepId{2})->attempts.back().evidence.items[0].source ==
        EvidenceSource::kClaimed);
}

TEST_CASE("an answer without a number is to the only open question, also of an earlier line") {
  WorkspaceFixture w;
  w.start_plan();
  const std::string ask = R"({"type":"question_asked","data":{"text":"Rotate?"}})"
                          "\n";
  const std::string answer = R"({"type":"question_answered","data":{"answer":"yes"}})"
                             "\n";
  w.input = answer;
  const Error none = w.error("record");
  CHECK(none.message == "line 1: there is no open question");
  CHECK(none.next == "record it as a note or a decision");
  w.input = ask + answer + ask;
  w.must("record");
  const auto& questions = w.session().questions.items;
  REQUIRE(questions.size() == 2);
  CHECK(questions[0].answer == "yes");
  CHECK(w.last<QuestionAnswered>().question == questions[0].origin.id);
  w.input = ask + answer;
  const Error which = w.error("record");
  CHECK(which.message.starts_with("line 2: several questions are open:"));
  CHECK(which.next == "choose one with \"question\":NUMBER");
}

TEST_CASE("one refused line, and nothing is recorded") {
  WorkspaceFixture w;
  w.start_plan();
  const std::string note = "{\"type\":\"note_added\",\"data\":{\"text\":\"a\"}}\n";
  w.input = note + "{\"type\":\"question_answered\",\"data\":{\"question\":99,\"answer\":\"b\"}}\n";
  const Error answered = w.error("record");
  CHECK(answered.code == ErrorCode::kNotFound);
  CHECK(answered.message.starts_with("line 2: "));
  w.input =
      note + note + "{\"type\":\"note_added\",\"data\":{\"text\":\"a\",\"step\":\"nowhere\"}}\n";
  CHECK(w.error("record").message.starts_with("line 3: there is no step \"nowhere\""));
  w.input = note + "{\"type\":\"note_added\",\"data\":{\"text\":\"a\",\"step\":77}}\n";
  CHECK(w.error("record").message.starts_with("line 2: "));
  w.input = note + "{\"type\":\"note_added\",\"data\":{\"text\":\"\"}}\n";
  CHECK(w.error("record").message.starts_with("line 2: "));
  w.input = "\n";
  CHECK(w.refused("record") == ErrorCode::kUsage);
}

TEST_CASE("steps are added by lines as by the verb, and later lines may name them") {
  WorkspaceFixture w;
  w.start_plan();
  w.input =
      "{\"type\":\"step_added\",\"data\":{\"title\":\"Deploy\",\"after\":\"Build\","
      "\"gate\":\"approved\",\"key\":\"ship\",\"needs\":[\"Plan\"]}}\n"
      "{\"type\":\"step_added\",\"data\":{\"title\":[\"Pack\",\"Send\"],\"parent\":\"ship\"}}\n"
      "{\"type\":\"note_added\",\"data\":{\"text\":\"a\",\"step\":\"Pack\"}}\n";
  w.must("record");
  const Session session = w.session();
  const auto pack = find_step(session, "Pack");
  REQUIRE(pack.ok());
  CHECK(number_of(session, *pack) == "3.1");
  CHECK(session.notes.items.at(0).origin.step == *pack);
  const auto ship = find_step(session, "ship");
  REQUIRE(ship.ok());
  CHECK(session.find(*ship)->gate.has_value());
  CHECK(session.find(*ship)->needs.size() == 1);

  const size_t before = w.events().size();
  w.input =
      "{\"type\":\"step_added\",\"data\":{\"title\":\"One more\"}}\n"
      "{\"type\":\"step_added\",\"data\":{\"title\":\"Lost\",\"after\":\"nowhere\"}}\n";
  CHECK(w.error("record").message.starts_with("line 2: there is no step \"nowhere\""));
  CHECK(w.events().size() == before);
}

TEST_CASE("artifacts are kept by lines as by the verb, all or nothing") {
  WorkspaceFixture w;
  w.start_plan();
  w.write("docs/a.md", "one\n");
  w.write("docs/b.md", "two\n");
  const std::string two =
      "{\"type\":\"artifact_added\",\"data\":{\"paths\":[\"docs/a.md\",\"docs/b.md\"],"
      "\"step\":\"Build\"}}\n";
  w.input = two + "{\"type\":\"artifact_added\",\"data\":{\"path\":\"docs/c.md\"}}\n";
  CHECK(w.error("record").message.starts_with("line 2: "));
  CHECK_FALSE(w.store().blob(sha256("one\n")).ok());
  w.input = two + "{\"type\":\"artifact_added\",\"data\":{\"path\":\"../outside.md\"}}\n";
  CHECK(w.error("record").code == ErrorCode::kInvalid);
  w.input = two;
  w.must("record");
  CHECK(w.session().artifacts.items.size() == 2);
  CHECK(w.session().artifacts.items[1].origin.step == *find_step(w.session(), "Build"));
  CHECK(*w.store().blob(sha256("two\n")) == "two\n");
}

TEST_CASE("a dry run checks and records nothing") {
  WorkspaceFixture w;
  w.start_plan();
  const size_t before = w.events().size();
  w.input = "{\"type\":\"note_added\",\"data\":{\"text\":\"a\"}}";
  CHECK(w.must("record", "dry_run", true).text == "1 line is fine; nothing was recorded");
  w.input = "{\"type\":\"step_started\",\"data\":{\"step\":\"3\"}}";
  CHECK(w.refused("record", "dry_run", true) == ErrorCode::kInvalid);
  CHECK(w.events().size() == before);
}

TEST_CASE("a gate that stays shut is said, and the rest is kept") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("done");
  w.input =
      "{\"type\":\"step_completed\",\"data\":{\"step\":\"2\",\"evidence\":{\"coverage\":65}}}\n"
      "{\"type\":\"note_added\",\"data\":{\"text\":\"a\"}}";
  const Answer answer = w.must("record");
  REQUIRE(answer.refusal.has_value());
  CHECK(answer.refusal->message.starts_with("step 2 \"Build\" is not done"));
  CHECK(w.session().notes.items.size() == 1);
}

TEST_CASE("record is answered once for one key") {
  WorkspaceFixture w;
  w.start_plan();
  w.input = "{\"type\":\"note_added\",\"data\":{\"text\":\"a\"}}";
  w.check_key("record", {});
}

TEST_CASE("a changed file whose content a line does not tell is looked at") {
  WorkspaceFixture w;
  w.start_plan();
  w.write("src/a.cc", "one\ntwo\n");
  w.input = "{\"type\":\"file_changed\",\"data\":{\"path\":\"src/a.cc\",\"action\":\"created\"}}";
  w.must("record");
  FileChanged change = w.last<FileChanged>();
  CHECK(change.path == "src/a.cc");
  CHECK(change.hash_after == sha256("one\ntwo\n"));
  CHECK(change.lines_added == 2);

  w.write("src/a.cc", "one\n");
  w.input = "{\"type\":\"file_changed\",\"data\":{\"path\":\"" + w.project() + "/src/a.cc\"}}";
  w.must("record");
  change = w.last<FileChanged>();
  CHECK(change.path == "src/a.cc");
  CHECK(change.hash_before == sha256("one\ntwo\n"));
  CHECK(change.hash_after == sha256("one\n"));
  CHECK(change.action == FileAction::kModified);

  const Hash other = sha256("of another machine");
  w.input = "{\"type\":\"file_changed\",\"data\":{\"path\":\"not/here.cc\",\"hash_after\":\"" +
            other.hex() + "\"}}";
  w.must("record");
  CHECK(w.last<FileChanged>().hash_after == other);

  w.input = "{\"type\":\"file_changed\",\"data\":{\"path\":\"gone.cc\"}}";
  const Error error = w.error("record");
  CHECK(error.code == ErrorCode::kNotFound);
  CHECK(error.message.starts_with("line 1: there is no file gone.cc"));
}

TEST_CASE("lines recorded with a key are answered again, also when their file is gone") {
  WorkspaceFixture w;
  w.start_plan();
  w.write("a.cc", "one\n");
  w.input = "{\"type\":\"file_changed\",\"data\":{\"path\":\"a.cc\"}}";
  w.caller.key = "k";
  w.must("record");
  std::filesystem::remove(w.project() + "/a.cc");
  CHECK_FALSE(w.must("record").data.find("changed")->as_bool());
  w.caller.key.clear();
}

TEST_CASE("lines that nobody could count are not called none") {
  WorkspaceFixture w;
  w.start_plan();
  w.write("a.cc", "one\n");
  CHECK(w.must("changed", "path", "a.cc").text.find("modified a.cc, lines not counted") !=
        std::string::npos);
  CHECK(w.must("brief").text.find("a.cc modified ✓") != std::string::npos);
  w.must("artifact add", "paths", words("a.cc"));
  w.write("a.cc", "one\ntwo\n");
  CHECK(w.must("changed", "path", "a.cc").text.find("modified a.cc +1 −0") != std::string::npos);
}

TEST_CASE("a line is tied to the files and symbols that it names, as a command is") {
  WorkspaceFixture w;
  w.surroundings.cache_folder = w.folder() / "cache";
  w.start_plan();
  w.write("src/a.py", "def helper(a):\n    return a\n");
  w.input =
      "{\"type\":\"decision_made\",\"data\":{\"choice\":\"d\",\"symbol\":\"helper\"}}\n"
      "{\"type\":\"note_added\",\"data\":{\"text\":\"n\",\"file\":[\"src/a.py:1-2\"]}}\n"
      "{\"type\":\"step_added\",\"data\":{\"title\":\"s\",\"file\":\"src/a.py\"}}\n";
  w.must("record");
  CHECK(w.last<DecisionMade>().ties.at(0).symbol->name == "helper");
  CHECK(w.last<NoteAdded>().ties.at(0).lines->last == 2);
  CHECK(w.last<StepAdded>().ties.at(0).path == "src/a.py");
  const size_t before = w.events().size();
  w.input = "{\"type\":\"note_added\",\"data\":{\"text\":\"n\",\"symbol\":\"none_such\"}}\n";
  const Error none = w.error("record");
  CHECK(none.code == ErrorCode::kNotFound);
  CHECK(none.message.starts_with("line 1: no symbol is named \"none_such\""));
  w.input = "{\"type\":\"error_recorded\",\"data\":{\"text\":\"n\",\"symbol\":\"helper\"}}\n";
  CHECK(w.error("record").message.starts_with("line 1: symbol is not a known field"));
  CHECK(w.events().size() == before);
}

}  // namespace
}  // namespace clew
