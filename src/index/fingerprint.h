#pragma once
// The fingerprint of a definition: a hash of its kind, signature and body in which comments, layout
// and its own name do not count, so that the same body is found again under another name or in
// another file. The walk over a file (outline.cc) hands its leaves in, in the order of the text.

#include <tree_sitter/api.h>

#include <string_view>
#include <vector>

#include "index/file_outline.h"

namespace clew {

// Where in the file: from the first byte to the one behind the last.
struct SourceToken {
  uint32_t start = 0;
  uint32_t end = 0;
};

struct Fingerprint {
  Hash hash;
  uint32_t tokens = 0;  // of the body
};

// The tokens of a file without its comments.
class SourceTokens {
 public:
  // REQUIRES: `bytes` live longer.
  explicit SourceTokens(std::string_view bytes) : bytes_(bytes) {}

  // A leaf, and what stands before it in no leaf, such as the text of a string between its escapes.
  void add(TSNode leaf);
  // A comment: what stands before it counts, and it does not.
  void skip(TSNode comment);
  // All that stands before `end` and was not added is a token.
  void reach(uint32_t end);
  size_t count() const { return tokens_.size(); }

  // Of the tokens from `first` on, of which those before `body_start` belong to the signature.
  // REQUIRES: all of the definition was added.
  Fingerprint fingerprint(Language language, const Definition& definition, size_t first,
                          uint32_t body_start) const;

 private:
  std::string_view bytes_;
  std::vector<SourceToken> tokens_;
  uint32_t end_ = 0;  // of what was added or skipped
};

}  // namespace clew
