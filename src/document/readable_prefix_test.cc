// The laws of a readable beginning, on texts that are cut at every byte.

#include "document/readable_prefix.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "document/document_text.h"
#include "document/json/json_spans.h"
#include "document/yaml/yaml_spans.h"

namespace clew {
namespace {

constexpr const char* kJson = R"({
  "schema_version": "1.0.0",
  "session_id": "7f3c",
  "progress": 0.45,
  "count": 120,
  "done": true, "none": null,
  "agents": [
    {"id": "agent-1", "type": "a\"b\u00e9", "files": ["x.cc", "y.cc"]},
    {
      "id": "agent-2",
      "error": {"message": "Größe {", "empty": {}, "list": []}
    }
  ],
  "context_usage": {"by_agent": {"agent-1": 4000}}
}
)";

constexpr const char* kYaml = R"(# a plan
feature:
  id: "login-2026-01-09"   # its folder
  name: Login für alle
  description: |
    First line.

    Third line.
  tags: [auth, "two words", {a: 1, b: [2, 3]}]
  folded: >-
    one
    two
  plain: this goes on
    in a second line
phases:
  - phase_id: p1
    name: 'It''s one'
    tasks:
      - task_id: t-1
        status: completed
        completed_at: null
        nothing:
        artifacts: []
      - task_id: t-2
        status: in_progress
  -
    phase_id: p2
    tasks: []
count: 42
)";

using Leaves = std::map<std::string, Value>;

void collect(const Value& tree, const TreePath& path, Leaves& out) {
  if (count_items(tree) == 0) {
    out.emplace(to_pointer(path), tree);
  } else if (tree.is_list()) {
    for (size_t i = 0; i < tree.as_list().size(); ++i) collect(tree.as_list()[i], path / i, out);
  } else {
    for (const auto& [name, value] : tree.as_object()) collect(value, path / name, out);
  }
}

Leaves leaves_of(DocumentKind kind, std::string_view text) {
  Leaves out;
  const auto tree = parse_text(kind, text);
  REQUIRE(tree);
  collect(*tree, {}, out);
  return out;
}

// The whole value, or the first lines of a text.
bool is_of(const Value& part, const Value& whole) {
  if (part == whole) return true;
  return part.is_string() && whole.is_string() && !part.as_string().empty() &&
         whole.as_string().starts_with(part.as_string().substr(0, part.as_string().size() - 1));
}

void ends_of(const SpanNode& node, std::vector<size_t>& out) {
  // That there is nothing shows only in what follows.
  if (node.items.empty() && !node.span.empty()) out.push_back(node.span.end);
  for (const auto& item : node.items) ends_of(item, out);
}

void check_cuts(DocumentKind kind, const std::string& text) {
  const Leaves whole = leaves_of(kind, text);
  const auto spans = kind == DocumentKind::kJson ? find_json_spans(text) : find_yaml_spans(text);
  REQUIRE(spans);
  std::vector<size_t> ends;
  ends_of(*spans, ends);
  Leaves before;
  for (size_t length = 0; length <= text.size(); ++length) {
    CAPTURE(length);
    const std::string cut = text.substr(0, length);
    const auto kept = readable_prefix(kind, cut);
    const auto owed =
        std::count_if(ends.begin(), ends.end(), [&](size_t end) { return end + 1 < length; });
    if (!kept) {
      CHECK(owed == 0);
      CHECK(before.empty());
      continue;
    }
    CHECK(kept->bytes <= length);
    CHECK(kept->text.substr(0, kept->bytes) == cut.substr(0, kept->bytes));
    const Leaves now = leaves_of(kind, kept->text);
    CHECK(now.size() >= static_cast<size_t>(owed));
    for (const auto& [path, value] : now) {
      CAPTURE(path);
      REQUIRE(whole.contains(path));
      CHECK(is_of(value, whole.at(path)));
    }
    for (const auto& [path, value] : before) {
      CAPTURE(path);
      REQUIRE(now.contains(path));
      CHECK(is_of(value, now.at(path)));
    }
    before = now;
  }
  CHECK(before == whole);
}

TEST_CASE("of a text that is cut anywhere, all whole values before the cut are kept, and no more") {
  check_cuts(DocumentKind::kJson, kJson);
  check_cuts(DocumentKind::kYaml, kYaml);
}

