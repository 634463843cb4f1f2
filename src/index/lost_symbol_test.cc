#include "index/lost_symbol.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "files/posix_file_system.h"
#include "index/named_symbol.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

constexpr const char* kLong =
    "(a, b):\n    total = 0\n    for each in a:\n        total += each * b\n    if total > b:\n"
    "        return b\n    return total\n";

// A folder of Python files with its index.
class Sources {
 public:
  void write(const std::string& path, const std::string& text) {
    write_text(root() + "/" + path, text);
  }
  void remove(const std::string& path) { std::filesystem::remove(root() + "/" + path); }
  std::unique_ptr<CodeIndex> open() {
    SystemMachine machine;
    auto index = CodeIndex::open(files_, machine, {root(), std::nullopt, folder_ / "cache"},
                                 own_extractor());
    REQUIRE(index);
    return std::move(*index);
  }

 private:
  std::string root() const { return folder_ / "project"; }

  TempFolder folder_;
  PosixFileSystem files_;
};

SeenSymbol see(CodeIndex& index, const std::string& name) {
  SymbolGraph graph(index);
  const auto symbol = one_symbol(graph, name, "clew code show");
  REQUIRE(symbol);
  const Definition& definition = symbol->definition;
  return {symbol->path, definition.qualified, definition.fingerprint, definition.tokens};
}

std::string fate(Sources& sources, const SeenSymbol& seen) {
  const auto index = sources.open();
  LostSymbols lost([&] { return index.get(); }, [](const std::string&) { return true; });
  const FileRow* row = index->find_file(seen.path);
  REQUIRE(row != nullptr);
  const auto here = index->database().outline(row->file, OutlineParts::kDefinitions);
  REQUIRE(here);
  const auto found = lost.find(seen, &*here);
  REQUIRE(found);
  std::string text = found->what == SymbolFate::What::kMoved     ? "moved"
                     : found->what == SymbolFate::What::kRenamed ? "renamed"
                                                                 : "gone";
  for (const Symbol& each : found->now) text += " " + address_of(each);
  return text;
}

TEST_CASE("a symbol that left its place is moved, renamed or gone") {
  const std::string body = kLong;
  struct Row {
    const char* claim;
    std::string here;   // a.py afterwards
    std::string there;  // b.py afterwards
    std::vector<std::string> twins;
    const char* fate;
  };
  const Row rows[] = {
      {"the same name and body in another file",                        "",                         "def work" + body,              {},            "moved b.py:work"  },
      {"the same name in another file, changed",
       "",                                                                                          "def work(a):\n    return a\n",
       {},
       "moved b.py:work"                                                                                                                                              },
      {"the same body in the same file",                                "def toil" + body,          "",                             {},            "renamed a.py:toil"},
      {"a new namesake elsewhere goes before another name",
       "def toil" + body,
       "def work(x):\n    return x\n",                                                                                              {},
       "moved b.py:work"                                                                                                                                              },
      {"a namesake that always stood elsewhere does not hide a rename",
       "def toil" + body,
       "def work(x):\n    return x\n",                                                                                              {"b.py:work"},
       "renamed a.py:toil"                                                                                                                                            },
      {"a long body in another file",                                   "",                         "def toil" + body,              {},            "renamed b.py:toil"},
      {"two with the same body",
       "def toil" + body + "def slog" + body,
       "",                                                                                                                          {},
       "gone a.py:toil a.py:slog"                                                                                                                                     },
      {"what stood beside it is not its new name",                      "def twin" + body,          "",                             {"a.py:twin"}, "gone"             },
      {"nothing like it",                                               "def other():\n    pass\n", "",                             {},            "gone"             },
  };
  for (const Row& row : rows) {
    CAPTURE(row.claim);
    Sources sources;
    sources.write("a.py", "def work" + body);
    SeenSymbol seen = see(*sources.open(), "work");
    seen.twins = row.twins;
    sources.write("a.py", row.here + "\n");
    sources.write("b.py", row.there + "\n");
    CHECK(fate(sources, seen) == row.fate);
  }
}

TEST_CASE("a short body is no sign in another file, and none without a fingerprint") {
  Sources sources;
  sources.write("a.py", "def get(self):\n    return self.x\n");
  SeenSymbol seen = see(*sources.open(), "get");
  sources.write("a.py", "\n");
  sources.write("b.py", "def take(self):\n    return self.x\n");
  CHECK(fate(sources, seen) == "gone");
  sources.write("a.py", "def take(self):\n    return self.x\n");
  CHECK(fate(sources, seen) == "renamed a.py:take");
  seen.fingerprint = Hash();
  CHECK(fate(sources, seen) == "gone");
}

TEST_CASE("a class is meant before its constructors, and a definition before its declarations") {
  Sources sources;
  sources.write("Climate.java", "class Climate { Climate() {} Climate(int a) {} void run() {} }\n");
  sources.write("run.h", "int run_all(int a);\n");
  sources.write("run.c", "int run_all(int a) { return a; }\n");
  const auto index = sources.open();
  SymbolGraph graph(*index);
  CHECK(one_symbol(graph, "Climate", "clew code show")->definition.kind == SymbolKind::kClass);
  CHECK(one_symbol(graph, "run_all", "clew code show")->path == "run.c");
  sources.write("other.c", "int run_all(int a) { return 2 * a; }\n");
  const auto again = sources.open();
  SymbolGraph both(*again);
  const auto several = one_symbol(both, "run_all", "clew code show");
  REQUIRE(!several);
  CHECK(several.error().code == ErrorCode::kUsage);
  CHECK(several.error().message == "\"run_all\" has 2 definitions: other.c:run_all, run.c:run_all");
  CHECK(several.error().next == "clew code show other.c:run_all");
  const auto none = one_symbol(both, "run_al", "clew code show");
  sources.write("runner.py",
                "class Runner:\n    def run(self):\n        pass\n\ndef run():\n    pass\n");
  const auto members = sources.open();
  SymbolGraph with_members(*members);
  CHECK(!one_symbol(with_members, "runner.py:run_all", "clew code show"));
  CHECK(one_symbol(with_members, "runner.py:run", "clew code show")->definition.qualified == "run");
  CHECK(one_symbol(with_members, "runner.py:Runner.run", "clew code show")->definition.line == 2);
  REQUIRE(!none);
  CHECK(none.error().code == ErrorCode::kNotFound);
  CHECK(none.error().next == "clew code show run_all");
}

}  // namespace
}  // namespace clew
