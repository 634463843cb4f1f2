#pragma once
// Where a remote is, as a person says it: file:///mnt/stick/clew or a plain folder; s3://bucket or
// s3://bucket/prefix, with the URL of its server when that is not Amazon's.

#include <string>

#include "base/result.h"

namespace clew {

struct RemoteAddress {
  enum class Kind { kFolder, kS3 };
  Kind kind = Kind::kFolder;
  std::string url;       // as it is kept and shown
  std::string endpoint;  // of S3; may be empty
  std::string path;      // the folder, absolute; bucket or bucket/prefix

  bool operator==(const RemoteAddress&) const = default;
};

// A relative folder is one of `cwd`. kUsage.
Result<RemoteAddress> parse_remote_address(const std::string& text, const std::string& endpoint,
                                           const std::string& cwd);

}  // namespace clew
