#include "remote/member_key.h"

#include <algorithm>

#include "base/text.h"

namespace clew {
namespace {

constexpr size_t kMaxMemberName = 64;
constexpr size_t kCheckDigits = 8;

Error bad_key(const char* why) {
  return make_error(ErrorCode::kUsage, std::string("not the key of a device: ") + why, "--with",
                    "clew key show   on the device to share with prints the line");
}

bool is_name_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '-' || c == '_';
}

std::string plain_name(const std::string& name) {
  std::string plain = name.substr(0, kMaxMemberName);
  std::replace_if(plain.begin(), plain.end(), [](char c) { return !is_name_letter(c); }, '-');
  return plain.empty() ? "device" : plain;
}

std::string check_of(std::string_view line) { return sha256(line).hex().substr(0, kCheckDigits); }

}  // namespace

std::string write_member_key(const Member& member) {
  const std::string line =
      plain_name(member.name) + ":" + member.key.text() + ":" + to_hex(member.signing_key);
  return line + "-" + check_of(line);
}

std::string write_member_key(const std::string& name, const DeviceKey& key) {
  return write_member_key(Member{name, key.recipient(), key.signing_key()});
}

Result<Member> read_member_key(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  const size_t first = text.find(':');
  const size_t second = text.find(':', first == std::string_view::npos ? first : first + 1);
  const size_t dash = text.rfind('-');
  const bool is_line = second != std::string_view::npos && dash != std::string_view::npos &&
                       dash > second && first > 0 && first <= kMaxMemberName;
  if (!is_line) {
    return bad_key(text.starts_with("age1") ? "it lacks the key that the device signs with"
                                            : "it has no three parts");
  }
  if (text.substr(dash + 1) != check_of(text.substr(0, dash))) {
    return bad_key("it was cut off or mistyped");
  }
  Member member;
  member.name = std::string(text.substr(0, first));
  auto key = read_recipient(text.substr(first + 1, second - first - 1));
  member.signing_key = from_hex(std::string(text.substr(second + 1, dash - second - 1)));
  const bool sound =
      key && member.signing_key.size() == 32 && plain_name(member.name) == member.name;
  if (!sound) return bad_key("a part of it is none");
  member.key = std::move(*key);
  return member;
}

}  // namespace clew
