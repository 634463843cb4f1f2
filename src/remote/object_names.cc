#include "remote/object_names.h"

#include <fmt/format.h>

#include <charconv>

namespace clew {
namespace {

constexpr size_t kDigits = 20;

// Every digit as what it lacks to 9: of twenty digits that is 10^20-1-n.
std::string complement(std::string digits) {
  for (char& digit : digits) digit = static_cast<char>('0' + '9' - digit);
  return digits;
}

template <class Number>
std::optional<Number> whole_number(std::string_view digits) {
  Number number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool whole = read.ec == std::errc() && read.ptr == digits.data() + digits.size();
  return whole ? std::optional(number) : std::nullopt;
}

std::optional<std::string> after(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return std::nullopt;
  return std::string(name.substr(prefix.size()));
}

bool is_twenty_digits(std::string_view text) {
  return text.size() == kDigits && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::string entry_name(uint64_t n) { return fmt::format("j/{:020}", n); }
std::string heads_name(uint64_t n) { return "s/" + complement(fmt::format("{:020}", n)); }
std::string pack_name(const Hash& pack) { return "p/" + pack.hex(); }
std::string epoch_name(uint32_t epoch) { return fmt::format("e/{}", epoch); }
std::string invitation_name(const std::string& id) { return "i/" + id; }
std::string realm_prefix(const std::string& realm) { return "r/" + realm + "/"; }

std::optional<uint64_t> entry_of_name(std::string_view name) {
  const auto digits = after(name, kEntryPrefix);
  if (!digits || !is_twenty_digits(*digits)) return std::nullopt;
  return whole_number<uint64_t>(*digits);
}

std::optional<uint64_t> heads_of_name(std::string_view name) {
  const auto digits = after(name, kHeadsPrefix);
  if (!digits || !is_twenty_digits(*digits)) return std::nullopt;
  return whole_number<uint64_t>(complement(*digits));
}

std::optional<uint32_t> epoch_of_name(std::string_view name) {
  const auto digits = after(name, kEpochPrefix);
  if (!digits || digits->starts_with('0')) return std::nullopt;
  return whole_number<uint32_t>(*digits);
}

}  // namespace clew
