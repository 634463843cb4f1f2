#include "interface/mcp_tools/resource_uri.h"

#include <charconv>
#include <string>

#include "base/text.h"

namespace clew {
namespace {

constexpr std::string_view kStart = "clew://session/";
constexpr std::string_view kBrief = "/brief";
constexpr std::string_view kLog = "/log";
constexpr std::string_view kFrom = "?from=";

bool take_end(std::string_view& text, std::string_view end) {
  if (!text.ends_with(end)) return false;
  text.remove_suffix(end.size());
  return true;
}

std::optional<Seq> read_seq(std::string_view digits) {
  Seq seq;
  const auto [end, code] =
      std::from_chars(digits.data(), digits.data() + digits.size(), seq.number);
  if (code != std::errc() || end != digits.data() + digits.size() || seq.number == 0) {
    return std::nullopt;
  }
  return seq;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// Clients that fill in a template write ID@17 as ID%4017.
std::optional<std::string> decoded(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const int high = text.size() - i > 2 ? hex_digit(text[i + 1]) : -1;
    const int low = text.size() - i > 2 ? hex_digit(text[i + 2]) : -1;
    if (high < 0 || low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return is_utf8(out) ? std::optional(out) : std::nullopt;
}

}  // namespace

std::optional<ResourceUri> parse_resource_uri(std::string_view uri) {
  if (!uri.starts_with(kStart)) return std::nullopt;
  std::string_view rest = uri.substr(kStart.size());
  ResourceUri out;
  const size_t query = rest.find(kFrom);
  if (query != std::string_view::npos) {
    out.from = read_seq(rest.substr(query + kFrom.size()));
    if (!out.from) return std::nullopt;
    rest = rest.substr(0, query);
  }
  if (take_end(rest, kBrief)) {
    out.part = ResourceUri::Part::kBrief;
  } else if (take_end(rest, kLog)) {
    out.part = ResourceUri::Part::kLog;
  }
  const bool plain = rest.find_first_of("/?# ") == std::string_view::npos;
  if (rest.empty() || !plain || (out.from && out.part != ResourceUri::Part::kLog)) {
    return std::nullopt;
  }
  const auto session = decoded(rest);
  if (!session) return std::nullopt;
  out.session = *session;
  return out;
}

std::string resource_uri(const std::string& session, ResourceUri::Part part) {
  std::string uri = std::string(kStart) + session;
  if (part == ResourceUri::Part::kBrief) uri += kBrief;
  if (part == ResourceUri::Part::kLog) uri += kLog;
  return uri;
}

}  // namespace clew
