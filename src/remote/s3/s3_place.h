#pragma once
// Where the objects of an s3:// remote are: server, bucket, and what comes before every name in it.
// Amazon's buckets are a part of the host's name; those of another server (MinIO, Ceph, R2 …) stand
// in the path, unless the endpoint itself begins with "bucket.".

#include <string>

#include "base/result.h"

namespace clew {

struct S3Place {
  std::string url;     // s3://bucket/prefix, for messages
  std::string bucket;  // 3 to 63 of a-z, 0-9, '.', '-'
  std::string prefix;  // empty, or ends with '/'; letters, digits, '.', '-', '_'
  std::string scheme;  // https, http
  std::string server;  // host, or host:port; empty: Amazon's, which depends on the region
  bool bucket_in_host = false;
};

// `bucket_and_prefix` is what follows s3://; an empty endpoint is Amazon's. kUsage.
Result<S3Place> parse_s3_place(const std::string& bucket_and_prefix, const std::string& endpoint);

// The host to connect to, and the path of an object or, for an empty key, of the bucket; not
// encoded: nothing in a place or a name needs it.
std::string host_of(const S3Place& place, const std::string& region);
std::string path_of(const S3Place& place, const std::string& key);

// us-east-1, auto: it goes into a host's name and a signature.
bool is_region(std::string_view text);

}  // namespace clew
