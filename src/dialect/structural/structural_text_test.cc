// Adopted files keep their text; of several sessions in one file only the own one changes.

#include <doctest/doctest.h>

#include "dialect/structural/sample_test.h"

namespace clew::structural {
namespace {

TEST_CASE("an unchanged session writes the very bytes it was read from") {
  for (const char* name : {kOne, kSeveral}) {
    CAPTURE(name);
    const std::string text = fixture(name);
    for (const auto& reading : read(name, text).sessions) {
      CHECK(written(reading.session, name, text) == text);
      CHECK(written(reading.session, name, "\xEF\xBB\xBF" + text) == "\xEF\xBB\xBF" + text);
    }
  }
}

TEST_CASE("each change edits its own place only") {
  struct Row {
    const char* what;
    void (*change)(Session&);
    const char* old;
    const char* now;
  };
  const Row rows[] = {
      {"time",                [](Session& s) { s.last_activity = s.last_activity + seconds(1); },
       "2026-11-12T16:05:09.123456Z",                                                                                                "2026-11-12T16:05:10.123Z"                 },
      {"a question answered", [](Session& s) { s.questions.items[0].answered_at = Time{1}; },
       "\"Can reconcile run off the gateway?\", ",                                                                                   ""                                         },
      {"a question asked",
       [](Session& s) {
         s.questions.items.emplace_back().text = "Why?";
         s.questions.total = 3;
       },                                                                                         "\"Who owns \\\"old_jobs\\\"?\"]", "\"Who owns \\\"old_jobs\\\"?\", \"Why?\"]"},
      {"a reason",            [](Session& s) { s.decisions.items[0].reason = "callers"; },
       "\"still too many callers\"",                                                                                                 "\"callers\""                              },
      {"confidence",
       [](Session& s) { set_attribute(s.steps[0].attributes, "structural.confidence", "low"); },
       "\"medium\"",                                                                                                                 "\"low\""                                  },
      {"a count",
       [](Session& s) {
         Value symbols = *find_attribute(s.root().attributes, "structural.symbols");
         for (auto& [name, symbol] : symbols.object_ref()) {
           if (name == "reconcile") {
             Value evidence = *symbol.find("evidence");
             evidence.set("fan_in", 2);
             symbol.set("evidence", evidence);
           }
         }
         set_attribute(s.steps[0].attributes, "structural.symbols", symbols);
       },                                                                                         "\"fan_in\": 1",                   "\"fan_in\": 2"                            },
  };
  const std::string text = fixture(kOne);
  for (const auto& row : rows) {
    CAPTURE(row.what);
    Session session = session_in(kOne, text);
    row.change(session);
    CHECK(written(session, kOne, text) == replaced(text, row.old, row.now));
  }
}

TEST_CASE("a decision is added behind the others") {
  const std::string text = fixture(kOne);
  Session session = session_in(kOne, text);
  Decision decision;
  decision.topic = "Jobs";
  decision.choice = "keep both";
  session.decisions.items.push_back(decision);
  session.decisions.total = 3;
  CHECK(written(session, kOne, text) ==
        replaced(text, "\"reason\": \"fan-out of twelve\"}\n",
                 "\"reason\": \"fan-out of twelve\"},\n"
                 "        {\"decision\": \"Jobs: keep both\", \"reason\": \"not given\"}\n"));
}

TEST_CASE("of several sessions in a file only the own one changes") {
  const std::string text = fixture(kSeveral);
  Session first = session_in(kSeveral, text, 0);
  set_attribute(first.steps[0].attributes, "structural.confidence", "high");
  CHECK(written(first, kSeveral, text) ==
        replaced(text, "\"confidence\": \"low\"", "\"confidence\": \"high\""));
  Session second = session_in(kSeveral, text, 1);
  second.questions = {1, {Question()}};
  second.questions.items[0].text = "Still needed?";
  const auto files = structural_dialect().write(second, FileSet{{{kSeveral, text}}});
  REQUIRE(files.ok());
  CHECK(files->files[0].text == replaced(text, "\"open_questions\": []",
                                         "\"open_questions\": [\n      \"Still needed?\"\n    ]"));
  CHECK(files->files[0].owner == FileOwner::kFolder);
}

TEST_CASE("a session new to a file joins the list, and makes one of a single session") {
  Session session = whole_session();
  for (const char* name : {kOne, kSeveral}) {
    CAPTURE(name);
    const std::string text = name == std::string(kOne) ? fixture(kOne) : fixture(kSeveral);
    const std::string now = written(session, kOne, text);
    const auto readings = read(kOne, now);
    CHECK_FALSE(has_errors(readings.findings));
    const size_t before = read(kOne, text).sessions.size();
    REQUIRE(readings.sessions.size() == before + 1);
    CHECK(readings.sessions.back().entry == "climate_core_20231114");
    const std::string kept = text.substr(0, text.find_last_of("}") + 1);
    CHECK(now.find(kept) != std::string::npos);
  }
}

TEST_CASE("every beginning of a file is a finding or a valid shorter document") {
  for (const char* name : {kOne, kSeveral}) {
    const std::string text = fixture(name);
    for (size_t size = 0; size < text.size(); ++size) {
      const auto readings = read(name, text.substr(0, size));
      CHECK_MESSAGE((has_errors(readings.findings) || !readings.sessions.empty()),
                    name << " cut at " << size);
    }
  }
}

TEST_CASE("any value in any place is survived") {
  const Value odd[] = {
      Value(),       Value(true),     Value(-1),
      Value(1e300),  Value(""),       Value("x"),
      Value::list(), Value::object(), Value::List{1, "a", Value::object()}
  };
  const auto try_all = [&](const auto& self, Value& root, Value& at) -> void {
    const Value kept = at;
    for (const auto& value : odd) {
      at = value;
      const std::string text = write_json(root);
      for (const auto& reading : read(kOne, text).sessions) {
        (void)structural_dialect().write(reading.session, FileSet{{{kOne, text}}});
      }
    }
    at = kept;
    if (at.is_list()) {
      for (auto& element : at.list_ref()) self(self, root, element);
    } else if (at.is_object()) {
      for (auto& member : at.object_ref()) self(self, root, member.second);
    }
  };
  for (const char* name : {kOne, kSeveral}) {
    Value root = *parse_json(fixture(name));
    try_all(try_all, root, root);
  }
}

TEST_CASE("files of the origin are read or refused, and kept byte by byte") {
  const char* folder = std::getenv("CLEW_FIXTURES");
  const std::filesystem::path origin =
      std::filesystem::path(folder == nullptr ? "" : folder) / "quedonde";
  if (folder == nullptr || !std::filesystem::is_directory(origin)) return;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(origin)) {
    if (entry.path().extension() != ".json") continue;
    const std::string name = entry.path().filename().string();
    const std::string text = text_of(entry.path());
    const auto readings = read(name, text);
    CHECK((has_errors(readings.findings) || !readings.sessions.empty()));
    size_t shown = 0;
    for (const auto& finding : readings.findings) {
      if (++shown > 8) break;
      MESSAGE(name << ":" << (finding.position ? finding.position->line : 0) << " "
                   << name_of(finding.severity) << " " << finding.rule << " " << finding.pointer
                   << " " << finding.message);
    }
    MESSAGE(name << ": " << readings.sessions.size() << " sessions, " << readings.findings.size()
                 << " findings");
    for (const auto& reading : readings.sessions) {
      const auto files = structural_dialect().write(reading.session, FileSet{{{name, text}}});
      if (files) CHECK(files->files[0].text == text);
      if (!files) MESSAGE(name << " cannot be written: " << files.error().message);
    }
  }
}

}  // namespace
}  // namespace clew::structural
