#include "base/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace clew {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr uint8_t kNoDigit = 64;

constexpr std::array<uint8_t, 256> digit_values() {
  std::array<uint8_t, 256> values{};
  for (auto& value : values) value = kNoDigit;
  for (size_t i = 0; i < kDigits.size(); ++i) {
    values[static_cast<unsigned char>(kDigits[i])] = static_cast<uint8_t>(i);
  }
  return values;
}

}  // namespace

std::string to_base64(BytesView bytes, Padding padding) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t at = 0; at < bytes.size(); at += 3) {
    const size_t left = std::min<size_t>(3, bytes.size() - at);
    uint32_t group = 0;
    for (size_t i = 0; i < 3; ++i) {
      group = group << 8 | (i < left ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    }
    for (size_t i = 0; i < 4; ++i) {
      if (i <= left) {
        out += kDigits[group >> (18 - 6 * i) & 63U];
      } else if (padding == Padding::kWith) {
        out += '=';
      }
    }
  }
  return out;
}

std::optional<Bytes> from_base64(std::string_view text, Padding padding) {
  static constexpr auto kValues = digit_values();
  size_t missing = 0;  // characters that the last group of four lacks
  if (padding == Padding::kWithout) {
    missing = (4 - text.size() % 4) % 4;
  } else {
    if (text.size() % 4 != 0) return std::nullopt;
    missing = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
    text.remove_suffix(missing);
  }
  if (missing == 3) return std::nullopt;
  Bytes out;
  out.reserve(text.size() / 4 * 3 + 2);
  for (size_t at = 0; at < text.size(); at += 4) {
    const size_t here = std::min<size_t>(4, text.size() - at);
    uint32_t group = 0;
    for (size_t i = 0; i < 4; ++i) {
      const uint8_t value = i < here ? kValues[static_cast<unsigned char>(text[at + i])] : 0;
      if (value == kNoDigit) return std::nullopt;
      group = group << 6 | value;
    }
    const size_t bytes = here - 1;
    if ((group & ((1U << (8 * (3 - bytes))) - 1)) != 0) return std::nullopt;  // bits left over
    for (size_t i = 0; i < bytes; ++i) out += static_cast<char>(group >> (16 - 8 * i) & 0xffU);
  }
  return out;
}

std::string to_base64_url(BytesView bytes) {
  std::string text = to_base64(bytes, Padding::kWithout);
  std::replace(text.begin(), text.end(), '+', '-');
  std::replace(text.begin(), text.end(), '/', '_');
  return text;
}

std::optional<Bytes> from_base64_url(std::string_view text) {
  if (text.find_first_of("+/") != std::string_view::npos) return std::nullopt;
  std::string usual(text);
  std::replace(usual.begin(), usual.end(), '-', '+');
  std::replace(usual.begin(), usual.end(), '_', '/');
  return from_base64(usual, Padding::kWithout);
}

}  // namespace clew
