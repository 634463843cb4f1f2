#include <doctest/doctest.h>

#include "dialect/orchestration/sample_test.h"
#include "dialect/tree_dialect.h"

namespace clew::orchestration {
namespace {

void check_same(const FileSet& files) {
  const Readings read = orchestration_dialect().read(files);
  const Readings judged = orchestration_dialect().judge(files);
  CHECK(judged.findings == read.findings);
  REQUIRE(judged.sessions.size() == read.sessions.size());
  for (size_t i = 0; i < read.sessions.size(); ++i) {
    CHECK(judged.sessions[i].entry == read.sessions[i].entry);
    CHECK(judged.sessions[i].disk.size() == read.sessions[i].disk.size());
  }
}

TEST_CASE("who only judges finds what reading finds, whatever is wrong") {
  size_t wrong = 0;
  for (const char* name : {kLedger, kNested}) {
    const std::string text = fixture(name);
    check_same(files_named({name}));
    const auto tree = parse_json(text);
    REQUIRE(tree.ok());
    for (const auto& [field, unused] : tree->as_object()) {
      CAPTURE(field);
      for (const Value& other : {Value(), Value(7), Value("odd"), Value::list(), Value::object()}) {
        Value changed = *tree;
        changed.set(field, other);
        const FileSet files{{{name, write_json(changed)}}};
        check_same(files);
        wrong += orchestration_dialect().read(files).findings.empty() ? 0 : 1;
      }
      Value shorter = *tree;
      shorter.erase(field);
      check_same(FileSet{{{name, write_json(shorter)}}});
    }
    for (size_t length = 0; length < text.size(); length += 97) {
      check_same(FileSet{{{name, text.substr(0, length)}}});
    }
  }
  CHECK(wrong > 50);
}

}  // namespace
}  // namespace clew::orchestration
