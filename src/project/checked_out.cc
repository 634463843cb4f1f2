#include "project/checked_out.h"

#include <algorithm>

#include "base/text.h"

namespace clew {
namespace {

enum class TextKind { kBinary, kText, kAuto, kUndefined };
struct Conversion {
  TextKind kind = TextKind::kUndefined;
  std::optional<GitEol> end;
};

// "input" is an old spelling of "text with LF".
Conversion conversion_of(const std::string& attribute) {
  if (attribute == "set") return {TextKind::kText, std::nullopt};
  if (attribute == "unset") return {TextKind::kBinary, std::nullopt};
  if (attribute == "auto") return {TextKind::kAuto, std::nullopt};
  if (attribute == "input") return {TextKind::kText, GitEol::kLf};
  return {};
}

GitEol usual_end(const CheckoutSettings& settings) {
  if (settings.autocrlf == AutoCrlf::kTrue) return GitEol::kCrlf;
  if (settings.autocrlf == AutoCrlf::kInput) return GitEol::kLf;
  return settings.eol;
}

// What attributes and settings come to: one of binary, text and auto, and the line end of a
// checkout.
Conversion conversion_for(const CheckoutAttributes& attributes, const CheckoutSettings& settings) {
  Conversion out = conversion_of(attributes.text);
  if (out.kind == TextKind::kUndefined) out = conversion_of(attributes.crlf);
  if (out.kind == TextKind::kBinary) return out;
  const bool lf = attributes.eol == "lf";
  if (lf || attributes.eol == "crlf") {
    out.end = lf ? GitEol::kLf : GitEol::kCrlf;
    if (out.kind == TextKind::kUndefined) out.kind = TextKind::kText;
  }
  if (out.kind == TextKind::kUndefined) {
    out.kind = settings.autocrlf == AutoCrlf::kFalse ? TextKind::kBinary : TextKind::kAuto;
  }
  if (!out.end) out.end = usual_end(settings);
  return out;
}

bool is_given(const std::string& attribute) {
  return attribute != "unspecified" && attribute != "unset";
}

Bytes with_crlf(const Bytes& text) {
  Bytes out;
  out.reserve(text.size() + text.size() / 16);
  char last = 0;
  for (const char c : text) {
    if (c == '\n' && last != '\r') out += '\r';
    out += c;
    last = c;
  }
  return out;
}

Bytes without_crlf(std::string_view text) {
  Bytes out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r' || text.substr(i + 1, 1) != "\n") out += text[i];
  }
  return out;
}

// Characters that make git wonder whether a content is text.
bool is_doubtful(char c) {
  const auto byte = static_cast<unsigned char>(c);
  const bool usual = c == '\n' || c == '\t' || c == '\b' || c == '\f' || c == '\033';
  return byte == 127 || (byte < 32 && !usual);
}

struct EndCount {
  size_t lf = 0;  // without a \r before them
  size_t crlf = 0;
};

EndCount count_ends(std::string_view text) {
  EndCount count;
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    ++(at > 0 && text[at - 1] == '\r' ? count.crlf : count.lf);
  }
  return count;
}

std::optional<AutoCrlf> autocrlf_of(const std::string& word) {
  if (word == "input") return AutoCrlf::kInput;
  for (const char* yes : {"true", "yes", "on", "1"}) {
    if (word == yes) return AutoCrlf::kTrue;
  }
  for (const char* no : {"false", "no", "off", "0", ""}) {
    if (word == no) return AutoCrlf::kFalse;
  }
  return std::nullopt;
}

}  // namespace

// `git config --null` ends each value with a NUL and puts a line end between name and value.
// Nothing: a value that is not understood.
std::optional<CheckoutSettings> read_checkout_settings(std::string_view answer) {
  CheckoutSettings settings;
  while (!answer.empty()) {
    const size_t end = std::min(answer.find('\0'), answer.size());
    const std::string_view entry = answer.substr(0, end);
    answer.remove_prefix(std::min(end + 1, answer.size()));
    // "core.eol\ncrlf"; a name alone is true.
    const size_t line = entry.find('\n');
    const std::string name = lower_case(entry.substr(0, line));
    const std::string word =
        line == std::string_view::npos ? "true" : lower_case(entry.substr(line + 1));
    if (name == "core.autocrlf") {
      const auto read = autocrlf_of(word);
      if (!read) return std::nullopt;
      settings.autocrlf = *read;
    } else if (name == "core.eol") {
      // Anything else is the system's own, which is \n wherever clew runs.
      settings.eol = word == "crlf" ? GitEol::kCrlf : GitEol::kLf;
    } else if (name == "core.filemode") {
      settings.heeds_mode = autocrlf_of(word) != AutoCrlf::kFalse;
    } else if (name == "core.symlinks") {
      settings.makes_links = autocrlf_of(word) != AutoCrlf::kFalse;
    }
  }
  return settings;
}

// Nothing when only a program could tell: a filter, another encoding, or an $Id$ to be filled in.
std::optional<CheckedOut> check_out(Bytes committed, const CheckoutAttributes& attributes,
                                    const CheckoutSettings& settings) {
  if (is_given(attributes.filter) || is_given(attributes.encoding)) return std::nullopt;
  if (is_given(attributes.ident) && committed.find("$Id") != Bytes::npos) return std::nullopt;
  const Conversion conversion = conversion_for(attributes, settings);
  if (conversion.kind == TextKind::kBinary) {
    return CheckedOut{std::move(committed), LineEnds::kKept};
  }
  const bool is_auto = conversion.kind == TextKind::kAuto;
  // Neither on its way in nor out, where git has to guess.
  if (is_auto && committed.find_first_of(std::string_view("\r\0", 2)) != Bytes::npos) {
    return CheckedOut{std::move(committed), LineEnds::kKept};
  }
  if (conversion.end == GitEol::kLf || count_ends(committed).lf == 0) {
    return CheckedOut{std::move(committed), LineEnds::kConverted};
  }
  if (is_auto && std::any_of(committed.begin(), committed.end(), is_doubtful)) return std::nullopt;
  return CheckedOut{with_crlf(committed), LineEnds::kConverted};
}

// All contents that git could have stored for this one: usually a single one, two where git
// guesses.
std::optional<std::vector<Bytes>> check_in(Bytes present, const CheckoutAttributes& attributes,
                                           const CheckoutSettings& settings) {
  if (is_given(attributes.filter) || is_given(attributes.encoding)) return std::nullopt;
  if (is_given(attributes.ident) && present.find("$Id") != Bytes::npos) return std::nullopt;
  const TextKind kind = conversion_for(attributes, settings).kind;
  std::vector<Bytes> kept;
  if (kind == TextKind::kBinary || present.find("\r\n") == Bytes::npos) {
    kept.push_back(std::move(present));
    return kept;
  }
  Bytes converted = without_crlf(present);
  // Where git has to guess, \r\n that it has already stays.
  if (kind == TextKind::kAuto) {
    const bool is_binary = converted.find_first_of(std::string_view("\r\0", 2)) != Bytes::npos;
    kept.push_back(std::move(present));
    if (is_binary) return kept;
  }
  kept.push_back(std::move(converted));
  return kept;
}

// False when line ends show that the two cannot be versions of one file in this checkout.
bool may_precede(const CheckedOut& before, std::string_view now) {
  if (before.line_ends == LineEnds::kKept) return true;
  const EndCount then = count_ends(before.content);
  if (then.lf + then.crlf == 0) return true;
  const EndCount here = count_ends(now);
  return (then.crlf > 0 || here.crlf == 0) && (then.lf > 0 || here.lf == 0);
}

}  // namespace clew
