#include "dialect/loss.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

Session with_attributes(std::vector<Attribute> attributes) {
  Session session;
  session.steps.emplace_back().attributes = std::move(attributes);
  return session;
}

TEST_CASE("attributes are compared by key, whatever their order") {
  const Session said = with_attributes({
      {"x.symbols", Value::Object{{"C", Value::Object{{"kind", "class"}}}}},
      {"x.version", "v1"                                                  }
  });
  const Session other_order = with_attributes({
      {"x.version", "v1"                                                  },
      {"x.symbols", Value::Object{{"C", Value::Object{{"kind", "class"}}}}}
  });
  CHECK(losses(said, other_order).empty());

  const Session lacking = with_attributes({
      {"x.symbols", Value::Object{{"C", Value::Object{{"kind", "function"}}}}}
  });
  const std::vector<Loss> lost = losses(said, lacking);
  REQUIRE(lost.size() == 3);
  CHECK(lost[0].field == "steps[].attributes[].key");
  CHECK(lost[1].field == "steps[].attributes[].value");
  CHECK(lost[2].field == "steps[].attributes[].value.C.kind");
}

}  // namespace
}  // namespace clew
