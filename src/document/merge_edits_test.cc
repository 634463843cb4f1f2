#include "document/merge_edits.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>

#include "document/json/json.h"
#include "document/random_tree_test.h"

namespace clew {
namespace {

// Lists called "keyed" go by "id".
std::string key_of(const TreePath& path) {
  const auto* name = path.empty() ? nullptr : std::get_if<std::string>(&path.back());
  return name != nullptr && *name == "keyed" ? "id" : "";
}

struct MergeRow {
  const char* claim;
  const char* base;
  const char* before;
  const char* after;
  const char* merged;
};

constexpr MergeRow kRows[] = {
    {"what is equal keeps whatever base has",             R"({"a":9,"z":0})",                           R"({"a":1,"b":2})",
     R"({"a":1,"b":2})",                                                                                                                                                                           R"({"a":9,"z":0})"                                  },
    {"what changed is set",                               R"({"a":"1","z":0})",                         R"({"a":1})",                           R"({"a":2})",                                      R"({"a":2,"z":0})"                                  },
    {"what base has already is left alone",               R"({"a":2})",                                 R"({"a":1})",                           R"({"a":2})",                                      R"({"a":2})"                                        },
    {"what changed and base lacks is inserted",           R"({"z":0})",                                 R"({"a":1})",                           R"({"a":2})",
     R"({"z":0,"a":2})"                                                                                                                                                                                                                                },
    {"what is new comes behind its predecessor",          R"({"a":1,"z":0})",                           R"({"a":1})",
     R"({"a":1,"b":2,"c":3})",                                                                                                                                                                     R"({"a":1,"b":2,"c":3,"z":0})"                      },
    {"the predecessor base lacks does not count",         R"({"a":1,"z":0})",                           R"({"a":1,"b":2})",
     R"({"a":1,"b":2,"c":3})",                                                                                                                                                                     R"({"a":1,"c":3,"z":0})"                            },
    {"what is new and base has is set",                   R"({"a":5})",                                 "{}",                                   R"({"a":null})",                                   R"({"a":null})"                                     },
    {"an object that is new and base has is merged",      R"({"a":{"x":1,"z":0}})",                     "{}",
     R"({"a":{"x":2,"y":3}})",                                                                                                                                                                     R"({"a":{"x":2,"y":3,"z":0}})"                      },
    {"what is gone is removed",                           R"({"a":1,"z":0})",                           R"({"a":1,"b":2})",                     R"({})",                                           R"({"z":0})"                                        },
    {"an object that is gone leaves what base put in it", R"({"a":{"x":1,"z":0}})",
     R"({"a":{"x":1}})",                                                                                                                        R"({})",                                           R"({"a":{"z":0}})"                                  },
    {"objects are merged within",                         R"({"a":{"x":1,"z":0}})",                     R"({"a":{"x":1}})",                     R"({"a":{"x":2}})",
     R"({"a":{"x":2,"z":0}})"                                                                                                                                                                                                                          },
    {"another kind in base is replaced",                  R"({"a":null})",                              R"({"a":[]})",                          R"({"a":[1]})",
     R"({"a":[1]})"                                                                                                                                                                                                                                    },
    {"another kind now is replaced",                      R"({"a":[1]})",                               R"({"a":[1]})",                         R"({"a":{"x":1}})",
     R"({"a":{"x":1}})"                                                                                                                                                                                                                                },
    {"keyed elements are merged, others stay",
     R"({"keyed":[{"id":"z"},{"id":"a","n":"1","z":0},5]})",                                            R"({"keyed":[{"id":"a","n":1}]})",
     R"({"keyed":[{"id":"a","n":2}]})",                                                                                                                                                            R"({"keyed":[{"id":"z"},{"id":"a","n":2,"z":0},5]})"},
    {"a new keyed element comes behind its predecessor",  R"({"keyed":[{"id":"a"},{"id":"z"}]})",
     R"({"keyed":[{"id":"a"}]})",                                                                                                               R"({"keyed":[{"id":"a"},{"id":"b"},{"id":"c"}]})",
     R"({"keyed":[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"z"}]})"                                                                                                                                                                                      },
    {"without one, before its successor",                 R"({"keyed":[{"id":"z"},{"id":"b"}]})",
     R"({"keyed":[{"id":"b"}]})",                                                                                                               R"({"keyed":[{"id":"a"},{"id":"b"}]})",
     R"({"keyed":[{"id":"z"},{"id":"a"},{"id":"b"}]})"                                                                                                                                                                                                 },
    {"without either, last",                              R"({"keyed":[{"id":"z"}]})",                  R"({"keyed":[]})",
     R"({"keyed":[{"id":"a"}]})",                                                                                                                                                                  R"({"keyed":[{"id":"z"},{"id":"a"}]})"              },
    {"a new keyed element that base has is merged",       R"({"keyed":[{"id":"a","z":0}]})",
     R"({"keyed":[]})",                                                                                                                         R"({"keyed":[{"id":"a","n":1}]})",                 R"({"keyed":[{"id":"a","n":1,"z":0}]})"             },
    {"a keyed element is removed",                        R"({"keyed":[{"id":"z"},{"id":"a","z":0}]})",
     R"({"keyed":[{"id":"a"}]})",                                                                                                               R"({"keyed":[]})",                                 R"({"keyed":[{"id":"z"}]})"                         },
    {"one that base lacks stays away",                    R"({"keyed":[]})",                            R"({"keyed":[{"id":"a"},{"id":"b"}]})",
     R"({"keyed":[{"id":"a"},{"id":"b"},{"id":"c"}]})",                                                                                                                                            R"({"keyed":[{"id":"c"}]})"                         },
    {"unless it changed",                                 R"({"keyed":[]})",                            R"({"keyed":[{"id":"a","n":1}]})",
     R"({"keyed":[{"id":"a","n":2}]})",                                                                                                                                                            R"({"keyed":[{"id":"a","n":2}]})"                   },
    {"a moved one takes along what base knows",           R"({"keyed":[{"id":"a","z":0},{"id":"b"}]})",
     R"({"keyed":[{"id":"a"},{"id":"b"}]})",                                                                                                    R"({"keyed":[{"id":"b"},{"id":"a","n":1}]})",
     R"({"keyed":[{"id":"b"},{"id":"a","n":1,"z":0}]})"                                                                                                                                                                                                },
    {"scalars come and go",                               R"(["z","a","b"])",                           R"(["a","b"])",                         R"(["b","c"])",                                    R"(["z","b","c"])"                                  },
    {"equal scalars are counted",                         R"(["a","a","z"])",                           R"(["a","a"])",                         R"(["a"])",                                        R"(["a","z"])"                                      },
    {"a scalar that base has is not added again",         R"(["z","a"])",                               "[]",                                   R"(["a"])",                                        R"(["z","a"])"                                      },
    {"lists of objects without keys go by position",      R"([{"x":1,"z":0},{"x":2}])",
     R"([{"x":1},{"x":2}])",                                                                                                                    R"([{"x":5},{"x":2},{"x":3}])",                    R"([{"x":5,"z":0},{"x":2},{"x":3}])"                },
    {"they lose their end",                               R"([{"x":1,"z":0},{"x":2}])",                 R"([{"x":1},{"x":2}])",                 R"([{"x":1}])",
     R"([{"x":1,"z":0}])"                                                                                                                                                                                                                              },
};

TEST_CASE("what happened between two trees is repeated on a third") {
  for (const auto& row : kRows) {
    INFO(row.claim);
    const Value base = *parse_json(row.base);
    const auto edits = merge_edits(base, *parse_json(row.before), *parse_json(row.after), key_of);
    const auto merged = apply_edits(base, edits);
    REQUIRE(merged.ok());
    CHECK(write_json(*merged) == row.merged);
  }
}

TEST_CASE("equal members cause no edits, and changes as few as possible") {
  const Value base = *parse_json(R"({"a":{"x":1},"keyed":[{"id":"a","n":1}]})");
  const Value after = *parse_json(R"({"a":{"x":1},"keyed":[{"id":"a","n":2}]})");
  CHECK(merge_edits(base, after, after, key_of).empty());
  const auto edits = merge_edits(base, base, after, key_of);
  REQUIRE(edits.size() == 1);
  CHECK(to_pointer(edits[0].path) == "/keyed/0/n");
}

// Few names and numbers, so that trees have much in common.
class SimilarTree {
 public:
  explicit SimilarTree(uint64_t seed) : random_(seed) {}

