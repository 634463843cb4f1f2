#include "document/json/json_lines.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <vector>

namespace clew {
namespace {

// Each line as "number@offset:text", with "~" behind a line without end; refusals as they are.
std::vector<std::string> drain(LineReader& reader) {
  std::vector<std::string> out;
  while (true) {
    const auto line = reader.next();
    if (!line) {
      CHECK(line.error().code == ErrorCode::kInvalid);
      out.push_back(line.error().message);
    } else if (!line->has_value()) {
      return out;
    } else {
      const JsonLine& given = **line;
      out.push_back(fmt::format("{}@{}:{}{}", given.number, given.offset, given.text,
                                given.end == LineEnd::kMissing ? "~" : ""));
    }
  }
}

std::vector<std::string> read_in_pieces(std::string_view bytes, size_t size, const Limits& limits) {
  LineReader reader(limits);
  std::vector<std::string> out;
  for (size_t at = 0; at < bytes.size(); at += size) {
    reader.add(bytes.substr(at, size));
    for (auto& line : drain(reader)) out.push_back(std::move(line));
  }
  reader.finish();
  for (auto& line : drain(reader)) out.push_back(std::move(line));
  return out;
}

struct Row {
  const char* claim;
  std::string_view bytes;
  std::vector<std::string> lines;
};

TEST_CASE("bytes become numbered lines, in whatever pieces they come") {
  const Row rows[] = {
      {"nothing has no lines",                     "",                       {}                                                             },
      {"a line",                                   "{}\n",                   {"1@0:{}"}                                                     },
      {"a last line without end is given as such", "1\n22\n3",               {"1@0:1", "2@2:22", "3@5:3~"}                                  },
      {"both line ends may be mixed",              "1\r\n2\n3\r\n",          {"1@0:1", "2@3:2", "3@5:3"}                                    },
      {"empty lines count",                        "\n\r\n1\n",              {"1@0:", "2@1:", "3@3:1"}                                      },
      {"a carriage return elsewhere is content",   "a\rb\nc\r",              {"1@0:a\rb", "2@4:c\r~"}                                       },
      {"a line as long as the limit",              "12345678\n12345678\r\n", {"1@0:12345678", "2@9:12345678"}                               },
      {"a last line as long as the limit",         "12345678",               {"1@0:12345678~"}                                              },
      {"a longer line is refused and skipped",
       "1\n123456789\n2\n",                                                  {"1@0:1", "line 2: longer than the limit of 8 bytes", "3@12:2"}},
      {"so is a much longer one",
       "12345678901234567890\r\n2",                                          {"line 1: longer than the limit of 8 bytes", "2@22:2~"}        },
      {"a longer last line is refused",            "1234567890",             {"line 1: longer than the limit of 8 bytes"}                   },
      {"half a line end counts at the end",
       "12345678\r",                                                         {"line 1: longer than the limit of 8 bytes"}                   },
  };
  for (const auto& row : rows) {
    CAPTURE(row.claim);
    for (size_t size = 1; size <= row.bytes.size() + 1; ++size) {
      CAPTURE(size);
      CHECK(read_in_pieces(row.bytes, size, {.line_bytes = 8}) == row.lines);
    }
  }
}

TEST_CASE("a line that never ends is refused at one mebibyte, once, and takes no more memory") {
  LineReader reader;
  const std::string piece(64 * 1024, 'x');
  std::vector<std::string> out;
  for (int i = 0; i < 1000; ++i) {
    reader.add(piece);
    for (auto& line : drain(reader)) out.push_back(std::move(line));
  }
  reader.add("\n{}\n");
  for (auto& line : drain(reader)) out.push_back(std::move(line));
  CHECK(out == std::vector<std::string>{"line 1: longer than the limit of 1048576 bytes",
                                        "2@65536001:{}"});
}

TEST_CASE("a bad JSON line is refused with its own number") {
  const auto message = [](std::string_view text, const Limits& limits) {
    return parse_json_line({.text = text, .number = 812}, limits).error().message;
  };
  CHECK(message(R"({"a" 1})", {}) == "line 812, column 6: expected ':', found a number");
  CHECK(message("[1, 2, 3]", {.document_bytes = 4}) ==
        "line 812: the document is too large: 9 bytes, the limit is 4");
  CHECK(*parse_json_line({.text = "[1]", .number = 1}) == Value(Value::List{1}));
}

}  // namespace
}  // namespace clew
