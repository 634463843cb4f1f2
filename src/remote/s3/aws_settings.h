#pragma once
// Keys and region for S3, from where every program for it finds them: the environment,
// else the files that `aws configure` writes. They are never stored and never in a message. Which
// files may be read is for the caller to decide: a project can set variables (docs/security.md).

#include <functional>
#include <map>
#include <string>

#include "base/result.h"
#include "files/file_system.h"

namespace clew {

struct AwsKeys {
  std::string id;
  std::string secret;
  std::string session_token;  // of temporary keys; may be empty
};

struct AwsSettings {
  AwsKeys keys;
  std::string region;  // empty when nothing says it
};

// The sections of such a file, and what each says; names of keys in lower case. Lines that are
// neither a section nor KEY = VALUE, and values that are nested below a key, mean nothing to us.
using AwsSections = std::map<std::string, std::map<std::string, std::string>>;
AwsSections read_aws_file(std::string_view text);

struct AwsSources {
  std::function<std::string(const std::string& name)> variable;  // of the environment
  std::string credentials_file;                                  // ~/.aws/credentials; may be empty
  std::string config_file;                                       // ~/.aws/config; may be empty
};

// kNotAllowed when there are no keys, or half of them; the message names what to set.
Result<AwsSettings> find_aws_settings(const AwsSources& sources, FileSystem& files);

}  // namespace clew
