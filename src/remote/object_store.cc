#include "remote/object_store.h"

#include <algorithm>

#include "base/text.h"

namespace clew {
namespace {

constexpr size_t kMaxName = 1024;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '-';
}

bool is_part(std::string_view part) {
  return !part.empty() && part.front() != '.' &&
         std::all_of(part.begin(), part.end(), is_name_character);
}

}  // namespace

bool is_object_name(std::string_view name) {
  if (name.size() > kMaxName) return false;
  while (true) {
    const size_t slash = name.find('/');
    if (!is_part(name.substr(0, slash))) return false;
    if (slash == std::string_view::npos) return true;
    name.remove_prefix(slash + 1);
  }
}

Status check_object_name(const std::string& name) {
  if (is_object_name(name)) return success();
  return make_error(ErrorCode::kInvalid, "not the name of an object", visible(cut(name, 80)));
}

}  // namespace clew
