#include "index/source_language.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "base/text.h"

namespace clew {
namespace {

struct Ending {
  std::string_view ending;
  Language language;
};

constexpr Ending kEndings[] = {
    {"py",      Language::kPython    },
    {"pyi",     Language::kPython    },
    {"pyw",     Language::kPython    },
    {"js",      Language::kJavaScript},
    {"mjs",     Language::kJavaScript},
    {"cjs",     Language::kJavaScript},
    {"jsx",     Language::kJavaScript},
    {"ts",      Language::kTypeScript},
    {"mts",     Language::kTypeScript},
    {"cts",     Language::kTypeScript},
    {"tsx",     Language::kTsx       },
    {"go",      Language::kGo        },
    {"c",       Language::kC         },
    {"cc",      Language::kCpp       },
    {"cpp",     Language::kCpp       },
    {"cxx",     Language::kCpp       },
    {"c++",     Language::kCpp       },
    {"hh",      Language::kCpp       },
    {"hpp",     Language::kCpp       },
    {"hxx",     Language::kCpp       },
    {"h++",     Language::kCpp       },
    {"ipp",     Language::kCpp       },
    {"rs",      Language::kRust      },
    {"java",    Language::kJava      },
    {"cs",      Language::kCSharp    },
    {"rb",      Language::kRuby      },
    {"rake",    Language::kRuby      },
    {"gemspec", Language::kRuby      },
    {"php",     Language::kPhp       },
    {"sh",      Language::kBash      },
    {"bash",    Language::kBash      },
};

constexpr Ending kNames[] = {
    {"Rakefile",    Language::kRuby  },
    {"Gemfile",     Language::kRuby  },
    {"Vagrantfile", Language::kRuby  },
    {".bashrc",     Language::kBash  },
    {".profile",    Language::kBash  },
    {"SConstruct",  Language::kPython},
    {"SConscript",  Language::kPython},
};

// Words that only C++ begins a line with. A comment that begins with one misleads; C++ parses
// nearly all of C, so that costs little.
constexpr std::string_view kCppLines[] = {
    "class ",      "namespace ",        "template ",         "template<",
    "using ",      "public:",           "private:",          "protected:",
    "constexpr ",  "virtual ",          "explicit ",         "friend ",
    "enum class ", "inline namespace ", "static constexpr ", "[[nodiscard]]",
};
constexpr size_t kHeaderBytes = size_t{64} << 10;

std::string_view base_name(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool is_header(std::string_view name) {
  return name.size() > 2 && (name.ends_with(".h") || name.ends_with(".H"));
}

std::optional<Language> by_name(std::string_view name) {
  for (const Ending& row : kNames) {
    if (row.ending == name) return row.language;
  }
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return std::nullopt;
  const std::string_view ending = name.substr(dot + 1);
  if (ending == "C" || ending == "H") return Language::kCpp;
  std::string lower(ending);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char byte) { return static_cast<char>(std::tolower(byte)); });
  for (const Ending& row : kEndings) {
    if (row.ending == lower) return row.language;
  }
  return std::nullopt;
}

// `#include <vector>`: a system header without an ending.
bool includes_cpp_header(std::string_view line) {
  if (!line.starts_with("#")) return false;
  const size_t open = line.find('<');
  const size_t close = line.find('>');
  if (line.find("include") == std::string_view::npos || open == std::string_view::npos ||
      close == std::string_view::npos || close <= open + 1)
    return false;
  const std::string_view inside = line.substr(open + 1, close - open - 1);
  return inside.find_first_of("./") == std::string_view::npos;
}

// C, unless a line near the top is one that only C++ has.
Language header_language(std::string_view bytes) {
  bytes = bytes.substr(0, kHeaderBytes);
  while (!bytes.empty()) {
    const size_t end = std::min(bytes.find('\n'), bytes.size());
    std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    if (line.starts_with("//") || line.starts_with("*") || line.starts_with("/*")) continue;
    for (const std::string_view word : kCppLines) {
      if (line.starts_with(word)) return Language::kCpp;
    }
    if (includes_cpp_header(line) || line.find("std::") != std::string_view::npos)
      return Language::kCpp;
  }
  return Language::kC;
}

constexpr std::array<std::string_view, 13> kLanguageNames = {
    "python", "javascript", "typescript", "tsx",  "go",  "c",    "cpp",
    "rust",   "java",       "csharp",     "ruby", "php", "bash",
};

}  // namespace

