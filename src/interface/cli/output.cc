#include "interface/cli/output.h"

#include "base/text.h"

namespace clew {
namespace {

constexpr const char* kReset = "\x1b[0m";

struct Tint {
  const char* start;  // what the line begins with, blanks left out
  const char* code;
};
constexpr Tint kTints[] = {
    {"✔",        "\x1b[32m"},
    {"▶",        "\x1b[1m" },
    {"✘",        "\x1b[31m"},
    {"■",        "\x1b[33m"},
    {"refused:", "\x1b[31m"},
    {"corrupt:", "\x1b[31m"},
    {"error:",   "\x1b[31m"},
    {"drift",    "\x1b[33m"},
    {"next",     "\x1b[36m"},
    {"note:",    "\x1b[2m" },
    {"·",        "\x1b[2m" },
};

std::string tint(const std::string& line) {
  const size_t start = line.find_first_not_of(' ');
  if (start == std::string::npos) return line;
  for (const auto& [begins, code] : kTints) {
    const std::string_view rest = std::string_view(line).substr(start);
    if (rest.substr(0, std::string_view(begins).size()) == begins) {
      return line.substr(0, start) + code + line.substr(start) + kReset;
    }
  }
  return line;
}

const char* word_for(ErrorCode code) {
  switch (code) {
    case ErrorCode::kCorrupt:
      return "corrupt";
    case ErrorCode::kFailed:
      return "failed";
    case ErrorCode::kUsage:
      return "usage";
    case ErrorCode::kNotFound:
      return "not found";
    case ErrorCode::kNotAllowed:
      return "not allowed";
    case ErrorCode::kConflict:
      return "conflict";
    case ErrorCode::kInvalid:
      break;
  }
  return "refused";
}

// What goes on in another line is set in: no stored text begins a line of clew's own.
std::string set_in(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (text[i] == '\n' && text.compare(i + 1, 2, "  ") != 0) out += "  ";
  }
  return out;
}

}  // namespace

std::string for_people(const std::string& text, Colour colour) {
  const std::string safe = visible(text);
  if (colour == Colour::kOff) return safe;
  std::string out;
  for (size_t start = 0; start <= safe.size();) {
    const size_t end = std::min(safe.find('\n', start), safe.size());
    out += tint(safe.substr(start, end - start));
    if (end < safe.size()) out += '\n';
    start = end + 1;
  }
  return out;
}

std::string error_text(const Error& error, Colour colour) {
  std::string text = std::string(word_for(error.code)) + ": " + set_in(error.message);
  const bool named =
      error.subject.empty() || error.message.find(error.subject) != std::string::npos;
  if (!named) text += " (" + set_in(error.subject) + ")";
  if (!error.next.empty()) text += "\nnext: " + set_in(error.next);
  return for_people(text, colour);
}

}  // namespace clew
