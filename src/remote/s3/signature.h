#pragma once
// How a request for S3 shows that its sender knows a secret, without sending it: AWS Signature
// Version 4. libcurl has it too, and 7.88 signs a header that it was told to leave out (Expect:),
// so that no body over 1 MiB could be sent without waiting for "100 Continue"; its clock cannot be
// handed in either.

#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/time.h"
#include "remote/s3/aws_settings.h"

namespace clew {

using S3Query = std::vector<std::pair<std::string, std::string>>;

struct S3Call {
  std::string method;  // GET, PUT, DELETE
  std::string host;
  std::string path;  // begins with '/'; not encoded
  S3Query query;
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case; all are signed
  BytesView body;
};

// %XX for everything but letters, digits and "-._~"; '/' stays in a path.
enum class Slash { kKept, kEncoded };
std::string percent_encoded(std::string_view text, Slash slash);
// name=value&…, encoded and sorted: as it is sent and as it is signed.
std::string query_text(const S3Query& query);

// "Name: value": the call's own headers, x-amz-date, x-amz-content-sha256, x-amz-security-token for
// temporary keys, and Authorization.
std::vector<std::string> signed_headers(const S3Call& call, const AwsKeys& keys,
                                        const std::string& region, Time now);

}  // namespace clew
