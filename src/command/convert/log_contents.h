#pragma once
// Contents in a log: what events name by its hash, such as artifacts and what a measured command
// printed. They stand after the events of their session, in pieces that fit a line:
//
//   {"session":"oauth-7f3a","content":"9f3c…","size":700000,"offset":0,"base64":"…"}
//
// docs/format-event-log.md, "As NDJSON".

#include <vector>

#include "store/event_store.h"

namespace clew {

inline constexpr size_t kContentPiece = size_t{512} << 10;  // of the content itself

struct ContentPiece {
  SessionId session;
  Hash content;
  uint64_t size = 0;  // of the whole
  uint64_t offset = 0;
  Bytes bytes;
};

bool is_content_line(const Value& line);
Value content_line(const ContentPiece& piece);
Result<ContentPiece> read_content_line(const Value& line);

// Pieces put together again, in the order of the file. kCorrupt when one is missing or the whole is
// not what its hash says.
class ContentJoiner {
 public:
  Status add(ContentPiece piece);
  Status finish() const;  // nothing may be half there
  std::vector<Blob> take() { return std::move(whole_); }
  size_t count() const { return whole_.size(); }

 private:
  std::optional<ContentPiece> open_;
  std::vector<Blob> whole_;
};

}  // namespace clew
