#include "command/changing_verbs_rows_test.h"

#include "engine/arrival/arrival.h"
#include "testing/edit_store.h"

namespace clew {
namespace {

constexpr const char* kLegacyWorkflow = R"({
  "session_id": "5f0e8a52-1a83-4f57-9d64-3c2a2f4bd0e1",
  "workflow_type": "release_v2",
  "target_file": "services/mail",
  "current_phase": 1,
  "completed_phases": [0],
  "phase_artifacts": {},
  "checkpoints": {"0": "passed"},
  "created_at": "2025-11-03T09:33:53.265799",
  "updated_at": "2025-11-03T10:00:39.220066",
  "metadata": {}
}
)";

constexpr const char* kCheckpoint = R"({
  "schema_version": "1.0",
  "session_id": "climate_20261101",
  "timestamp": "2026-11-01T08:00:00Z",
  "structural_version": "42",
  "scope": {"subsystems": ["Climate"], "files": ["src/climate.py"]},
  "symbols": {"Climate": {"kind": "class", "role": "leaf", "source_paths": ["src/climate.py"],
    "evidence": {"fan_in": 1, "fan_out": 0, "annotations": []}}},
  "decisions": [{"decision": "keep it", "reason": "callers"}],
  "confidence": "low"
}
)";

void no_preparation(WorkspaceFixture&) {}
Value::Object no_words(WorkspaceFixture&) { return {}; }

template <class... Pairs>
Value::Object object(Pairs... pairs) {
  return Value::Object{pairs...};
}
Value::Member pair(const char* name, Value value) { return {name, std::move(value)}; }

// What `from` has of the session reaches `to`.
void send_main(WorkspaceFixture& from, WorkspaceFixture& to) {
  const auto part = part_to_send(from.store(), SessionId(kMain), Seq());
  REQUIRE(part.ok());
  PosixFileSystem files;
  const RandomSource random = [](Bytes& bytes) { bytes.assign(bytes.size(), 'r'); };
  Context context(
      to.store(), files, [&to] { return to.now; }, random,
      std::make_shared<const Surroundings>(to.surroundings));
  const auto taken = transact(
      context, {}, [&](Transaction& transaction) { return take_in(context, transaction, *part); });
  REQUIRE(taken.ok());
}

// Two machines gave another answer to the same question.
void diverge(WorkspaceFixture& w) {
  start_main(w);
  w.must("ask", "question", "why?");
  WorkspaceFixture other;
  send_main(w, other);
  other.surroundings.session = kMain;
  other.must("answer", "words", words("so"));
  w.must("answer", "words", words("not so"));
  send_main(other, w);
}

// As clew key show prints it on another device.
constexpr const char* kKeyOfDesk =
    "desk:age104cvlyyn4pw43wcgfy7lwak0x09jpndsc7gzkekd5yrvqk9p95nq3p8zyl:"
    "56e02b463060c804432f4fd9db162a7bea9919f4e9326b5f9da0cc097323ea47-52ee411d";
void begin_sharing(WorkspaceFixture& w) {
  start_main(w);
  w.must("remote add", "words", Value::List{"home", w.project() + "/stick"});
  w.caller.agreed = true;
}

}  // namespace

void start_main(WorkspaceFixture& w) {
  w.must("start", "goal", "Work", "id", kMain, "step", Value::List{"Plan", "Build", "Review"});
  w.surroundings.session = kMain;
}

