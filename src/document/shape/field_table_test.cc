#include "document/shape/field_table.h"

#include <doctest/doctest.h>

#include "testing/toy_dialect.h"

namespace clew {

TEST_CASE("a dialect's fields, as a table for people") {
  const char* expected = R"(### ledger: `<id>/ledger.yaml`

One ledger.

| field | type and limits | required | meaning | where it lives |
|---|---|---|---|---|
| `ledger` | whole number, exactly 1 | yes | version of the format | fixed: 1 |
| `title` | text, 1 to 20 characters | yes | what it is about | `goal` |
| `status` | one of `open`, `closed` | yes | open \| closed | `lifecycle` |
| `items` | list of object, identified by `id` |  | what is in it | `facts` |
| `items[].id` | text, like `^[a-z]+-[0-9]+$` | yes | its name | `facts[].id` |
| `items[].made` | time |  | when it was made | `facts[].at` |
| `items[].note` | text, 0 to 40 characters or null |  | a remark | attribute of the fact |
| `sums` | map of number, at least 0, names like `^[A-Z]+$` |  | by currency | derived: the items |
| `receipt` | text or null |  | a file | attribute of the session |

### notes: `<id>/notes.jsonl`

Notes on it.
Each line is one object.

| field | type and limits | required | meaning | where it lives |
|---|---|---|---|---|
| `at` | time | yes | when | `notes[].at` |
| `text` | text | yes | what | `notes[].text` |
)";
  CHECK(field_tables(toy_dialect().documents()) == expected);
}

TEST_CASE("limits and names are said in words") {
  Shape tags = list(text());
  tags.longest = 3;
  tags.distinct = true;
  const Shape shape = object({
      required("a|b", pattern_text("^(x|y)$"), "one\nor two", derived("a | b")),
      optional("by", map(map(object({optional("n", number({}, 1), "", core("n"))}))), "",
               attribute(HomeOwner::kAgent)),
      optional("tags", nullable(tags), "words", attribute(HomeOwner::kStep)),
      optional("mood", usually({"good", "bad"}), "", attribute(HomeOwner::kAttempt)),
      optional("any", any(), "", core("any")),
      optional("on", boolean(), "", core("on")),
      optional("day", date(), "", core("day")),
      optional("shut", object({}, Openness::kClosed), "", core("shut")),
  });
  const char* expected =
      R"(| field | type and limits | required | meaning | where it lives |
|---|---|---|---|---|
| `a\|b` | text, like `^(x\|y)$` | yes | one or two | derived: a \| b |
| `by` | map of map of object |  |  | attribute of the agent |
| `by.*.*.n` | number, at most 1 |  |  | `n` |
| `tags` | list of text, at most 3 entries, no duplicates or null |  | words | attribute of the step |
| `mood` | text, usually `good`, `bad` |  |  | attribute of the attempt |
| `any` | anything |  |  | `any` |
| `on` | true or false |  |  | `on` |
| `day` | date |  |  | `day` |
| `shut` | object, no other fields |  |  | `shut` |
)";
  CHECK(field_table(shape) == expected);
}

}  // namespace clew
