#include "bundle/bech32.h"

#include <array>
#include <cstdint>
#include <vector>

namespace clew {
namespace {

constexpr std::string_view kBech32Digits = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
constexpr size_t kChecksumDigits = 6;

using Digits = std::vector<uint8_t>;  // five bits each

uint32_t polymod(const Digits& digits) {
  constexpr std::array<uint32_t, 5> kGenerator = {0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd,
                                                  0x2a1462b3};
  uint32_t sum = 1;
  for (const uint8_t digit : digits) {
    const uint32_t top = sum >> 25;
    sum = (sum & 0x1ffffff) << 5 ^ digit;
    for (size_t i = 0; i < kGenerator.size(); ++i) {
      if ((top >> i & 1U) != 0) sum ^= kGenerator[i];
    }
  }
  return sum;
}

// What the checksum is about: the prefix taken apart, then the digits.
Digits with_prefix(std::string_view prefix, const Digits& digits) {
  Digits all;
  for (const char c : prefix) all.push_back(static_cast<uint8_t>(static_cast<uint8_t>(c) >> 5));
  all.push_back(0);
  for (const char c : prefix) all.push_back(static_cast<uint8_t>(c) & 31U);
  all.insert(all.end(), digits.begin(), digits.end());
  return all;
}

Digits in_fives(BytesView bytes) {
  Digits digits;
  uint32_t bits = 0;
  int count = 0;
  for (const char c : bytes) {
    bits = (bits << 8 | static_cast<uint8_t>(c)) & 0xfff;
    for (count += 8; count >= 5; count -= 5) digits.push_back(bits >> (count - 5) & 31U);
  }
  if (count > 0) digits.push_back(bits << (5 - count) & 31U);
  return digits;
}

// Nothing when bits are left over that do not belong to a byte.
bool in_eights(const Digits& digits, Bytes& bytes) {
  uint32_t bits = 0;
  int count = 0;
  for (const uint8_t digit : digits) {
    bits = (bits << 5 | digit) & 0xfff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xffU);
  }
  return count < 5 && (bits & ((1U << count) - 1)) == 0;
}

Error bad_bech32(const char* what) { return make_error(ErrorCode::kInvalid, what); }

}  // namespace

std::string to_bech32(std::string_view prefix, BytesView bytes) {
  Digits digits = in_fives(bytes);
  Digits summed = with_prefix(prefix, digits);
  summed.insert(summed.end(), kChecksumDigits, 0);
  const uint32_t sum = polymod(summed) ^ 1U;
  std::string text = std::string(prefix) + "1";
  for (const uint8_t digit : digits) text += kBech32Digits[digit];
  for (size_t i = 0; i < kChecksumDigits; ++i) text += kBech32Digits[sum >> (5 * (5 - i)) & 31U];
  return text;
}

Result<Bech32> from_bech32(std::string_view text) {
  bool has_lower = false;
  bool has_upper = false;
  std::string lower;
  for (const char c : text) {
    if (c < 33 || c > 126) return bad_bech32("has a character that no key has");
    has_lower = has_lower || (c >= 'a' && c <= 'z');
    has_upper = has_upper || (c >= 'A' && c <= 'Z');
    lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  if (has_lower && has_upper) return bad_bech32("mixes upper and lower case");
  const size_t one = lower.rfind('1');
  if (one == std::string::npos || one == 0 || lower.size() - one - 1 < kChecksumDigits) {
    return bad_bech32("is not complete");
  }
  Digits digits;
  for (const char c : std::string_view(lower).substr(one + 1)) {
    const size_t digit = kBech32Digits.find(c);
    if (digit == std::string_view::npos) return bad_bech32("has a character that no key has");
    digits.push_back(static_cast<uint8_t>(digit));
  }
  if (polymod(with_prefix(std::string_view(lower).substr(0, one), digits)) != 1) {
    return bad_bech32("has a typing error: its checksum does not match");
  }
  digits.resize(digits.size() - kChecksumDigits);
  Bech32 read{std::string(text.substr(0, one)), {}};
  if (!in_eights(digits, read.bytes)) return bad_bech32("is not complete");
  return read;
}

}  // namespace clew
