#include "base/id_rule.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace clew {
namespace {

constexpr size_t kMaxId = 64;
constexpr size_t kMaxIdShown = 80;

bool is_id_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

}  // namespace

bool is_session_id(std::string_view id) {
  return !id.empty() && id.size() <= kMaxId && id[0] != '-' && id[0] != '.' &&
         std::all_of(id.begin(), id.end(), is_id_character);
}

Error bad_session_id(ErrorCode code, std::string_view id, std::string next) {
  const std::string shown = cut(visible(one_line(id.substr(0, 8 * kMaxIdShown))), kMaxIdShown);
  return make_error(
      code,
      fmt::format("\"{}\" is not a valid id; use up to {} letters, digits, '-', '_' and '.'", shown,
                  kMaxId),
      shown, std::move(next));
}

}  // namespace clew
