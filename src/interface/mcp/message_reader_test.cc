#include "interface/mcp/message_reader.h"

#include <doctest/doctest.h>

#include "command/json_text.h"

namespace clew {
namespace {

std::string ping_as(const std::string& id) {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"ping"})";
}

// Each line as it is when it is parsed, whatever was read before it.
void check_all(const std::vector<std::string>& lines) {
  McpMessageReader reader;
  for (const auto& line : lines) {
    CAPTURE(line);
    const auto wanted = read_json_text(line);
    const auto read = reader.read(line);
    REQUIRE(read.ok() == wanted.ok());
    if (read) {
      CHECK(**read == *wanted);
    } else {
      CHECK(read.error().message == wanted.error().message);
    }
  }
}

}  // namespace

TEST_CASE("a line that differs in its id alone is read as if it were parsed") {
  check_all({ping_as("7"), ping_as("8"), ping_as("9"), ping_as("10"), ping_as("0"),
             ping_as("999999999999999")});
}

TEST_CASE("the id may stand anywhere, with blanks around it") {
  const auto last = [](const std::string& id) {
    return R"({"method":"ping","params":{"a":[1,{"b":2}]}, "id" : )" + id + " }";
  };
  check_all({last("1"), last("2"), last("3"), last("44"), last("5")});
}

TEST_CASE("what only looks like the id is none") {
  const auto inner = [](const std::string& number, const std::string& id) {
    return R"({"params":{"id":)" + number + R"(},"id":)" + id + "}";
  };
  // The first that looks like it is another's: both numbers move, together and alone.
  check_all({inner("5", "5"), inner("6", "5"), inner("7", "5"), inner("8", "8"), inner("9", "8"),
             inner("5", "6"), inner("5", "7"), inner("5", "8")});
  const auto in_text = [](const std::string& number) {
    return R"({"a":"\"id\":)" + number + R"(","x":"id","id":4})";
  };
  check_all({in_text("4"), in_text("5"), in_text("6"), in_text("4")});
}

TEST_CASE("what is no plain number is parsed") {
  check_all({ping_as("7"), ping_as("8"), ping_as("08"), ping_as("-9"), ping_as("1.5"),
             ping_as("1e3"), ping_as("\"8\""), ping_as(""), ping_as("null"),
             ping_as("9223372036854775807"), ping_as("99999999999999999999"), ping_as("8,\"id\":9"),
             ping_as("10")});
}

TEST_CASE("another line in between is read for itself") {
  check_all({ping_as("1"), ping_as("2"), R"({"jsonrpc":"2.0","id":3,"method":"pong"})",
             ping_as("3"), "{", ping_as("4"), ping_as("5"), "[]", ping_as("6")});
}

TEST_CASE("a message that somebody holds does not change") {
  McpMessageReader reader;
  const auto first = reader.read(ping_as("1"));
  const auto second = reader.read(ping_as("2"));
  const auto third = reader.read(ping_as("3"));
  const auto fourth = reader.read(ping_as("4"));
  const auto id = [](const auto& read) { return (*read)->find("id")->as_int(); };
  CHECK(id(first) == 1);
  CHECK(id(second) == 2);
  CHECK(id(third) == 3);
  CHECK(id(fourth) == 4);
}

TEST_CASE("the same tree is used again once nobody holds it") {
  McpMessageReader reader;
  CHECK(reader.read(ping_as("1")).ok());
  CHECK(reader.read(ping_as("2")).ok());
  const Value* const third = reader.read(ping_as("3"))->get();
  CHECK(reader.read(ping_as("4"))->get() == third);
}

}  // namespace clew
