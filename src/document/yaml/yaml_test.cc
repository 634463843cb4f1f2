#include "document/yaml/yaml.h"

#include <doctest/doctest.h>

#include "document/json/json.h"

namespace clew {
namespace {

std::string as_json(std::string_view text) {
  const auto document = parse_yaml(text);
  return document ? write_json(document->value) : "refused: " + document.error().message;
}

std::string refusal(std::string_view text) {
  const auto document = parse_yaml(text);
  if (document) return "accepted: " + write_json(document->value);
  CHECK(document.error().code == ErrorCode::kInvalid);
  return document.error().message;
}

struct Row {
  std::string_view text;
  std::string expected;
};

TEST_CASE("a YAML scalar means what the core schema of YAML 1.2 says") {
  const Row rows[] = {
      {"null",                              "null"                    },
      {"Null",                              "null"                    },
      {"~",                                 "null"                    },
      {"nUll",                              "\"nUll\""                },
      {"true",                              "true"                    },
      {"False",                             "false"                   },
      {"TRUE",                              "true"                    },
      {"tRue",                              "\"tRue\""                },
      {"yes",                               "\"yes\""                 },
      {"no",                                "\"no\""                  },
      {"on",                                "\"on\""                  },
      {"Off",                               "\"Off\""                 },
      {"y",                                 "\"y\""                   },
      {"42",                                "42"                      },
      {"-0",                                "0"                       },
      {"+7",                                "7"                       },
      {"007",                               "7"                       },
      {"0o17",                              "15"                      },
      {"0xfF",                              "255"                     },
      {"-0x1",                              "\"-0x1\""                },
      {"0b11",                              "\"0b11\""                },
      {"1_000",                             "\"1_000\""               },
      {"1:30",                              "\"1:30\""                },
      {"1.0",                               "1.0"                     },
      {"1.",                                "1.0"                     },
      {".5",                                "0.5"                     },
      {"1e3",                               "1000.0"                  },
      {".",                                 "\".\""                   },
      {"1.2.3",                             "\"1.2.3\""               },
      {"9223372036854775807",               "9223372036854775807"     },
      {"9223372036854775808",               "9223372036854775808.0"   },
      {"0x8000000000000000",                "9223372036854775808.0"   },
      {"2025-01-10",                        "\"2025-01-10\""          },
      {"2025-01-10T12:00:00Z",              "\"2025-01-10T12:00:00Z\""},
      {"'42'",                              "\"42\""                  },
      {"\"true\"",                          "\"true\""                },
      {"''",                                "\"\""                    },
      {"|\n  42\n",                         "\"42\\n\""               },
      {">-\n  a\n  b\n",                    "\"a b\""                 },
      {"a\n  b",                            "\"a b\""                 },
      {"\"\\0\\x41\\u00e4\\U0001F600\\/\"", "\"\\u0000Aä😀/\""        },
      {"!!str 42",                          "\"42\""                  },
      {"!!str",                             "\"\""                    },
      {"!!int '42'",                        "42"                      },
      {"!!float 42",                        "42.0"                    },
      {"!!bool \"true\"",                   "true"                    },
      {"!!null ''",                         "null"                    },
      {"!<tag:yaml.org,2002:str> 1",        "\"1\""                   },
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    CHECK(as_json(row.text) == row.expected);
  }
}

TEST_CASE("YAML documents become values in their order") {
  const Row rows[] = {
      {"",                                    "null"                                            },
      {"# only a comment\n",                  "null"                                            },
      {"---\n",                               "null"                                            },
      {"---\na\n...\n# the end\n",            "\"a\""                                           },
      {"%YAML 1.2\n---\na: 1\n",              R"({"a":1})"                                      },
      {"\xEF\xBB\xBF"
       "a: 1",                         R"({"a":1})"                                      },
      {"b: 1\na:\n  - x\n  - y: 2\n    z:\n", R"({"b":1,"a":["x",{"y":2,"z":null}]})"           },
      {"a:\n- 1\n-\n- - 2\n",                 R"({"a":[1,null,[2]]})"                           },
      {"{a: 1, b: [c, {d: e}], f, \"g\": }",  R"({"a":1,"b":["c",{"d":"e"}],"f":null,"g":null})"},
      {"[a: 1, b]",                           R"([{"a":1},"b"])"                                },
      {"1: a\ntrue: b\n~: c\n.inf: d\n",      R"({"1":"a","true":"b","~":"c",".inf":"d"})"      },
      {"? a\n: 1\n? b\n",                     R"({"a":1,"b":null})"                             },
      {"\"\": 1",                             R"({"":1})"                                       },
      {"!!map {a: !!seq []}",                 R"({"a":[]})"                                     },
      {"!!str a: 1",                          R"({"a":1})"                                      },
      {"<<: 1",                               R"({"<<":1})"                                     },
      {"a: |\n  <<<<<<< HEAD\n",              R"({"a":"<<<<<<< HEAD\n"})"                       },
      {"a: 1\r\nb: 2\r\n",                    R"({"a":1,"b":2})"                                },
      {"a: 50%TAG\n",                         R"({"a":"50%TAG"})"                               },
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    CHECK(as_json(row.text) == row.expected);
  }
}

TEST_CASE("YAML that is bad, or means different things to different readers, is refused") {
  const Row rows[] = {
      {"a: &x 1\n", "line 1, column 4: an anchor: anchors and aliases are not supported"},
      {"a: &x [1]\n", "line 1, column 4: an anchor: anchors and aliases are not supported"},
      {"&x a: 1\n", "line 1, column 1: an anchor: anchors and aliases are not supported"},
      {"a: *x\n", "line 1, column 4: an alias: write the value out"},
      {"*x : 1\n", "line 1, column 1: an alias: write the value out"},
      {"a: 1\nb: 2\na: 3\n", "line 3, column 1: the key \"a\" appears twice"},
      {"{1: a, '1': b}", "line 1, column 8: the key \"1\" appears twice"},
      {"a\n---\nb\n", "line 2, column 1: a second document; only one is supported"},
      {"a\n...\n---\n", "line 3, column 1: a second document; only one is supported"},
      {"? [a]\n: 1\n", "line 1, column 3: a list or mapping cannot be a key"},
      {"{a: 1}: 1\n", "line 1, column 1: a list or mapping cannot be a key"},
      {"a: !local 1", "line 1, column 4: the tag !local is not one of YAML's core tags"},
      {"a: ! 1", "line 1, column 4: the tag ! is not one of YAML's core tags"},
      {"!!set {a}",
       "line 1, column 1: the tag tag:yaml.org,2002:set is not one of YAML's core tags"},
      {"!!binary aGk=",
       "line 1, column 1: the tag tag:yaml.org,2002:binary is not one of YAML's core tags"},
      {"!%ED%A0%80 a",
       "line 1, column 1: the tag !\uFFFD\uFFFD\uFFFD is not one of YAML's core tags"},
      {"!!int a", "line 1, column 1: \"a\" does not match its tag"},
      {"!!seq {}", "line 1, column 1: the value does not match its tag"},
      {"!!str []", "line 1, column 1: the value does not match its tag"},
      {"%TAG !e! tag:example.com,2000:\n---\na",
       "line 1, column 1: a %TAG directive: only YAML's core "
       "tags are supported"},
      {"a\n...\n%TAG ! !\n---\nb",
       "line 3, column 1: a %TAG directive: only YAML's core tags are "
       "supported"},
      {"%YAML 2.0\n---\na", "line 1, column 1: found incompatible YAML document"},
      {"a: .inf",
       "line 1, column 4: .inf is not a number that can be stored; put it in quotes if it is text"},
      {"a: -.INF",
       "line 1, column 4: -.INF is not a number that can be stored; put it in quotes if it is "
       "text"},
      {"- .nan",
       "line 1, column 3: .nan is not a number that can be stored; put it in quotes if it is text"},
      {"commit: 12e4567",
       "line 1, column 9: the number 12e4567 is beyond what a double can hold; put "
       "it in quotes if it is text"},
      {"n: 9223372036854775809",
       "line 1, column 4: the number 9223372036854775809 does not fit 64 "
       "bits and is not exact as a double; put it in quotes if it is "
       "text"},
      {"a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> other\n",
       "line 2, column 1: a merge conflict is not resolved (<<<<<<<)"},
      {"[a,\n<<<<<<< HEAD\nb]", "line 2, column 1: a merge conflict is not resolved (<<<<<<<)"},
      {"a: [1,\nb: 2\n",
       "line 3, column 1: did not find expected ',' or ']' while parsing a flow sequence that "
       "starts "
       "on line 1"},
      {"a: 'x\n",
       "line 2, column 1: found unexpected end of stream while scanning a quoted scalar "
       "that starts on line 1"},
      {"ä: b: c", "line 1, column 5: mapping values are not allowed in this context"},
      {"a:\n\t- b",
       "line 2, column 1: found character that cannot start any token while scanning "
       "for the next token"},
      {"ä: \x07", "line 1, column 4: the character U+0007 is not allowed here"},
      {std::string_view("a\0b", 3), "line 1, column 2: the character U+0000 is not allowed here"},
      {"a: \xff", "line 1, column 4: invalid UTF-8"},
      {"a: \xc3", "line 1, column 4: invalid UTF-8"},
      {"\xff\xfe"
       "a", "line 1, column 1: invalid UTF-8"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    CHECK(refusal(row.text) == row.expected);
  }
}

TEST_CASE("no text at all is an empty text") {
  CHECK(parse_yaml(std::string_view())->value == Value());
  CHECK_FALSE(parse_json(std::string_view()).ok());
  CHECK(*parse_document(std::string_view(), std::string_view()) == Value());
}

TEST_CASE("every prefix of a YAML document is refused with a position, or is a shorter document") {
  constexpr std::string_view kDocuments[] = {
      "# state\nid: \"s-1\"\nsteps:\n  - name: 'plan ä'\n    done: true\n  - {name: x, n: "
      "-1.5e3}\n",
      "text: |+\n  one\n\n  two 😀\n\nfolded: >-\n  a\n  b\n? key\n: [a, [b, {c: d}], "
      "\"\\u00e4\"]\n",
      "%YAML 1.2\n---\n!!map\na: !!str 1\n...\n",
  };
  for (const auto document : kDocuments) {
    REQUIRE_MESSAGE(parse_yaml(document).ok(), refusal(document));
    for (size_t length = 0; length < document.size(); ++length) {
      CAPTURE(length);
      const auto prefix = parse_yaml(document.substr(0, length));
      if (prefix) {
        CHECK(parse_json(write_json(prefix->value)).ok());
      } else {
        CHECK(prefix.error().message.starts_with("line "));
      }
    }
  }
}

struct DocumentRow {
  const char* claim;
  const char* name;
  std::string_view text;
  std::string expected;
};

TEST_CASE("a document is read by the ending of its name, else by its content") {
  const DocumentRow rows[] = {
      {"JSON by name",                         "a.json",     "{\"a\": 1}",                     R"({"a":1})"   },
      {"JSON by name is never YAML",           "a.json",     "{a: 1}",
       "line 1, column 2: expected a key in double quotes, found a"                                           },
      {"YAML by name",                         "a.yaml",     "{a: 1}",                         R"({"a":1})"   },
      {"the short ending too",                 "a.yml",      "a: 1",                           R"({"a":1})"   },
      {"JSON by content",                      "a.bak",      "\n {\"a\": \"\\ud83d\\ude00\"}", R"({"a":"😀"})"},
      {"YAML by content",                      "a.yaml.bak", "a: 1",                           R"({"a":1})"   },
      {"YAML in braces by content",            "",           "{a: 1}",                         R"({"a":1})"   },
      {"nothing by content is YAML's nothing", "",           " \n",                            "null"         },
      {"neither is refused as JSON",           "",           "{\"a\" 1",
       "line 1, column 6: expected ':', found a number"                                                       },
  };
  for (const auto& row : rows) {
    CAPTURE(row.claim);
    const auto value = parse_document(row.text, row.name);
    CHECK((value ? write_json(*value) : value.error().message) == row.expected);
    if (!value) CHECK(value.error().subject == row.name);
  }
}

}  // namespace
}  // namespace clew