TEST_CASE("on one line, too, and behind a byte order mark") {
  std::string line = kJson;
  std::erase(line, '\n');
  check_cuts(DocumentKind::kJson, line);
  const std::string marked = "\xEF\xBB\xBF" + std::string(kYaml).substr(0, 300);
  CHECK(readable_prefix(DocumentKind::kYaml, marked)->text.starts_with("\xEF\xBB\xBF# a plan"));
}

TEST_CASE("what was open is closed, and it is said where reading stopped") {
  struct Row {
    DocumentKind kind;
    const char* text;
    const char* kept;
    const char* stopped;
  };
  const auto json = DocumentKind::kJson;
  const auto yaml = DocumentKind::kYaml;
  const Row rows[] = {
      {json, R"({"a": 1, "b": "tw)",                                     R"({"a": 1})",                    "b"     },
      {json, R"({"a": [{"b": 1}, {"c": 2, "d")",                         R"({"a": [{"b": 1}, {"c": 2}]})", "a[1]"  },
      {json, R"({"a": [)",                                               nullptr,                          ""      },
      {json, R"({"n": 4)",                                               nullptr,                          ""      },
      {json, "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": 2,\n    \"d\": nu",
       "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": 2\n  }\n}\n",                                               "b.d"   },
      {json, "{\"a\": 1, @@ \"b\": 2}",                                  R"({"a": 1})",                    ""      },
      {json, "{\"a\": 1}\n{\"a\": 2}",                                   "{\"a\": 1}",                     ""      },
      {yaml, "a: 1\nb: [x, \"y",                                         "a: 1\nb: [x]\n",                 "b[1]"  },
      {yaml, "a: 1\nb:\n  - id: x\n    na",                              "a: 1\nb:\n  - id: x\n",          "b[0]"  },
      {yaml, "a: 1\nb:\n  - id: x\n  - id",                              "a: 1\nb:\n  - id: x\n",          "b[1]"  },
      {yaml, "a: 1\nb: half a na",                                       "a: 1\n",                         "b"     },
      {yaml, "a: 1 # why\nb:",                                           "a: 1 # why\n",                   "b"     },
      {yaml, "a: 1\nb: {c: 2, d: [3, 4",                                 "a: 1\nb: {c: 2, d: [3]}\n",      "b.d[1]"},
      {yaml, "a: 1\n@@\nb: 2\n",                                         "a: 1\n",                         ""      },
      {yaml, "cut",                                                      nullptr,                          ""      },
      {yaml, "",                                                         nullptr,                          ""      },
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    const auto kept = readable_prefix(row.kind, row.text);
    REQUIRE(kept.has_value() == (row.kept != nullptr));
    if (!kept) continue;
    CHECK(kept->text == row.kept);
    CHECK(path_in_words(kept->stopped) == row.stopped);
  }
}

TEST_CASE("zeros and broken characters, as a power cut leaves them, end what can be read") {
  const std::string zeros(4096, '\0');
  for (const std::string& tail : {zeros, std::string("\xC3"), std::string("\xFF\xFE")}) {
    CHECK(readable_prefix(DocumentKind::kYaml, "a: 1\nb: 2\nc: thr" + tail)->text ==
          "a: 1\nb: 2\n");
    CHECK(readable_prefix(DocumentKind::kJson, "{\"a\": 1, \"b\": 2," + tail)->text ==
          "{\"a\": 1, \"b\": 2}");
  }
}

TEST_CASE("what is no damage, or a danger, is not read") {
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "[1,";
  CHECK_FALSE(readable_prefix(DocumentKind::kJson, "{\"a\": 1, \"a\": 2, \"b\": "));
  CHECK_FALSE(readable_prefix(DocumentKind::kYaml, "a: 1\na: 2\nb: [").has_value());
  CHECK_FALSE(readable_prefix(DocumentKind::kYaml, "%TAG !a! b\n%TAG !c! d\na: 1\n"));
  CHECK_FALSE(
      readable_prefix(DocumentKind::kYaml, "<<<<<<< HEAD\na: 1\n=======\nb: 1\n>>>>>>> x\n"));
  CHECK(readable_prefix(DocumentKind::kJson, deep).has_value());
  CHECK(readable_prefix(DocumentKind::kYaml, "a: 1\nb: &x 2\nc: *x\n")->text == "a: 1\n");
}

}  // namespace
}  // namespace clew
