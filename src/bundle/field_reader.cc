#include "bundle/field_reader.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace clew {
namespace {

// 1.2.3 as numbers; what is missing is 0.
std::array<int, 3> version_of(std::string_view text) {
  std::array<int, 3> parts{};
  for (int& part : parts) {
    const size_t dot = text.find('.');
    const std::string_view word = text.substr(0, dot);
    std::from_chars(word.data(), word.data() + word.size(), part);
    if (dot == std::string_view::npos) break;
    text.remove_prefix(dot + 1);
  }
  return parts;
}

}  // namespace

std::string FieldReader::text(const char* name) {
  const Value* found = value_.find(name);
  if (found == nullptr || !found->is_string()) fail(name);
  return found == nullptr ? std::string() : found->as_string();
}

uint64_t FieldReader::number(const char* name, uint64_t most) {
  const Value* found = value_.find(name);
  const int64_t number = found == nullptr || !found->is_int() ? -1 : found->as_int();
  if (number < 0 || static_cast<uint64_t>(number) > most) fail(name);
  return number < 0 ? 0 : static_cast<uint64_t>(number);
}

Hash FieldReader::hash(const char* name) {
  const Hash hash = Hash::from_hex(text(name));
  if (hash.empty()) fail(name);
  return hash;
}

Hash FieldReader::hash_or_none(const char* name) { return has(name) ? hash(name) : Hash{}; }

const Value::List& FieldReader::list(const char* name) {
  const Value* found = value_.find(name);
  if (found != nullptr && found->is_list()) return found->as_list();
  fail(name);
  static const Value::List kNone;
  return kNone;
}

void FieldReader::fail(const std::string& name) {
  if (wrong_.empty()) wrong_ = name;
}

Status check_needs(uint64_t version, uint64_t known, const std::string& needs) {
  if (version == known && version_of(needs) <= version_of(CLEW_VERSION)) return success();
  return make_error(
      ErrorCode::kInvalid,
      fmt::format("was made by a newer clew: it needs {}, this is {}", needs, CLEW_VERSION), "",
      "update clew");
}

}  // namespace clew
