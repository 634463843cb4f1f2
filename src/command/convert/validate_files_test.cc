#include "command/convert/validate_files.h"

#include <filesystem>

#include "command/convert/show_schema.h"
#include "discovery/find_dialect_files.h"
#include "discovery/judge_files.h"
#include "testing/toy_dialect.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

constexpr const char* kGood =
    "ledger: 1\ntitle: May\nstatus: open\nitems:\n  - id: tea-1\n    made: 2026-05-01T10:00:00Z\n";

class Files : public WorkspaceFixture {
 public:
  Files()
      : workspace_(store(), disk_, [] { return Time{}; }, [](Bytes&) {}, caller, surroundings) {}

  Result<Answer> validate(std::vector<std::string> paths, const std::string& dialect = {},
                          const std::string& format = {}) {
    return validate_paths(workspace_, {std::move(paths), dialect, format}, {&toy_dialect()});
  }
  // "file:line:column rule" of every finding.
  std::vector<std::string> findings(std::vector<std::string> paths,
                                    const std::string& dialect = {}) {
    const auto answer = validate(std::move(paths), dialect);
    if (!answer) return {answer.error().message};
    std::vector<std::string> found;
    for (const auto& finding : answer->data.find("findings")->as_list()) {
      std::string location = finding.find("file")->as_string();
      if (!finding.find("line")->is_null()) {
        location += ":" + to_text(*finding.find("line")) + ":" + to_text(*finding.find("column"));
      }
      found.push_back(location + " " + finding.find("rule")->as_string());
    }
    return found;
  }
  Workspace& workspace() { return workspace_; }

 private:
  PosixFileSystem disk_;
  Workspace workspace_;
};

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a valid session is valid, however it is named") {
  Files f;
  f.write("books/may/ledger.yaml", kGood);
  f.write("books/may/notes.jsonl", "{\"at\":\"2026-05-01T10:00:00Z\",\"text\":\"tea\"}\n");
  f.write("books/may/other.txt", "not ours");
  for (const char* path :
       {"books/may/ledger.yaml", "books/may", "books", ".", "books/may/notes.jsonl"}) {
    INFO(std::string(path));
    const auto answer = f.validate({path});
    REQUIRE(answer.ok());
    CHECK(answer->text == "valid · 1 session in 2 files · toy");
    CHECK(!answer->refusal);
    CHECK(answer->data.find("valid")->as_bool());
    const auto& files = answer->data.find("files")->as_list();
    REQUIRE(files.size() == 2);
    CHECK(files[0].find("path")->as_string() == "books/may/ledger.yaml");
    CHECK(files[0].find("dialect")->as_string() == "toy");
  }
}

TEST_CASE("all findings of all files, each at its place, and exit 5") {
  Files f;
  f.write(
      "a/ledger.yaml",
      "ledger: 1\ntitle: May\nstatus: opne\nitems:\n  - id: Tea\n    made: 2026-05-01T10:00:00\n");
  f.write("a/notes.jsonl", "{\"at\":\"soon\",\"text\":\"tea\"}\n\n{\"text\":1}\n");
  f.write("b/ledger.yaml", "ledger: 1\ntitle: [\n");
  f.write("c/ledger.yaml", kGood);
  const auto answer = f.validate({"."});
  REQUIRE(answer.ok());
  CHECK(f.findings({"."}) == Lines{"a/ledger.yaml:3:9 toy.word", "a/ledger.yaml:5:9 toy.pattern",
                                   "a/ledger.yaml:6:11 toy.zone", "a/notes.jsonl:1:1 toy.pattern",
                                   "a/notes.jsonl:3:1 toy.missing", "a/notes.jsonl:3:1 toy.type",
                                   "b/ledger.yaml:3:1 toy.syntax"});
  REQUIRE(answer->refusal);
  CHECK(answer->refusal->code == ErrorCode::kInvalid);
  CHECK(answer->refusal->message == "3 of 4 files are not valid");
  const Value& counts = *answer->data.find("counts");
  CHECK(counts.find("errors")->as_int() == 6);
  CHECK(counts.find("warnings")->as_int() == 1);
  CHECK(counts.find("sessions")->as_int() == 3);
  CHECK(
      answer->text.find(
          "a/ledger.yaml:3:9  error  status: \"opne\" is not one of open, closed  [toy.word]\n") !=
      std::string::npos);
  CHECK(answer->text.find("  next: clew repair b/ledger.yaml\n") != std::string::npos);
  CHECK(answer->text.ends_with("\n6 errors, 1 warning · 3 sessions in 4 files · toy"));
  const auto json = f.validate({"."}, "", "json");
  REQUIRE(json.ok());
  CHECK(json->text == json_document(*answer));
}