  Value any(size_t levels) {
    switch (random_.below(levels == 0 ? 3 : 7)) {
      case 0:
        return nullptr;
      case 1:
        return "x";
      case 2:
        return static_cast<int64_t>(random_.below(3));
      case 3:
        return any_list(0);
      case 4:
        return any_list(levels - 1);
      default:
        return any_object(levels - 1);
    }
  }

 private:
  Value any_list(size_t levels) {
    Value list = Value::list();
    for (size_t left = random_.below(6); left > 0; --left) list.push(any(levels));
    return list;
  }

  Value any_object(size_t levels) {
    Value object = Value::object();
    for (size_t left = random_.below(5); left > 0; --left) {
      const auto name = random_.one_of<std::string>({"a", "b", "c", "keyed", "keyed"});
      object.set(name, name == "keyed" && levels > 0 ? any_keyed(levels - 1) : any(levels));
    }
    return object;
  }

  Value any_keyed(size_t levels) {
    Value list = Value::list();
    for (const std::string id : {"p", "q", "r", "s", "t"}) {
      if (random_.below(2) == 0) continue;
      Value object = any_object(levels);
      object.set("id", id);
      auto& all = list.list_ref();
      all.insert(all.begin() + static_cast<std::ptrdiff_t>(random_.below(all.size() + 1)), object);
    }
    return list;
  }

  RandomTree random_;
};

Value sorted(const Value& value) {
  Value copy = value;
  if (copy.is_list()) {
    for (Value& item : copy.list_ref()) item = sorted(item);
  }
  if (copy.is_object()) {
    for (auto& [name, item] : copy.object_ref()) item = sorted(item);
    std::sort(copy.object_ref().begin(), copy.object_ref().end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
  }
  return copy;
}

TEST_CASE("merged into what was before, edits give what is after") {
  CHECK(rc::check([](uint64_t seed) {
    SimilarTree trees(seed);
    const Value before = trees.any(4);
    const Value after = trees.any(4);
    const auto merged = apply_edits(before, merge_edits(before, before, after, key_of));
    RC_ASSERT(merged.ok());
    RC_ASSERT(write_json(sorted(*merged)) == write_json(sorted(after)));
  }));
}

TEST_CASE("nothing happened, nothing to merge") {
  CHECK(rc::check([](uint64_t seed) {
    SimilarTree trees(seed);
    const Value same = trees.any(4);
    RC_ASSERT(merge_edits(trees.any(4), same, same, key_of).empty());
  }));
}

TEST_CASE("edits fit whatever base is") {
  CHECK(rc::check([](uint64_t seed) {
    SimilarTree trees(seed);
    const Value base = trees.any(4);
    const Value before = trees.any(4);
    RC_ASSERT(apply_edits(base, merge_edits(base, before, trees.any(4), key_of)).ok());
  }));
}

}  // namespace
}  // namespace clew
