#include "dialect/redacted_text.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

RedactedWords named(const std::string& text) { return {{text}, {}, {}}; }

RedactedWords reported(const std::string& text) {
  RedactedWords words;
  words.add_reported(text);
  return words;
}

std::string freed(const std::string& path, const std::string& text, const RedactedWords& words) {
  const auto clean = without_words({path, text}, words);
  REQUIRE(clean.has_value());
  return *clean;
}

TEST_CASE("words are taken out of a text however it spells them, and all else stays as it was") {
  CHECK(freed("a.json", "{\"a\" :  \"say \\u0052osa\\n\", \"b\":1.50}", named("Rosa")) ==
        "{\"a\" :  \"say [redacted]\\n\", \"b\":1.50}");
  CHECK(freed("a.yaml", "# of Rosa\na:   'Rosa'  # here\nb: [1,  2]\n", named("Rosa")) ==
        "# of [redacted]\na:   '[redacted]'  # here\nb: [1,  2]\n");
  CHECK(freed("a.jsonl", "{\"a\":1 }\nno json of Rosa\n{\"b\":\"Ros\\u0061\"}\n", named("Rosa")) ==
        "{\"a\":1 }\nno json of [redacted]\n{\"b\":\"[redacted]\"}\n");
  CHECK(freed("a.md", "Rosa\r\nand Rosa", named("Rosa")) == "[redacted]\r\nand [redacted]");
  CHECK(freed("a.json", "{\"Rosa\": 1}", named("Rosa")) == "{\"[redacted]\": 1}");
}

TEST_CASE("words over several lines are found in the strings and in plain text") {
  CHECK(tells("{\"a\": \"one\\ntwo\"}", named("one\ntwo")));
  CHECK(freed("a.json", "{\"a\": \"one\\ntwo\"}", reported("one\ntwo")) ==
        "{\"a\": \"[redacted]\"}");
  CHECK(freed("a.yaml", "a: |\n  one\n  two\nb: 1\n", reported("one\ntwo")).find("two") ==
        std::string::npos);
  CHECK(freed("a.md", "one\ntwo\n", named("one\ntwo")) == "[redacted]\n");
}

TEST_CASE("what was told is no name of a member, and a plain word may be the format's own") {
  const std::string text = "{\"status\": \"active\", \"note\": \"the status of Rosa\"}";
  CHECK(freed("a.json", text, reported("the status of Rosa")) ==
        "{\"status\": \"active\", \"note\": \"[redacted]\"}");
  CHECK(tells(text, reported("active")));
  CHECK_FALSE(without_words({"a.json", text}, reported("active")).has_value());
  CHECK_FALSE(tells(text, reported("status")));
  CHECK_FALSE(tells(text, reported("")));
}

TEST_CASE("the words that are gone are those of strings that changed") {
  Value before = Value::object();
  before.set("a", "kept");
  before.set("b", Value::List{"Rosa's words", 3});
  Value after = before;
  after.set("b", Value::List{kRedacted, 3});
  const RedactedWords words = words_gone(before, after);
  CHECK(words.reported == std::vector<std::string>{"Rosa's words"});
  CHECK(words.plain.empty());
}

TEST_CASE("what was redacted before stays covered in a later version, and what is new does not") {
  const NamedFile base{"a.json", R"({"goal":"ask [redacted] today","facts":["[redacted]","b"]})"};
  CHECK(cover(base, R"({"goal":"ask Rosa today",  "facts":["Rosa","b","new"],"n":1})") ==
        R"({"goal":"ask [redacted] today",  "facts":["[redacted]","b","new"],"n":1})");
  CHECK(cover(base, R"({"goal":"ask Rosa tomorrow","facts":[]})") ==
        R"({"goal":"ask Rosa tomorrow","facts":[]})");
  CHECK(cover(base, "{broken") == "{broken");
}

TEST_CASE("elements of a list are known again by all else that they say") {
  const NamedFile base{"a.json", R"([{"id":1,"t":"[redacted]"},{"id":2,"t":"[redacted]"}])"};
  CHECK(cover(base, R"([{"id":0,"t":"first"},{"id":2,"t":"b"},{"id":1,"t":"a"}])") ==
        R"([{"id":0,"t":"first"},{"id":2,"t":"[redacted]"},{"id":1,"t":"[redacted]"}])");
  const NamedFile lines{"a.md", "one\n[redacted] two\n"};
  CHECK(cover(lines, "zero\none\nRosa two\nRosa three\n") ==
        "zero\none\n[redacted] two\nRosa three\n");
}

}  // namespace
}  // namespace clew
