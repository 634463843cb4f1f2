#include "index/source_language.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

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

}  // namespace clew
