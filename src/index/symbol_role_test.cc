#include "index/symbol_role.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

using Neighbours = std::set<std::pair<std::string, std::string>>;

// So many symbols, spread over so many files of a folder.
Neighbours neighbours(const std::string& folder, size_t symbols, size_t files = 1) {
  Neighbours out;
  for (size_t i = 0; i < symbols; ++i) {
    out.insert({folder + "/f" + std::to_string(i % files) + ".py", "s" + std::to_string(i)});
  }
  return out;
}

TEST_CASE("the role is the first row of the table that fits") {
  struct Row {
    const char* claim;
    const char* name;
    std::vector<std::string> tags;
    std::string path;
    Neighbours callers;
    Neighbours callees;
    const char* role;
  };
  const Row rows[] = {
      {"a tag comes before everything", "main", {"legacy"}, "tests/a.py", {}, {}, "legacy"},
      {"of several tags the first of the table",
       "f", {"bridge", "legacy", "orchestrator"},
       "a/a.py", {},
       {},
       "orchestrator"},
      {"deprecated before temporary",
       "f", {"temporary", "deprecated"},
       "a/a.py", {},
       {},
       "deprecated"},
      {"another tag is no role", "f", {"hot"}, "a/a.py", {}, {}, "unspecified"},
      {"a test by its name", "test_run", {}, "a/a.py", {}, {}, "test"},
      {"a test by its file", "run", {}, "a/a_test.go", {}, {}, "test"},
      {"a test by its file, in JavaScript", "run", {}, "a/a.spec.ts", {}, {}, "test"},
      {"a test by its folder", "run", {}, "src/__tests__/a.js", {}, {}, "test"},
      {"no test: the word is a part of another",
       "latest", {},
       "contest/a.py", {},
       {},
       "unspecified"},
      {"main that nobody calls", "main", {}, "a/a.py", {}, neighbours("b", 9, 3), "entry"},
      {"main that somebody calls is no entry",
       "main", {},
       "a/a.py", neighbours("a", 1),
       {},
       "leaf"},
      {"eight callees in three files",
       "f", {},
       "a/a.py", neighbours("a", 2),
       neighbours("a", 8, 3),
       "orchestrator"},
      {"seven callees are too few",
       "f", {},
       "a/a.py", neighbours("a", 2),
       neighbours("a", 7, 3),
       "unspecified"},
      {"two files are too few",
       "f", {},
       "a/a.py", neighbours("a", 2),
       neighbours("a", 8, 2),
       "unspecified"},
      {"three callers are too many",
       "f", {},
       "a/a.py", neighbours("a", 3),
       neighbours("a", 8, 3),
       "unspecified"},
      {"between two other folders",
       "f", {},
       "a/a.py", neighbours("b", 1),
       neighbours("c", 1),
       "bridge"},
      {"back to where it came from is no bridge",
       "f", {},
       "a/a.py", neighbours("b", 1),
       neighbours("b", 1),
       "unspecified"},
      {"from its own folder is no bridge",
       "f", {},
       "a/a.py", neighbours("a", 1),
       neighbours("c", 1),
       "unspecified"},
      {"ten callers in three files", "f", {}, "a/a.py", neighbours("a", 10, 3), {}, "hub"},
      {"nine callers are too few", "f", {}, "a/a.py", neighbours("a", 9, 3), {}, "leaf"},
      {"ten callers in two files",
       "f", {},
       "a/a.py", neighbours("a", 10, 2),
       neighbours("a", 1),
       "unspecified"},
      {"called, and calls nothing", "f", {}, "a/a.py", neighbours("a", 1), {}, "leaf"},
      {"alone", "f", {}, "a/a.py", {}, {}, "unspecified"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.claim);
    Definition definition;
    definition.name = definition.qualified = row.name;
    definition.tags = row.tags;
    const std::string folder = row.path.substr(0, row.path.rfind('/'));
    CHECK(role_of(definition, row.path, {folder, row.callers, row.callees}) == row.role);
  }
}

}  // namespace
}  // namespace clew