bool is_source_path(std::string_view path) {
  const std::string_view name = base_name(path);
  return is_header(name) || by_name(name).has_value();
}

std::optional<Language> source_language(std::string_view path, std::string_view bytes) {
  const std::string_view name = base_name(path);
  if (const auto language = by_name(name)) return language;
  if (is_header(name)) return header_language(bytes);
  return std::nullopt;
}

std::string_view language_name(Language language) {
  return kLanguageNames[static_cast<size_t>(language)];
}

namespace {

constexpr size_t kTop = 2048;           // where a file says what it is
constexpr size_t kLooked = 8000;        // where git looks for NUL
constexpr size_t kMinifiedLine = 5000;  // characters that nobody types into one line

constexpr std::string_view kMadeNames[] = {
    ".min.js", ".min.mjs", "_pb2.py", "_pb2_grpc.py", ".pb.go",
    ".pb.cc",  ".pb.h",    ".g.cs",   ".designer.cs", ".bundle.js",
};

// In lower case. Each is what generators write, and what people do not write about them: a mention
// of "generated" alone is not enough.
constexpr std::string_view kMadeWords[] = {
    "@generated",
    "do not edit this file",
    "this file is automatically generated",
    "this file was automatically generated",
    "this file is auto-generated",
    "this file was auto-generated",
    "this file is autogenerated",
    "automatically generated by",
    "autogenerated by",
    "auto-generated by",
};

bool says_generated(std::string_view top) {
  // "Code generated by X. DO NOT EDIT.", "GENERATED FILE, do not edit", in one line.
  for (size_t start = 0; start < top.size();) {
    const size_t end = std::min(top.find('\n', start), top.size());
    const std::string_view line = top.substr(start, end - start);
    const bool both = line.find("generated") != std::string_view::npos &&
                      line.find("do not edit") != std::string_view::npos;
    if (both) return true;
    start = end + 1;
  }
  return std::any_of(std::begin(kMadeWords), std::end(kMadeWords), [&](std::string_view words) {
    return top.find(words) != std::string_view::npos;
  });
}

// The lines before the first line of code: a comment further down is about something else.
std::string_view first_comment(std::string_view bytes) {
  const std::string_view top = bytes.substr(0, kTop);
  size_t start = 0;
  while (start < top.size()) {
    const size_t end = std::min(top.find('\n', start), top.size());
    std::string_view line = top.substr(start, end - start);
    const size_t first = line.find_first_not_of(" \t\r");
    line = first == std::string_view::npos ? std::string_view() : line.substr(first);
    const bool is_comment = line.empty() || line.starts_with("//") || line.starts_with("#") ||
                            line.starts_with("/*") || line.starts_with("*") ||
                            line.starts_with("\"\"\"") || line.starts_with("<?php") ||
                            line.starts_with("'use strict'") || line.starts_with("\"use strict\"");
    if (!is_comment) break;
    start = end + 1;
  }
  return top.substr(0, std::min(start, top.size()));
}

bool is_minified(std::string_view bytes) {
  size_t start = 0;
  size_t lines = 0;
  size_t longest = 0;
  for (; start < bytes.size(); ++lines) {
    const size_t end = std::min(bytes.find('\n', start), bytes.size());
    longest = std::max(longest, end - start);
    start = end + 1;
  }
  // One long line among many is a table; long lines on average are nobody's.
  return longest > kMinifiedLine && bytes.size() / std::max<size_t>(lines, 1) > kMinifiedLine / 10;
}

}  // namespace

bool is_generated(std::string_view path, std::string_view bytes) {
  const std::string name = lower_case(path.substr(path.rfind('/') + 1));
  for (const std::string_view ending : kMadeNames) {
    if (name.ends_with(ending)) return true;
  }
  return says_generated(lower_case(first_comment(bytes))) || is_minified(bytes);
}

bool is_binary(std::string_view bytes) {
  return bytes.substr(0, kLooked).find('\0') != std::string_view::npos;
}

}  // namespace clew
