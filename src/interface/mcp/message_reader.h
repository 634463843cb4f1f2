#pragma once
// Lines into messages. A client that asks the same thing again sends the same line with another
// number as its id: such a line is not parsed again.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/value.h"

namespace clew {

class McpMessageReader {
 public:
  // The message stays as it is for as long as the caller holds on to it. An error is the parser's.
  Result<std::shared_ptr<const Value>> read(std::string_view line);

 private:
  std::optional<int64_t> id_of_same(std::string_view line) const;
  bool tell_apart(const Value& message, int64_t id);
  void remember(std::string_view line, std::shared_ptr<Value> message);

  // A line of before: what stands before the digits of its id, and what behind them.
  std::string before_;
  std::string behind_;
  std::shared_ptr<Value> message_;  // that it was read into; null: there is none
  // Whether another number at that place has been seen to be another id and to change nothing else.
  bool proven_ = false;
};

}  // namespace clew