TEST_CASE("warnings alone are no refusal") {
  Files f;
  f.write("a/ledger.yaml", "ledger: 1\ntitle: May\nstatus: open\n");
  const auto answer = f.validate({"a"});
  REQUIRE(answer.ok());
  CHECK(!answer->refusal);
  CHECK(answer->exit == 0);
  CHECK(answer->text ==
        "a/ledger.yaml:1:1  warning  there are no items  [toy.no-items]\n\n"
        "valid, 1 warning · 1 session in 1 file · toy");
}

TEST_CASE("what a document says of the disk is looked up beneath its folder") {
  const std::string with = std::string(kGood) + "receipt: ";
  struct Row {
    const char* claim;
    const char* receipt;
    bool there;
  };
  constexpr Row kRows[] = {
      {"beside the document",                    "receipt.pdf",                    true },
      {"spelt with a dot",                       "./receipt.pdf",                  true },
      {"in the folder above",                    "above.pdf",                      true },
      {"nowhere",                                "missing.pdf",                    false},
      {"out of the folder",                      "../../outside.pdf",              false},
      {"through a symbolic link",                "link/outside.pdf",               false},
      {"in a folder that moved",                 "/nowhere/books/may/receipt.pdf", true },
      {"absolute, and nowhere",                  "/nowhere/books/may/missing.pdf", false},
      {"absolute, with .. where the folder was", "/nowhere/may/../../outside.pdf", false},
  };
  Files f;
  f.write("outside.pdf", "x");
  f.write("books/may/receipt.pdf", "x");
  f.write("books/above.pdf", "x");
  std::filesystem::create_directory_symlink(f.project(), f.project() + "/books/may/link");
  for (const auto& row : kRows) {
    INFO(std::string(row.claim));
    f.write("books/may/ledger.yaml", with + row.receipt + "\n");
    const Lines expected = row.there ? Lines{} : Lines{"books/may/ledger.yaml:7:10 toy.no-receipt"};
    CHECK(f.findings({"books"}) == expected);
  }
  f.write("books/may/ledger.yaml", with + f.project() + "/outside.pdf\n");
  CHECK(f.findings({"books"}).empty());
}

TEST_CASE("a file of no dialect is refused with the way to see how far it is from one") {
  Files f;
  f.write("notes.txt", "just words\n");
  f.write("empty/readme.md", "nothing\n");
  f.write("may/ledger.yaml", kGood);
  const auto file = f.validate({"notes.txt"});
  REQUIRE(!file.ok());
  CHECK(file.error().code == ErrorCode::kInvalid);
  CHECK(file.error().message == "notes.txt is none of toy");
  CHECK(file.error().next == "clew schema toy   to see what such a file contains");
  const auto folder = f.validate({"empty"});
  REQUIRE(!folder.ok());
  CHECK(folder.error().message == "there is no session in empty: none of toy");
  CHECK(folder.error().next == "clew schema toy   to see what such a file contains");
  CHECK(f.validate({"absent"}).error().code == ErrorCode::kNotFound);
  CHECK(f.validate({"notes.txt"}, "no-such").error().code == ErrorCode::kUsage);
  CHECK(f.validate({"notes.txt"}, "", "xml").error().code == ErrorCode::kUsage);
  CHECK(f.validate({}).error().code == ErrorCode::kUsage);

  // One of several is a finding among the others.
  CHECK(f.findings({"may", "notes.txt", "absent"}) ==
        Lines{"absent clew.unreadable", "notes.txt clew.unrecognised"});
  CHECK(f.findings({"notes.txt"}, "toy") == Lines{"notes.txt:1:1 toy.type"});
}