const std::map<std::string, ChangeRow>& change_rows() {
  using W = WorkspaceFixture;
  static const std::map<std::string, ChangeRow> kChanges = {
      {"start",             {no_preparation, [](W&) { return object(pair("goal", "More")); }}               },
      {"next",              {start_main, [](W&) { return object(pair("claim", true)); }}                    },
      {"done",              {start_main, [](W&) { return object(pair("words", words("1"))); }}              },
      {"decide",            {start_main, [](W&) { return object(pair("choice", "JWT")); }}                  },
      {"tried",             {start_main, [](W&) { return object(pair("what", "x"), pair("because", "y")); }}},
      {"ask",               {start_main, [](W&) { return object(pair("question", "why?")); }}               },
      {"answer",
       {[](W& w) {
          start_main(w);
          w.must("ask", "question", "why?");
        },
        [](W&) { return object(pair("words", words("so"))); }}                                              },
      {"note",              {start_main, [](W&) { return object(pair("text", "a note")); }}                 },
      {"resume",
       {[](W& w) {
          start_main(w);
          w.must("pause");
        },
        no_words}                                                                                           },
      {"pause",             {start_main, [](W&) { return object(pair("reason", "lunch")); }}                },
      {"close",             {start_main, [](W&) { return object(pair("aborted", true)); }}                  },
      {"undo",
       {[](W& w) {
          start_main(w);
          w.must("note", "text", "wrong");
        },
        no_words}                                                                                           },
      {"step add",          {start_main, [](W&) { return object(pair("title", words("Deploy"))); }}         },
      {"step start",
       {[](W& w) {
          w.must("start", "goal", "Work", "id", kMain, "any_order", true, "step",
                 Value::List{"Plan", "Build"});
          w.surroundings.session = kMain;
        },
        [](W&) { return object(pair("step", "2")); }}                                                       },
      {"step done",         {start_main, [](W&) { return object(pair("words", words("1"))); }}              },
      {"step fail",         {start_main, [](W&) { return object(pair("reason", "no")); }}                   },
      {"step block",        {start_main, [](W&) { return object(pair("reason", "no")); }}                   },
      {"step unblock",
       {[](W& w) {
          start_main(w);
          w.must("step block", "step", "1", "reason", "no");
        },
        [](W&) { return object(pair("step", "1")); }}                                                       },
      {"step review",       {start_main, no_words}                                                          },
      {"step skip",         {start_main, [](W&) { return object(pair("reason", "no")); }}                   },
      {"step retry",
       {[](W& w) {
          start_main(w);
          w.must("step fail", "step", "1", "reason", "no");
        },
        [](W&) { return object(pair("step", "1")); }}                                                       },
      {"revisit",
       {[](W& w) {
          start_main(w);
          w.must("done", "words", words("1"));
        },
        [](W&) { return object(pair("step", "1"), pair("impact", "minor")); }}                              },
      {"recheck",
       {[](W& w) {
          start_main(w);
          w.caller.agreed = true;
          w.must("done", "command", words("true"));
        },
        no_words}                                                                                           },
      {"checkpoint",        {start_main, [](W&) { return object(pair("name", "here")); }}                   },
      {"set",               {start_main, [](W&) { return object(pair("pairs", words("model=opus"))); }}     },
      {"ran",               {start_main, [](W&) { return object(pair("words", words("make"))); }}           },
      {"changed",
       {[](W& w) {
          start_main(w);
          w.write("a.txt", "a\n");
        },
        [](W&) { return object(pair("path", "a.txt")); }}                                                   },
      {"claim verify",
       {start_main, [](W&) { return object(pair("claim", "so"), pair("because", "x")); }}                   },
      {"claim defer",
       {start_main, [](W&) { return object(pair("claim", "so"), pair("because", "x")); }}                   },
      {"claim resolve",
       {[](W& w) {
          start_main(w);
          w.must("claim defer", "claim", "so", "because", "x");
        },
        [](W&) { return object(pair("claim", "so"), pair("because", "x")); }}                               },
      {"claim override",
       {start_main, [](W&) { return object(pair("claim", "so"), pair("because", "x")); }}                   },
      {"claim reconfirm",
       {[](W& w) {
          start_main(w);
          w.must("claim override", "claim", "so", "because", "x");
        },
        [](W&) { return object(pair("claim", "so")); }}                                                     },
      {"agent plan",        {start_main, [](W&) { return object(pair("id", "a-1")); }}                      },
      {"agent start",       {start_main, [](W&) { return object(pair("id", "a-1")); }}                      },
      {"agent progress",
       {[](W& w) {
          start_main(w);
          w.must("agent start", "id", "a-1");
        },
        [](W&) { return object(pair("id", "a-1"), pair("progress", "60%")); }}                              },
      {"agent done",
       {[](W& w) {
          start_main(w);
          w.must("agent start", "id", "a-1");
        },
        [](W&) { return object(pair("id", "a-1")); }}                                                       },
      {"agent fail",
       {[](W& w) {
          start_main(w);
          w.must("agent start", "id", "a-1");
        },
        [](W&) { return object(pair("id", "a-1"), pair("error", "no")); }}                                  },
      {"agent timeout",
       {[](W& w) {
          start_main(w);
          w.must("agent start", "id", "a-1");
        },
        [](W&) { return object(pair("id", "a-1")); }}                                                       },
      {"agent retry",
       {[](W& w) {
          start_main(w);
          w.must("agent start", "id", "a-1");
          w.must("agent fail", "id", "a-1", "error", "no");
        },
        [](W&) { return object(pair("id", "a-1")); }}                                                       },
      {"context",           {start_main, [](W&) { return object(pair("tokens", 1000)); }}                   },
      {"instruct",          {start_main, [](W&) { return object(pair("text", "go on")); }}                  },
      {"error",             {start_main, [](W&) { return object(pair("text", "disk full")); }}              },
      {"record",
       {[](W& w) {
          start_main(w);
          w.input = R"({"type":"note_added","data":{"text":"a"}})";
        },
        no_words}                                                                                           },
      {"artifact add",
       {[](W& w) {
          start_main(w);
          w.write("a.txt", "a\n");
        },
        [](W&) { return object(pair("paths", words("a.txt"))); }}                                           },
      {"fork",              {start_main, [](W&) { return object(pair("id", "side")); }}                     },
      {"repair",
       {[](W& w) {
          start_main(w);
          w.must("note", "text", "one");
          w.must("note", "text", "two");
          const int64_t head = w.must("note", "text", "three").data.find("seq")->as_int();
          flip_event(w.surroundings.store_path, static_cast<unsigned>(head));
          w.caller.agreed = true;
        },
        [](W& w) {
          return object(pair("from", int64_t{w.events().back().event.header.seq.number} - 1));
        }}                                                                                                  },
      {"redact",
       {[](W& w) {
          start_main(w);
          w.must("note", "text", "secret");
        },
        [](W& w) { return object(pair("events", words(std::to_string(w.events().size())))); }}              },
      {"forget",
       {[](W& w) {
          start_main(w);
          w.must("close", "aborted", true);
          w.surroundings.session.clear();
        },
        [](W&) { return object(pair("sessions", words(kMain))); }}                                          },
      {"archive",           {start_main, no_words}                                                          },
      {"unarchive",
       {[](W& w) {
          start_main(w);
          w.must("archive");
        },
        no_words}                                                                                           },
      {"import",
       {[](W& w) { w.write("old/old-1.json", kLegacyWorkflow); },
        [](W&) { return object(pair("paths", words("old/old-1.json"))); }}                                  },
      {"structural resume",
       {[](W& w) {
          start_main(w);
          w.surroundings.cache_folder = w.folder().path() + "/cache";
          w.write("points.json", kCheckpoint);
          w.write("src/climate.py", "class Climate:\n    pass\n");
        },
        [](W&) { return object(pair("input", "points.json")); }}                                            },
      {"restore",
       {[](W& w) {
          start_main(w);
          w.must("backup", "path", "copy.db");
          w.must("note", "text", "after the backup");
          w.surroundings.store_url = w.surroundings.store_path;
          w.caller.agreed = true;
        },
        [](W&) { return object(pair("path", "copy.db")); }, ChangeRow::About::kNoSession}                   },
      {"bundle open",
       {[](W& w) {
          W other;
          other.surroundings.state_folder = w.surroundings.state_folder;
          start_main(other);
          const std::string key = other.must("key show").data.find("key")->as_string();
          other.must("bundle create", "words", words(w.project() + "/main.clew"), "to", words(key));
        },
        [](W&) { return object(pair("file", "main.clew")); }}                                               },
      {"share",             {begin_sharing, [](W&) { return object(pair("with", words(kKeyOfDesk))); }}     },
      {"unshare",
       {[](W& w) {
          begin_sharing(w);
          w.must("share", "with", words(kKeyOfDesk));
        },
        [](W&) { return object(pair("with", words("desk"))); }}                                             },
      {"handoff",
       {[](W& w) {
          start_main(w);
          w.must("remote add", "words", Value::List{"home", w.project() + "/stick"});
        },
        [](W& w) { return object(pair("to", w.surroundings.device)); }}                                     },
      {"merge",
       {diverge, [](W&) { return object(pair("words", words("main")), pair("take", "both")); }}             },
      {"view attach",       {start_main, [](W&) { return object(pair("dialect", "orchestration")); }}       },
      {"view detach",
       {[](W& w) {
          start_main(w);
          w.must("view attach", "dialect", "orchestration");
        },
        no_words}                                                                                           },
      {"view accept",
       {[](W& w) {
          start_main(w);
          w.must("view attach", "dialect", "orchestration", "dir", "view");
          const auto state = w.must("view list").data.find("views")->as_list().at(0);
          const std::string path = w.project() + "/view/" +
                                   state.find("files")->as_list().at(0).find("path")->as_string();
          std::string text = read_text(path);
          text.replace(text.find("Work"), 4, "Play");
          write_text(path, text);
        },
        no_words}                                                                                           },
      {"migrate",
       {[](W& w) { w.write("old/old-1.json", kLegacyWorkflow); },
        [](W&) { return object(pair("paths", words("old/old-1.json"))); },
        ChangeRow::About::kNoSession}                                                                       },
      {"contract ack",
       {[](W& w) { w.write("contract.md", "# Contract\n"); },
        [](W&) { return object(pair("contract", "contract.md")); }, ChangeRow::About::kNoSession}           },
      {"init",              {no_preparation, no_words, ChangeRow::About::kNoSession}                        },
      {"use",
       {[](W& w) {
          start_main(w);
          w.surroundings.session.clear();
          w.caller.session = kMain;
        },
        no_words}                                                                                           },
      {"on",                {[](W& w) { CHECK(w.run("off").ok()); }, no_words, ChangeRow::About::kNoSession}},
      {"off",               {no_preparation, no_words, ChangeRow::About::kNoSession}                        },
  };
  return kChanges;
}

}  // namespace clew
