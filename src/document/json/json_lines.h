#pragma once
// JSON lines (NDJSON), the part that is about lines. Bytes go in as they come, in pieces of any
// size; lines come out with their numbers. An empty line is a line: whether it means anything is
// for the caller to say. Memory stays within one piece and one line as long as `next` is called
// until it has nothing more, after each `add`.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "base/value.h"
#include "document/limits.h"

namespace clew {

enum class LineEnd {
  kPresent,  // \n or \r\n
  kMissing,  // the last line: cut short, or still being written
};

struct JsonLine {
  std::string_view text;  // without its line end; valid until the next `add`
  size_t number = 0;      // from 1
  size_t offset = 0;      // of its first byte among all bytes added
  LineEnd end = LineEnd::kPresent;
};

class LineReader {
 public:
  explicit LineReader(const Limits& limits = {}) : limit_(limits.line_bytes) {}

  void add(BytesView piece);
  // No more bytes will come: what is left without a line end is the last line.
  void finish() { finished_ = true; }

  // Nothing when more bytes are needed, or after the last line. A line over the limit is refused
  // once (kInvalid, naming line and limit) and skipped: the next call goes on behind it.
  Result<std::optional<JsonLine>> next();

 private:
  Result<std::optional<JsonLine>> next_without_end();
  Error refuse() const;

  const size_t limit_;
  Bytes buffer_;
  size_t start_ = 0;     // in buffer_, of the line to give next
  size_t searched_ = 0;  // in buffer_, up to where there is no line end
  size_t dropped_ = 0;   // bytes that were in front of buffer_
  size_t number_ = 0;    // of the line given last
  bool skipping_ = false;
  bool finished_ = false;
};

// parse_json with the line's own number in its refusals.
Result<Value> parse_json_line(const JsonLine& line, const Limits& limits = {});

}  // namespace clew