TEST_CASE("a file of no dialect is told with the nearest one") {
  WorkspaceFixture f;
  const std::string orchestration =
      R"({"session_id": "a", "agents": [], "mode": "debug", "pending_tasks": [], "progress": 0.5})";
  f.write("odd/a.txt", orchestration);
  f.write("odd/b.yaml", "pipeline_id: x\nstages: {}\ncurrent_stage: 1\n");
  f.write("odd/c.json", "[{\"structural_version\": \"1\", \"confidence\": \"low\"}]");
  f.write("odd/plan.yaml", "feature: {id: a}\nphases: []\n");
  struct Row {
    const char* path;
    const char* nearest;
  };
  for (const auto& [path, nearest] : {
           Row{"odd/a.txt",     "orchestration"},
           Row{"odd/b.yaml",    "essay"        },
           Row{"odd/c.json",    "structural"   },
           Row{"odd/plan.yaml", "feature"      }
  }) {
    INFO(std::string(path));
    const auto refused = f.run("validate", "paths", words(path));
    REQUIRE(!refused.ok());
    CHECK(refused.error().message.ends_with(std::string("; ") + nearest + " is nearest"));
    CHECK(refused.error().next == std::string("clew validate ") + path + " --dialect " + nearest +
                                      "   to see how far it is from one");
  }
  // Also in a folder, and a document of a name that is none is not valid for it.
  f.write("some/deep/a.json", orchestration);
  const auto folder = f.run("validate", "paths", words("some"));
  REQUIRE(!folder.ok());
  CHECK(folder.error().message.ends_with("; some/deep/a.json is nearest to orchestration"));
  const auto plan = f.run("validate", "paths", words("odd/plan.yaml"), "dialect", "feature");
  REQUIRE(plan.ok());
  CHECK(plan->text.find("this is like <id>/implementation-plan.yaml") != std::string::npos);
}

TEST_CASE("a file is known by its content when its name says nothing") {
  Files f;
  f.write("x/may-book.yaml", kGood);
  f.write("x/unrelated.yaml", "a: 1\n");
  f.write("x/deep/june.yaml", std::string(kGood) + "sums: 3\n");
  CHECK(f.findings({"x/may-book.yaml"}).empty());
  const auto answer = f.validate({"x"});
  REQUIRE(answer.ok());
  CHECK(answer->data.find("counts")->find("files")->as_int() == 1);
  CHECK(f.findings({"x/deep/june.yaml"}) == Lines{"x/deep/june.yaml:7:7 toy.type"});
}

TEST_CASE("a name alone counts where its neighbours are what they seem") {
  Files f;
  f.write("lone/ledger.yaml", "name: package\n");
  CHECK(f.findings({"lone"}) == Lines{"there is no session in lone: none of toy"});
  CHECK(f.findings({"lone/ledger.yaml"}).size() == 4);  // named outright, it is believed
  f.write("damaged/ledger.yaml", "ledger: [\n");
  CHECK(f.findings({"damaged"}) == Lines{"damaged/ledger.yaml:2:1 toy.syntax"});
}

