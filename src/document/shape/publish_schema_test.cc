#include "document/shape/publish_schema.h"

#include <doctest/doctest.h>

#include "document/json/json.h"
#include "testing/shape_samples.h"
#include "testing/toy_dialect.h"

namespace clew {

TEST_CASE("a shape is published as JSON Schema 2020-12") {
  Shape tags = list(one_of({"a", "b"}));
  tags.shortest = 1;
  tags.longest = 2;
  tags.distinct = true;
  const Shape shape = object(
      {
          required("id", pattern_text("^[a-z]+$"), "its name", core("id")),
          optional("note", nullable(text(1, 40)), "a remark", core("note")),
          optional("kind", nullable(one_of({"x", "y"})), "which", core("kind")),
          optional("mood", usually({"good"}), "any word", core("mood")),
          optional("tags", tags, "", core("tags")),
          required("share", number(0, 0.5), "", core("share")),
          optional("counts", map(integer(0), "^[A-Z]$"), "", core("counts")),
          optional("rest", map(any()), "", core("rest")),
      },
      Openness::kClosed);
  const char* expected = R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://example.invalid/a.json",
  "title": "a thing",
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "pattern": "^[a-z]+$",
      "description": "its name"
    },
    "note": {
      "type": [
        "string",
        "null"
      ],
      "minLength": 1,
      "maxLength": 40,
      "description": "a remark"
    },
    "kind": {
      "type": [
        "string",
        "null"
      ],
      "enum": [
        "x",
        "y",
        null
      ],
      "description": "which"
    },
    "mood": {
      "type": "string",
      "examples": [
        "good"
      ],
      "description": "any word"
    },
    "tags": {
      "type": "array",
      "items": {
        "type": "string",
        "enum": [
          "a",
          "b"
        ]
      },
      "minItems": 1,
      "maxItems": 2,
      "uniqueItems": true
    },
    "share": {
      "type": "number",
      "minimum": 0,
      "maximum": 0.5
    },
    "counts": {
      "type": "object",
      "patternProperties": {
        "^[A-Z]$": {
          "type": "integer",
          "minimum": 0
        }
      },
      "additionalProperties": false
    },
    "rest": {
      "type": "object",
      "additionalProperties": {}
    }
  },
  "required": [
    "id",
    "share"
  ],
  "additionalProperties": false
})";
  CHECK(write_json(publish_schema(shape, "https://example.invalid/a.json", "a thing"),
                   JsonStyle::kPretty) == expected);
}

TEST_CASE("the schema of a dialect's document has a stable id") {
  const Dialect& toy = toy_dialect();
  const Value ledger = publish_schema(toy.name(), toy.documents()[0]);
  CHECK(ledger.find("$id")->as_string() == "https://clew.invalid/schemas/toy/ledger.json");
  CHECK(ledger.find("title")->as_string() == "toy ledger: <id>/ledger.yaml");
  const Value notes = publish_schema(toy.name(), toy.documents()[1]);
  CHECK(notes.find("title")->as_string() == "toy notes: one line of <id>/notes.jsonl");
}

TEST_CASE("a published schema says the same twice, and is read back as it is") {
  const Value schema = publish_schema(specimen_shape(), "https://example.invalid/s.json", "s");
  const std::string text = write_json(schema);
  CHECK(text ==
        write_json(publish_schema(specimen_shape(), "https://example.invalid/s.json", "s")));
  CHECK(*parse_json(text) == schema);
}

}  // namespace clew
