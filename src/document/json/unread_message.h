#pragma once
// The id of a request that cannot be read as a whole: it is longer than a line may be, or its JSON
// is against a limit. A client that is told which request failed stops waiting for its answer.

#include <cstddef>
#include <string>
#include <string_view>

#include "base/value.h"

namespace clew {

class McpUnreadMessage {
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
