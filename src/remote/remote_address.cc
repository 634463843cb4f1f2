#include "remote/remote_address.h"

#include "base/text.h"
#include "files/relative_path.h"

namespace clew {
namespace {

constexpr std::string_view kFileScheme = "file://";
constexpr std::string_view kS3Scheme = "s3://";
constexpr size_t kMaxAddress = 2048;

Error bad_address(const std::string& text, const char* why) {
  return make_error(ErrorCode::kUsage, std::string("not the address of a remote: ") + why,
                    visible(cut(text, 200)),
                    "clew remote add NAME /a/folder   or  clew remote add NAME s3://bucket/prefix");
}

}  // namespace

Result<RemoteAddress> parse_remote_address(const std::string& text, const std::string& endpoint,
                                           const std::string& cwd) {
  RemoteAddress address;
  if (text.empty()) return bad_address(text, "it is empty");
  if (text.size() > kMaxAddress) return bad_address(text, "it is longer than 2,048 bytes");
  if (visible(text) != text || text.find_first_of("\n\t") != std::string::npos) {
    return bad_address(text, "it has control characters");
  }
  if (text.starts_with(kS3Scheme)) {
    address.kind = RemoteAddress::Kind::kS3;
    address.url = text;
    address.endpoint = endpoint;
    address.path = text.substr(kS3Scheme.size());
    if (address.path.empty() || address.path.front() == '/') {
      return bad_address(text, "the bucket is missing");
    }
    return address;
  }
  if (!endpoint.empty()) return bad_address(text, "only s3:// has an --endpoint");
  if (text.starts_with(kFileScheme)) {
    address.path = text.substr(kFileScheme.size());
    if (!address.path.starts_with('/')) return bad_address(text, "file:// takes an absolute path");
  } else if (text.find("://") != std::string::npos) {
    return bad_address(text, "only file:// and s3:// are known");
  } else {
    address.path = text.starts_with('/') ? text : join_path(cwd, text);
  }
  while (address.path.size() > 1 && address.path.ends_with('/')) address.path.pop_back();
  address.url = std::string(kFileScheme) + address.path;
  return address;
}

}  // namespace clew
