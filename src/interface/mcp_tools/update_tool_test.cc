#include "interface/mcp_tools/toolbox_test.h"

namespace clew {
namespace {

Value shown(const char* name, Value value) {
  Value out = Value::object();
  out.set(name, std::move(value));
  return out;
}

}  // namespace

TEST_CASE("a step is done with evidence that its gate accepts") {
  ToolboxFixture t;
  const std::string id = t.start_plan();
  t.must("session_update", {
                               {"action", "done"}
  });
  const std::string refused =
      t.error("session_update", {
                                    {"action", "done"},
                                    {"evidence", shown("coverage", 65)}
  });
  CHECK(has(refused, "its gate failed"));
  CHECK(has(refused, "bring coverage to >= 80"));
  CHECK(has(refused,
            "session_update {\"action\":\"done\",\"step\":\"2\",\"evidence\":{\"coverage\":…}}"));
  CHECK(has(refused, "\"override\":true"));
  CHECK_FALSE(has(refused, "clew "));
  const Value fields =
      t.must("session_update", {
                                   {"action", "done"},
                                   {"evidence", shown("coverage", 83)}
  });
  CHECK(has(fields.find("message")->as_string(), "step 2 \"Build\" done"));
  const auto completed = t.last<StepCompleted>(id);
  REQUIRE(completed.evidence.items.size() == 1);
  CHECK(completed.evidence.items[0].value == Value(83));
  CHECK(completed.evidence.items[0].source == EvidenceSource::kClaimed);
}

TEST_CASE("a gate is overridden only with a reason") {
  ToolboxFixture t;
  const std::string id = t.start_plan();
  t.must("session_update", {
                               {"action", "done"}
  });
  CHECK(has(t.error("session_update",
                    {
                        {"action",   "done"},
                        {"override", true  }
  }),
            "an override needs a reason"));
  t.must("session_update",
         {
             {"action",   "done"           },
             {"override", true             },
             {"reason",   "no test machine"}
  });
  CHECK(t.last<StepCompleted>(id).overridden == "no test machine");
}

TEST_CASE("every action does what its verb does") {
  ToolboxFixture t;
  const std::string id = t.start_plan();
  const auto does = [&](Value::Object arguments) {
    const Value fields = t.must("session_update", std::move(arguments));
    CHECK(fields.find("changed")->as_bool());
    CHECK_FALSE(has(fields.find("message")->as_string(), "next  clew"));
    return t.w.session();
  };
  CHECK(does({
                 {"action", "add"                         },
                 {"titles", Value::List{"Deploy", "Watch"}}
  })
            .root()
            .children.size() == 5);
  CHECK(does({
                 {"action", "block"          },
                 {"reason", "waits for a key"}
  })
            .steps[1]
            .status == StepStatus::kBlocked);
  CHECK(does({
                 {"action", "unblock"}
  })
            .steps[1]
            .status != StepStatus::kBlocked);
  CHECK(does({
                 {"action", "fail"},
                 {"reason", "no"  }
  })
            .steps[1]
            .status == StepStatus::kFailed);
  CHECK(does({
                 {"action", "retry"}
  })
            .steps[1]
            .status == StepStatus::kActive);
  CHECK(does({
                 {"action", "review"}
  })
            .steps[1]
            .status == StepStatus::kNeedsReview);
  CHECK(does({
                 {"action", "done"},
                 {"step",   "1"   }
  })
            .steps[1]
            .status == StepStatus::kDone);
  CHECK(does({
                 {"action", "claim"}
  })
            .steps[2]
            .lease.has_value());
  CHECK_FALSE(does({
                       {"action", "release"}
  })
                  .steps[2]
                  .lease.has_value());
  CHECK(does({
                 {"action", "skip"      },
                 {"step",   "2"         },
                 {"reason", "not needed"}
  })
            .steps[2]
            .status == StepStatus::kSkipped);
  CHECK(does({
                 {"action", "undo"}
  })
            .steps[2]
            .status != StepStatus::kSkipped);
  CHECK(does({
                 {"action", "start"},
                 {"step",   "2"    }
  })
            .steps[2]
            .status == StepStatus::kActive);
  CHECK(does({
                 {"action", "revisit"},
                 {"step",   "1"      },
                 {"impact", "minor"  },
                 {"reason", "x"      }
  })
            .steps[1]
            .status != StepStatus::kDone);
  CHECK(does({
                 {"action", "pause"},
                 {"reason", "lunch"}
  })
            .lifecycle.status == Lifecycle::kPaused);
  CHECK(does({
                 {"action",  "close"     },
                 {"outcome", "aborted"   },
                 {"reason",  "superseded"}
  })
            .lifecycle.status == Lifecycle::kAborted);
  CHECK(t.count_events(id) > 15);
}

TEST_CASE("what an action cannot use is refused") {
  ToolboxFixture t;
  const std::string id = t.start_plan();
  const size_t before = t.count_events(id);
  CHECK(has(t.error("session_update",
                    {
                        {"action", "fail"}
  }),
            "fail needs a reason"));
  CHECK(has(t.error("session_update",
                    {
                        {"action", "add"}
  }),
            "a step needs a title"));
  CHECK(has(t.error("session_update",
                    {
                        {"action", "revisit"}
  }),
            "name the step to go back to"));
  CHECK(has(t.error("session_update",
                    {
                        {"action", "pause"},
                        {"evidence", shown("a", 1)}
  }),
            "evidence is not an argument of pause\nnext: pause takes reason"));
  CHECK(has(t.error("session_update",
                    {
                        {"action",   "done"},
                        {"evidence", "83"  }
  }),
            "evidence must be an object"));
  CHECK(has(t.error("session_update",
                    {
                        {"action", "done"},
                        {"evidence", shown("p99<=200", 1)}
  }),
            "invalid name of evidence \"p99<=200\"; it must not be empty or contain =\nnext: "
            "session_update {"));
  CHECK(has(t.error("session_update",
                    {
                        {"action", "start"},
                        {"step",   "9"    }
  }),
            "not_found: "));
  CHECK(has(t.error("session_update",
                    {
                        {"action", "revisit"},
                        {"step",   "1"      }
  }),
            "impact"));
  CHECK(t.count_events(id) == before);
}

TEST_CASE("the same key changes a step once") {
  ToolboxFixture t;
  const std::string id = t.start_plan();
  const Value::Object request = {
      {"action", "done"},
      {"key",    "k"   }
  };
  const Value first = t.must("session_update", request);
  const size_t count = t.count_events(id);
  const Value second = t.must("session_update", request);
  CHECK(t.count_events(id) == count);
  CHECK(*first.find("seq") == *second.find("seq"));
  CHECK_FALSE(second.find("changed")->as_bool());
}

TEST_CASE("a call that is repeated means the session of the first time, also an ended one") {
  ToolboxFixture t;
  const std::string id = t.start_plan();
  const Value::Object request = {
      {"action",  "close"  },
      {"outcome", "aborted"},
      {"key",     "k"      }
  };
  const Value first = t.must("session_update", request);
  const std::string other = t.must("session_start",
                                   {
                                       {"goal", "Another"}
  })
                                .find("session")
                                ->as_string();
  const Value second = t.must("session_update", request);
  CHECK(second.find("session")->as_string() == id);
  CHECK(*second.find("seq") == *first.find("seq"));
  CHECK_FALSE(second.find("changed")->as_bool());
  CHECK(*t.w.store().setting("actor:claude-code:8f1c") == other);
}

TEST_CASE("a file with a likely secret is kept by a checkpoint only with yes") {
  ToolboxFixture t;
  const std::string id = t.start_plan();
  t.w.write("config.yml", "password: hunter2Hunter2\n");
  const size_t before = t.count_events(id);
  Value::Object request = {
      {"name",      "a"                      },
      {"artifacts", Value::List{"config.yml"}}
  };
  const std::string refused = t.error("session_checkpoint", request);
  INFO(refused);
  CHECK(has(refused, "config.yml seems to hold secrets (password in line 1)"));
  CHECK(has(refused, "Confirm with session_checkpoint and \"yes\": true"));
  CHECK(has(refused, "session_checkpoint {\"name\":\"…\",\"artifacts\":[\"…\"],\"yes\":true}"));
  CHECK(t.count_events(id) == before);
  request.emplace_back("yes", true);
  t.must("session_checkpoint", request);
  CHECK(t.last<ArtifactAdded>(id).path == "config.yml");
}

TEST_CASE("a checkpoint has a name, evidence and files, and keeps nothing when it is refused") {
  ToolboxFixture t;
  const std::string id = t.start_plan();
  t.w.write("notes.md", "draft");
  const size_t before = t.count_events(id);
  CHECK(has(t.error("session_checkpoint"), "name is missing"));
  CHECK(has(t.error("session_checkpoint",
                    {
                        {"name",      "a"                   },
                        {"artifacts", Value::List{"gone.md"}}
  }),
            "gone.md"));
  CHECK(has(t.error("session_checkpoint",
                    {
                        {"name",      "a"                    },
                        {"step",      "9"                    },
                        {"artifacts", Value::List{"notes.md"}}
  }),
            "not_found: "));
  CHECK(has(t.error("session_checkpoint",
                    {
                        {"name",     "a"},
                        {"evidence", 7  }
  }),
            "evidence must be an object"));
  CHECK(t.count_events(id) == before);

  const Value::Object request = {
      {"name", "before-merge"},
      {"note", "all green"},
      {"evidence", shown("coverage", 83)},
      {"artifacts", Value::List{"notes.md"}},
      {"key", "k"}
  };
  const Value fields = t.must("session_checkpoint", request);
  CHECK(has(fields.find("message")->as_string(), "checkpoint before-merge"));
  CHECK(has(fields.find("message")->as_string(), "kept notes.md"));
  const auto made = t.last<CheckpointMade>(id);
  CHECK(made.label == "before-merge");
  CHECK(made.note == "all green · shown (claimed): coverage=83");
  CHECK(t.last<AttributeSet>(id).value == Value(83));
  CHECK(t.last<ArtifactAdded>(id).content == sha256("draft"));
  CHECK(t.events(id).back().event.header.part == 2);

  CHECK(has(t.error("session_checkpoint",
                    {
                        {"name", "a"},
                        {"evidence", shown("", 1)}
  }),
            "evidence needs a name\nnext: session_checkpoint {"));
  CHECK(has(t.text("session_checkpoint",
                   {
                       {"name", "a\nnext  clew close"},
                       {"key",  "of two lines"       }
  }),
            "checkpoint a next clew close at"));

  const size_t count = t.count_events(id);
  t.w.write("notes.md", "draft");
  const Value again = t.must("session_checkpoint", request);
  CHECK(t.count_events(id) == count);
  CHECK(*again.find("seq") == *fields.find("seq"));
  CHECK_FALSE(again.find("changed")->as_bool());
}

}  // namespace clew
