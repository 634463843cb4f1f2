#pragma once
// JSON that parse_json refuses, read as far as it can be: text whose characters another program cut
// in half, and the id of a request that is too long or too deep to be read as a whole.

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/value.h"
#include "document/limits.h"

namespace clew {

// Programs that count text in UTF-16 units sometimes cut one in the middle of a pair: its half then
// stands as an escape of its own (\ud83d), which is no character. It is read as U+FFFD, so that the
// rest is not lost with it; all else is as parse_json has it.
Result<Value> parse_cut_json(std::string_view text, const Limits& limits = {});

// A JSON-RPC request that cannot be read: it is longer than a line may be, or its JSON is against a
// limit. A client that is told which request failed stops waiting for its answer.
class UnreadMessage {
 public:
  // The next bytes of it, in pieces of any size. Keeps nothing but what may be the id.
  void read(std::string_view bytes);
  // A string or an integer. Null unless all of it is one object that has a method and one id.
  Value id() const;

 private:
  void read_token(char c);
  void end_member();

  enum class Stage { kBefore, kInside, kBehind, kBroken };
  Stage stage_ = Stage::kBefore;
  size_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
  std::string token_;  // as far as it was read, of the object itself; cut when it is no id
  std::string key_;
  std::string id_;
  size_t ids_ = 0;
  bool has_method_ = false;
};

// Of a message that is there as a whole.
Value unread_message_id(std::string_view text);

}  // namespace clew
