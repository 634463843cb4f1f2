// Files that cost a parser without limits minutes and gigabytes. That they are given up on, not
// when, is what can be asserted.

#include <doctest/doctest.h>

#include <ctime>
#include <string>

#include "index/outline.h"
#include "index/source_language.h"

namespace clew {
namespace {

std::string repeated(std::string_view piece, size_t bytes) {
  std::string text;
  text.reserve(bytes + piece.size());
  while (text.size() < bytes) text += piece;
  return text;
}

struct KillerRow {
  Language language;
  std::string_view before;
  std::string_view piece;
};

constexpr size_t kLargestFile = size_t{1} << 20;

constexpr KillerRow kKillers[] = {
    {Language::kCpp,        "int x = ", "a<"  },
    {Language::kC,          "int x = ", "f("  },
    {Language::kCpp,        "",         "f("  },
    {Language::kC,          "",         "\""  },
    {Language::kCpp,        "",         "\""  },
    {Language::kJavaScript, "",         "\""  },
    {Language::kTypeScript, "",         "\""  },
    {Language::kTsx,        "",         "<a>" },
    {Language::kGo,         "",         "a?b:"},
    {Language::kPython,     "",         "a?b:"},
    {Language::kJavaScript, "",         "`${" },
    {Language::kRuby,       "",         "a{"  },
    {Language::kCSharp,     "",         "a<"  },
};

// Deep, but read within the limits: the walk must not recurse.
constexpr KillerRow kDeep[] = {
    {Language::kPython,     "x = ",                "("            },
    {Language::kJavaScript, "x = ",                "["            },
    {Language::kTypeScript, "",                    "{"            },
    {Language::kGo,         "package p\nvar x = ", "("            },
    {Language::kC,          "",                    "{"            },
    {Language::kCpp,        "",                    "namespace a{" },
    {Language::kRust,       "",                    "mod a{"       },
    {Language::kJava,       "",                    "class A{"     },
    {Language::kCSharp,     "",                    "class A{"     },
    {Language::kRuby,       "",                    "class A;"     },
    {Language::kPhp,        "<?php ",              "function f(){"},
    {Language::kBash,       "",                    "f(){ "        },
    {Language::kTsx,        "",                    "class A{a(){" },
};

}  // namespace

TEST_CASE("a file that would cost minutes or gigabytes is given up on") {
  for (const auto& [language, before, piece] : kKillers) {
    const std::string what = std::string(language_name(language)) + " " + std::string(piece);
    CAPTURE(what);
    const FileOutline outline =
        outline_file(language, std::string(before) + repeated(piece, kLargestFile));
    CHECK(outline.outcome == FileOutline::Outcome::kGivenUp);
    CHECK(outline.definitions.empty());
  }
}

TEST_CASE("a file whose every step is slow is given up on as soon as its time is over") {
  const OutlineLimits limits;
  // Of this thread, so that it is the same on a busy machine.
  const auto used = [] {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
  };
  const std::string source = repeated("<a>", kLargestFile);
  const auto before = used();
  CHECK(outline_file(Language::kBash, source, limits).outcome == FileOutline::Outcome::kGivenUp);
  CHECK(used() - before < limits.time + std::chrono::milliseconds(250));
}

TEST_CASE("a very deep file is read without running out of stack") {
  for (const auto& [language, before, piece] : kDeep) {
    const std::string what = std::string(language_name(language)) + " " + std::string(piece);
    CAPTURE(what);
    const FileOutline outline =
        outline_file(language, std::string(before) + repeated(piece, size_t{48} << 10));
    // Names and signatures stay in proportion to the file.
    size_t bytes = 0;
    for (const auto& definition : outline.definitions)
      bytes += definition.qualified.size() + definition.signature.size();
    CHECK(bytes <= size_t{8} << 20);
  }
}

}  // namespace clew