TEST_CASE("what is too large or not to be read is said, and the rest is still judged") {
  Files f;
  f.write("a/ledger.yaml", kGood);
  // A file of lines is bounded by its lines, not as a whole.
  f.write("a/notes.jsonl", std::string((8 << 20) + 1, '\n'));
  CHECK(f.findings({"a"}).empty());
  f.write("a/notes.jsonl", std::string((1 << 20) + 1, 'x') + "\n");
  const auto answer = f.validate({"a"});
  REQUIRE(answer.ok());
  CHECK(f.findings({"a"}).size() == 1);
  CHECK(answer->text.find("1048576") != std::string::npos);
  f.write("big.yaml", std::string((8 << 20) + 1, ' '));
  CHECK(f.validate({"big.yaml"}).error().message.find("8388608") != std::string::npos);
}

TEST_CASE("symbolic links, .git and node_modules are not entered, and depth is bounded") {
  Files f;
  f.write("x/a/ledger.yaml", kGood);
  f.write("x/.git/b/ledger.yaml", "ledger: [\n");
  f.write("x/node_modules/b/ledger.yaml", "ledger: [\n");
  f.write("elsewhere/b/ledger.yaml", "ledger: [\n");
  f.write("x/1/2/3/4/5/6/7/ledger.yaml", kGood);
  f.write("x/1/2/3/4/5/6/7/8/ledger.yaml", "ledger: [\n");
  std::filesystem::create_directory_symlink(f.project() + "/elsewhere", f.project() + "/x/link");
  CHECK(f.findings({"x"}).empty());
  const auto answer = f.validate({"x"});
  REQUIRE(answer.ok());
  CHECK(answer->data.find("counts")->find("sessions")->as_int() == 2);
  // A link that a person names is followed.
  CHECK(f.findings({"x/link"}) == Lines{"elsewhere/b/ledger.yaml:2:1 toy.syntax"});
}

TEST_CASE("what is found is read with its folder and its place") {
  Files f;
  f.write("books/may/ledger.yaml", kGood);
  f.write("books/june/ledger.yaml", kGood);
  f.write("books/june/notes.jsonl", "");
  std::vector<FoundSession> found;
  const Status status =
      visit_dialect_files(f.workspace(), Lookup{{&toy_dialect()}}, "books", [&](FoundSession each) {
        found.push_back(std::move(each));
        return success();
      });
  REQUIRE(status.ok());
  REQUIRE(found.size() == 2);
  CHECK(found[0].folder == f.project() + "/books");
  CHECK(found[0].location.entry == "june");
  CHECK(found[0].location.files == Lines{"june/ledger.yaml", "june/notes.jsonl"});
  CHECK(found[1].files == FileSet{{{"may/ledger.yaml", kGood}}});
}

TEST_CASE("a schema is shown of the main document, of one, or of all") {
  const Dialects dialects = {&toy_dialect()};
  const auto main = schema_of({{"toy"}, false}, dialects);
  REQUIRE(main.ok());
  CHECK(main->data.find("document")->as_string() == "ledger");
  CHECK(main->data.find("documents")->as_list().size() == 2);
  CHECK(
      main->text.starts_with("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
                             "  \"$id\": \"https://clew.invalid/schemas/toy/ledger.json\","));
  const auto notes = schema_of(
      {
          {"toy", "notes"},
          false
  },
      dialects);
  REQUIRE(notes.ok());
  CHECK(notes->data.find("document")->as_string() == "notes");
  const auto all = schema_of({{"toy"}, true}, dialects);
  REQUIRE(all.ok());
  CHECK(*all->data.find("schemas")->find("notes") == *notes->data.find("schema"));
  const auto none = schema_of(
      {
          {"toy", "book"},
          false
  },
      dialects);
  REQUIRE(!none.ok());
  CHECK(none.error().code == ErrorCode::kNotFound);
  CHECK(none.error().message == "toy has no document \"book\"; it has ledger, notes");
  CHECK(schema_of(
            {
                {"toy", "notes"},
                true
  },
            dialects)
            .error()
            .code == ErrorCode::kUsage);
  CHECK(schema_of({{"tyo"}, false}, dialects).error().code == ErrorCode::kUsage);
}

}  // namespace clew
