#pragma once
// What S3 answers in XML: a list of names, or an error. Written by a server that nobody vouches
// for: elements, text and entities only, no document type, at most kMaxXmlDepth deep; how long it
// is was limited when it was received.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace clew {

inline constexpr size_t kMaxXmlDepth = 16;

struct S3ListPage {
  std::vector<std::string> keys;
  bool is_truncated = false;
};
// kInvalid for anything else.
Result<S3ListPage> read_list_page(std::string_view xml);

struct S3Fault {
  std::string code;     // NoSuchKey; empty when the answer is no such XML
  std::string message;  // as the server says it
  std::string region;   // where the bucket is, if it says so
};
S3Fault read_fault(std::string_view xml);

}  // namespace clew
