#include "testing/steady_line.h"

#include <algorithm>
#include <cctype>
#include <regex>

namespace clew {
namespace {

// After every `before`, a run of at least `least` characters that `is_part` of it is shown as
// `shown`.
template <class IsPart>
void mask(std::string& line, const std::string& before, size_t least, const std::string& shown,
          IsPart is_part) {
  for (size_t at = line.find(before); at != std::string::npos; at = line.find(before, at + 1)) {
    size_t end = at += before.size();
    while (end < line.size() && is_part(static_cast<unsigned char>(line[end]))) ++end;
    if (end - at >= least) line.replace(at, end - at, shown);
  }
}

}  // namespace

std::string steady_line(std::string line) {
  const auto is_hex = [](int c) { return std::isxdigit(c) != 0; };
  const auto is_word = [](int c) { return std::isalnum(c) != 0; };
  const std::string hash = "9f3c01d2";
  for (const char* before :
       {"head ", "hash  ", "quarantined as ", "kept aside as ", ", kept as ", R"("hash":")",
        R"("digest":")", R"("kept_aside":")", R"("head":")", R"("genesis":")", R"("store":")"}) {
    mask(line, before, hash.size(), hash, is_hex);
  }
  // "entry 12 (9f3c01d2)", of a remote
  for (size_t at = line.find("entry "); at != std::string::npos; at = line.find("entry ", at + 1)) {
    const size_t open = line.find(" (", at);
    const size_t close = open == std::string::npos ? open : open + 2 + hash.size();
    if (close == std::string::npos || line.size() <= close || line[close] != ')') continue;
    if (std::all_of(line.begin() + open + 2, line.begin() + close, is_hex)) {
      line.replace(open + 2, hash.size(), hash);
    }
  }
  for (const char* before : {"disk         ", R"("check":"disk","ok":true,"found":")"}) {
    mask(line, before, 1, "ext4", is_word);
  }
  return line;
}

std::string steady_program_line(std::string line) {
  struct Mask {
    const char* found;
    const char* shown;
  };
  static constexpr Mask kMasks[] = {
      {R"(clew-tour-[0-9a-f]{16})",     "clew-tour-0123456789abcdef"},
      {R"(\d{4}-\d\d-\d\dT\d\d:\d\dZ)", "2026-11-15T12:00Z"         },
      {R"(([ ,(])\d\d:\d\d\b)",         "$0112:00"                  },
      {R"(\(\d+ s\))",                  "(0 s)"                     },
      {R"(\(owner \d+,)",               "(owner 1000,"              },
      {R"("owner":\d+)",                "\"owner\":1000"            },
      {R"(127\.0\.0\.1:\d+)",           "127.0.0.1:7117"            },
      {R"("port":\d+,"pid":\d+)",       "\"port\":7117,\"pid\":42"  },
  };
  for (const auto& [found, shown] : kMasks) {
    line = std::regex_replace(line, std::regex(found), shown);
  }
  return steady_line(std::move(line));
}

}  // namespace clew
