#include "project/remote_url.h"

#include <algorithm>

namespace clew {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

std::string_view trim_path(std::string_view path) {
  path = path.substr(0, path.find_first_of("?#"));
  const auto drop_slashes = [&] {
    while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  };
  drop_slashes();
  if (path.ends_with(".git")) path.remove_suffix(4);
  drop_slashes();
  return path;
}

// USER@HOST without the user. The last @ counts: a password may contain one.
std::string_view host_of(std::string_view authority) {
  return authority.substr(authority.rfind('@') + 1);
}

}  // namespace

std::string normalize_remote_url(std::string_view url) {
  const size_t scheme = url.find("://");
  if (scheme != std::string_view::npos) {
    const std::string_view rest = url.substr(scheme + 3);
    const size_t slash = std::min(rest.find_first_of("/?#"), rest.size());
    return lower(host_of(rest.substr(0, slash))).append(trim_path(rest.substr(slash)));
  }
  // USER@HOST:PATH, as ssh has it; a colon after a slash belongs to a local path.
  const size_t colon = url.find(':');
  if (colon != std::string_view::npos && colon < url.find('/')) {
    std::string_view path = trim_path(url.substr(colon + 1));
    while (path.starts_with('/')) path.remove_prefix(1);
    return lower(host_of(url.substr(0, colon))) + "/" + std::string(path);
  }
  return std::string(trim_path(url));
}

}  // namespace clew
