#include "index/source_language.h"

#include <doctest/doctest.h>

#include <string>

namespace clew {
namespace {

struct NameRow {
  std::string_view path;
  std::optional<Language> language;
};

constexpr NameRow kNameRows[] = {
    {"src/climate.py",  Language::kPython    },
    {"types/index.pyi", Language::kPython    },
    {"a.mjs",           Language::kJavaScript},
    {"a.jsx",           Language::kJavaScript},
    {"a.d.ts",          Language::kTypeScript},
    {"a.tsx",           Language::kTsx       },
    {"cmd/main.go",     Language::kGo        },
    {"a.c",             Language::kC         },
    {"A.C",             Language::kCpp       },
    {"a.CPP",           Language::kCpp       },
    {"a.hpp",           Language::kCpp       },
    {"lib.rs",          Language::kRust      },
    {"A.java",          Language::kJava      },
    {"A.cs",            Language::kCSharp    },
    {"app/a.rb",        Language::kRuby      },
    {"Rakefile",        Language::kRuby      },
    {"index.php",       Language::kPhp       },
    {"run.sh",          Language::kBash      },
    {"README.md",       std::nullopt         },
    {"py",              std::nullopt         },
    {".py",             std::nullopt         },
    {"a.py/README",     std::nullopt         },
    {"",                std::nullopt         },
};

struct HeaderRow {
  std::string_view bytes;
  Language language;
};

constexpr HeaderRow kHeaderRows[] = {
    {"",                                                     Language::kC  },
    {"#include <stdio.h>\nstruct a { int b; };\n",           Language::kC  },
    {"// class of its own\n/* namespace */\nint f(void);\n", Language::kC  },
    {"#include <string>\n",                                  Language::kCpp},
    {"#include <sys/types.h>\n",                             Language::kC  },
    {"namespace a {\n}\n",                                   Language::kCpp},
    {"#ifdef X\n  template <class T> struct A;\n#endif\n",   Language::kCpp},
    {"struct A {\n public:\n  int f();\n};\n",               Language::kCpp},
    {"int f(std::string);\n",                                Language::kCpp},
};

}  // namespace

TEST_CASE("a name says which language a file is written in") {
  for (const auto& [path, language] : kNameRows) {
    CAPTURE(path);
    CHECK(source_language(path, "") == language);
    CHECK(is_source_path(path) == language.has_value());
  }
}

TEST_CASE("a header is C++ when something in it is") {
  CHECK(is_source_path("include/a.h"));
  for (const auto& [bytes, language] : kHeaderRows) {
    CAPTURE(bytes);
    CHECK(source_language("include/a.h", bytes) == language);
  }
}

}  // namespace clew
