#include "document/json/json.h"
#include "interface/mcp_tools/toolbox_test.h"

namespace clew {
namespace {

Value entry(Value::Object members) { return Value(std::move(members)); }

Value::Object entries(Value::List list) {
  return {
      {"entries", Value(std::move(list))}
  };
}

}  // namespace

TEST_CASE("every type of entry becomes its event, all in one command") {
  ToolboxFixture t;
  const std::string id = t.start_plan();
  t.w.write("src/a.cc", "one\ntwo\n");
  const Value fields =
      t.must("session_log",
             entries({
                 entry({{"type", "decision"},
                        {"text", "JWT"},
                        {"why", "revocation"},
                        {"over", Value::List{"cookies"}},
                        {"topic", "tokens"}}
                 ),
                 entry({{"type", "failed"},
                        {"text", "implicit flow"},
                        {"why", "libraries refuse it"},
                        {"path", "src/a.cc"}}
                 ),
                 entry({{"type", "question"}, {"text", "Rotate?"}}
                 ),
                 entry({{"type", "note"}, {"text", "flaky clock"}, {"step", "2"}}
                 ),
                 entry({{"type", "file"}, {"path", "src/a.cc"}, {"action", "created"}}
                 ),
                 entry({{"type", "command"},
                        {"text", "make -j2 test"},
                        {"exit_code", 2},
                        {"why", "1 failed"}}
                 ),
                 entry({{"type", "error"}, {"text", "disk full"}, {"category", "resource"}}
                 ),
                 entry({{"type", "agent"}, {"agent", "arch-1"}, {"status", "start"}}
                 ),
                 entry({{"type", "agent"},
                        {"agent", "arch-1"},
                        {"status", "done"},
                        {"text", "3 endpoints"}}
                 ),
                 entry({{"type", "context"}, {"tokens", 120000}}
                 ),
                 entry({{"type", "next"}, {"text", "write the refresh test"}}
                 ),
                 entry({{"type", "instruction"}, {"text", "keep going"}}
                 ),
  }));
  CHECK(fields.find("message")->as_string() == "recorded 12 entries");
  const auto decision = t.last<DecisionMade>(id);
  CHECK(decision.choice == "JWT");
  CHECK(decision.reason == "revocation");
  CHECK(decision.topic == "tokens");
  CHECK(decision.options == std::vector<std::string>{"JWT", "cookies"});
  const auto failed = t.last<ApproachFailed>(id);
  CHECK(failed.what == "implicit flow");
  CHECK(failed.paths == std::vector<std::string>{"src/a.cc"});
  CHECK(t.last<QuestionAsked>(id).text == "Rotate?");
  CHECK(t.last<NoteAdded>(id).step == StepId{2});
  const auto file = t.last<FileChanged>(id);
  CHECK(file.action == FileAction::kCreated);
  CHECK(file.hash_after == sha256("one\ntwo\n"));
  CHECK(file.lines_added == 2);
  const auto ran = t.last<CommandRan>(id);
  CHECK(ran.command == "make");
  CHECK(ran.arguments == "-j2 test");
  CHECK(ran.outcome == RunOutcome::kFailure);
  CHECK(t.last<ErrorRecorded>(id).category == ErrorCategory::kResource);
  CHECK(t.last<AgentChanged>(id).summary == "3 endpoints");
  CHECK(t.last<ContextReported>(id).tokens == 120000);
  CHECK(t.last<NextActionSet>(id).text == "write the refresh test");
  CHECK(t.last<InstructionGiven>(id).text == "keep going");
  uint32_t parts = 0;
  for (const auto& event : t.events(id)) {
    if (event.event.header.part == 0) parts = 0;
    ++parts;
  }
  CHECK(parts == 12);
}

TEST_CASE("one entry that is refused leaves nothing recorded, and is named") {
  ToolboxFixture t;
  const std::string id = t.start_plan();
  const size_t before = t.count_events(id);
  const Value fine = entry({
      {"type", "note"},
      {"text", "a"   }
  });
  struct Row {
    Value bad;
    const char* message;
  };
  const Row rows[] = {
      {entry({{"type", "note"}}),
       "entry 2: text is missing; nothing was recorded\nnext: an entry of type note takes text, "
       "path, symbol, step"                                                                                                               },
      {entry({{"type", "failed"}, {"text", "a"}}),                                               "entry 2: why is missing"                },
      {entry({{"type", "poem"}}),                                                                "entry 2: unknown type \"poem\""         },
      {Value("note"),                                                                            "entry 2: must be an object"             },
      {entry({{"type", "note"}, {"text", 7}}),                                                   "entry 2: text must be a string"         },
      {entry({{"type", "decision"}, {"text", 7}}),                                               "entry 2: text must be a string; nothing"},
      {entry({{"type", "decision"}, {"text", "a"}, {"why", true}}),
       "entry 2: why must be a string; nothing"                                                                                           },
      {entry({{"type", "decision"}, {"text", "a"}, {"over", Value::List{7}}}),
       "entry 2: over must be a list of strings; nothing"                                                                                 },
      {entry({{"type", "file"}, {"path", "a"}, {"added", "7"}}),
       "entry 2: added must be an integer; nothing"                                                                                       },
      {entry({{"type", "context"}, {"compressed", "yes"}}),
       "entry 2: compressed must be true or false; nothing"                                                                               },
      {entry({{"type", "agent"}, {"agent", "x"}, {"status", "fail"}, {"category", "odd"}}),
       "entry 2: category must be one of"                                                                                                 },
      {entry({{"type", "note"}, {"text", std::string(70'000, 'x')}}),
       "session_checkpoint {\"name\":\"…\",\"artifacts\":[\"…\"]} stores long text"                                                       },
      {entry({{"type", "note"}, {"text", "a"}, {"tokens", 1}}),
       "entry 2: tokens is not a field of note entries"                                                                                   },
      {entry({{"type", "note"}, {"text", "a"}, {"step", "9"}}),                                  "entry 2: "                              },
      {entry({{"type", "decision"}, {"text", "a"}, {"over", "b"}}),                              "entry 2: over must be a list"           },
      {entry({{"type", "error"}, {"text", "a"}, {"category", "odd"}}),
       "entry 2: category must be one of"                                                                                                 },
      {entry({{"type", "agent"}, {"agent", "x"}, {"status", "asleep"}}),
       "entry 2: status must be one of start"                                                                                             },
      {entry({{"type", "agent"}, {"agent", "x"}, {"status", "done"}}),
       "entry 2: there is no agent \"x\""                                                                                                 },
      {entry({{"type", "agent"}, {"agent", "x"}, {"status", "start"}, {"category", "logical"}}),
       "entry 2: category"                                                                                                                },
      {entry({{"type", "answer"}, {"text", "yes"}}),                                             "entry 2: there is no open question"     },
      {entry({{"type", "answer"}, {"text", "yes"}, {"question", 99}}),                           "entry 2: "                              },
      {entry({{"type", "file"}, {"path", "gone.cc"}}),                                           "entry 2: there is no file gone.cc"      },
      {entry({{"type", "file"}, {"path", "../../etc/passwd"}}),                                  "entry 2: "                              },
      {entry({{"type", "context"}}),                                                             "entry 2: "                              },
  };
  for (const auto& row : rows) {
    const std::string text = t.error("session_log", entries({fine, row.bad, fine}));
    INFO(text);
    CHECK_MESSAGE(has(text, row.message), text);
    CHECK_MESSAGE(has(text, "nothing was recorded"), text);
    CHECK_FALSE(has(text, "clew "));
    CHECK(t.count_events(id) == before);
  }
  CHECK(has(t.error("session_log", entries({})), "at least one entry"));
  CHECK(has(t.error("session_log",
                    {
                        {"entries", "a note"}
  }),
            "entries must be a list"));
  CHECK(has(t.error("session_log", entries(Value::List(1001, fine))), "limit of 1000 entries"));
  CHECK(t.count_events(id) == before);
}

TEST_CASE("a deleted file is recorded as such, and one that is still there is not") {
  ToolboxFixture t;
  const std::string id = t.start_plan();
  t.w.write("old.cc", "x");
  t.must("session_log", entries({
                            entry({{"type", "file"}, {"path", "old.cc"}}
                            )
  }));
  CHECK(has(t.error("session_log",
                    entries({
                        entry({{"type", "file"}, {"path", "old.cc"}, {"action", "deleted"}}
                        )
  })),
            "old.cc is still there"));
  std::remove((t.w.project() + "/old.cc").c_str());
  t.must("session_log", entries({
                            entry({{"type", "file"}, {"path", "old.cc"}, {"action", "deleted"}}
                            )
  }));
  CHECK(t.last<FileChanged>(id).action == FileAction::kDeleted);
  CHECK(t.last<FileChanged>(id).hash_before == sha256("x"));
}

TEST_CASE("an answer goes to the only open question, and asks which of several") {
  ToolboxFixture t;
  const std::string id = t.start_plan();
  t.must("session_log", entries({
                            entry({{"type", "question"}, {"text", "Rotate?"}}
                            )
  }));
  t.must("session_log", entries({
                            entry({{"type", "answer"}, {"text", "yes"}}
                            )
  }));
  CHECK(t.last<QuestionAnswered>(id).answer == "yes");
  t.must("session_log", entries({
                            entry({{"type", "question"}, {"text", "In one call?"}}
                            ),
                            entry({{"type", "answer"},   {"text", "that too"}    }
                            )
  }));
  CHECK(t.last<QuestionAnswered>(id).answer == "that too");
  t.must("session_log", entries({
                            entry({{"type", "question"}, {"text", "A?"}}
                            ),
                            entry({{"type", "question"}, {"text", "B?"}}
                            )
  }));
  CHECK(has(t.error("session_log", entries({
                                       entry({{"type", "answer"}, {"text", "yes"}}
                                       )
  })),
            " B?; nothing was recorded\nnext: choose one with \"question\":NUMBER"));
  // Of a session that is found, fields and text tell the number.
  const Value found = t.must("session_find", {
                                                 {"session", id}
  });
  const Value& latest = found.find("context")->find("open_questions")->as_list().front();
  const std::string line =
      std::to_string(latest.find("id")->as_int()) + " \"" + latest.find("text")->as_string() + "\"";
  CHECK(has(t.text("session_find",
                   {
                       {"session", id}
  }),
            "\nOpen questions:\n" + line));
}

TEST_CASE("the same key records once, also when the world has moved on since") {
  ToolboxFixture t;
  const std::string id = t.start_plan();
  t.w.write("a.cc", "one\n");
  t.must("session_log", entries({
                            entry({{"type", "question"}, {"text", "Rotate?"}}
                            )
  }));
  Value::Object request = entries({
      entry({{"type", "file"}, {"path", "a.cc"}, {"action", "created"}}
      ),
      entry({{"type", "answer"}, {"text", "yes"}}
      )
  });
  request.push_back({"key", "k1"});
  request.push_back({"detail", "detailed"});
  Value first = t.must("session_log", request);
  const size_t count = t.count_events(id);
  t.w.write("a.cc", "two\nlines\n");
  t.must("session_log", entries({
                            entry({{"type", "note"}, {"text", "later"}}
                            )
  }));
  const Value second = t.must("session_log", request);
  CHECK(t.count_events(id) == count + 1);
  CHECK(first.find("changed")->as_bool());
  CHECK_FALSE(second.find("changed")->as_bool());
  for (const char* name : {"session", "seq", "hash", "events", "lines"}) {
    CHECK(*first.find(name) == *second.find(name));
  }
  CHECK(has(second.find("message")->as_string(), "this key was used before"));
  Value::Object other = entries({
      entry({{"type", "note"}, {"text", "b"}}
      )
  });
  other.push_back({"key", "k1"});
  CHECK(has(t.error("session_log", other), "conflict: this key was used for a different request"));
}

TEST_CASE("likely secrets never reach the log, and the answer says so") {
  ToolboxFixture t;
  const std::string id = t.start_plan();
  const std::string secret = "AKIAIOSFODNN7EXAMPLE";
  const Value fields =
      t.must("session_log", entries({
                                entry({{"type", "note"}, {"text", "key " + secret}}
                                )
  }));
  CHECK(has(fields.find("message")->as_string(), "redacted"));
  for (const auto& event : t.events(id)) {
    CHECK_FALSE(has(write_json(data_to_value(event.event.data)), secret));
  }
  for (const char* tool : {"session_resume", "session_find", "session_verify"}) {
    CHECK_FALSE(has(write_json(t.call(tool,
                                      {
                                          {"session", id        },
                                          {"detail",  "detailed"}
    })),
                    secret));
  }
}

TEST_CASE("a short answer has four fields, a detailed one all, in the text too") {
  ToolboxFixture t;
  t.start_plan();
  Value::Object request = entries({
      entry({{"type", "note"}, {"text", "a"}}
      )
  });
  const Value concise = t.must("session_log", request);
  CHECK(concise.as_object().size() == 4);
  request.push_back({"detail", "detailed"});
  const Value detailed = t.must("session_log", request);
  for (const char* name : {"hash", "step", "events"}) CHECK(detailed.find(name) != nullptr);
  const std::string text = t.text("session_log", request);
  CHECK(has(text, "\"hash\":"));
  CHECK(has(text, "\"events\":"));
}

TEST_CASE("what an agent says is tied to the code that it names") {
  ToolboxFixture t;
  t.w.surroundings.cache_folder = t.w.folder() / "cache";
  const std::string id = t.start_plan();
  t.w.write("src/a.py", "def helper(a):\n    return a\n");
  t.must("session_log", entries({
                            entry({{"type", "decision"},
                                   {"text", "keep it"},
                                   {"why", "one bus"},
                                   {"symbol", "helper"}}
                            ),
                            entry({{"type", "question"}, {"text", "Why?"}, {"path", "src/a.py:1"}}
                            ),
                            entry({{"type", "file"}, {"path", "src/a.py"}, {"action", "created"}}
                            ),
  }));
  CHECK(t.last<DecisionMade>(id).ties.at(0).symbol->name == "helper");
  CHECK(t.last<QuestionAsked>(id).ties.at(0).lines->first == 1);
  t.must("session_log", entries({
                            entry({{"type", "failed"}, {"text", "a thread"}, {"why", "hangs"}}
                            )
  }));
  CHECK(t.last<ApproachFailed>(id).ties.at(0).path == "src/a.py");  // of its step
  const size_t before = t.count_events(id);
  const std::string refused =
      t.error("session_log", entries({
                                 entry({{"type", "note"}, {"text", "n"}, {"symbol", "helpr"}}
                                 )
  }));
  CHECK(refused.find("no symbol is named") != std::string::npos);
  CHECK(refused.find("helper") != std::string::npos);
  CHECK(t.count_events(id) == before);
  t.w.write("src/a.py", "def assist(a):\n    return a\n");
  CHECK(t.text("session_resume",
               {
                   {"session", id}
  })
            .find("helper, renamed to assist") != std::string::npos);
}

}  // namespace clew
