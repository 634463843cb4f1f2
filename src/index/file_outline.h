#pragma once
// What one source file defines and mentions. A pure function of the file's bytes and the version of
// the extractor: which definition a name stands for is worked out when somebody asks, so that a new
// definition in one file never changes what is kept of another.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace clew {

// Raised whenever the same bytes give another outline: what an older extractor kept is read again.
inline constexpr int kExtractorVersion = 2;

enum class Language {
  kPython,
  kJavaScript,
  kTypeScript,
  kTsx,
  kGo,
  kC,
  kCpp,
  kRust,
  kJava,
  kCSharp,
  kRuby,
  kPhp,
  kBash,
};

// `declaration` is a name without a body: a prototype, what a .d.ts says.
enum class SymbolKind {
  kFunction,
  kMethod,
  kClass,
  kInterface,
  kStruct,
  kEnum,
  kType,
  kModule,
  kDeclaration,
};

enum class Relation { kCalls, kReferences, kImports, kIncludes, kAnnotates };

// As they stand in answers and in the structural version: never renamed.
std::string_view symbol_kind_name(SymbolKind kind);
std::string_view relation_name(Relation relation);

struct Definition {
  SymbolKind kind = SymbolKind::kFunction;
  std::string name;
  std::string qualified;  // with the names around it: "Climate.start", in every language
  std::string signature;  // without layout and default values (docs/code-index.md)
  uint32_t line = 0;      // from 1
  uint32_t end_line = 0;
  int32_t owner = -1;    // the definition around it; -1: the file's top level
  Hash fingerprint;      // of kind, signature and body, its own name left out: finds renames
  uint32_t tokens = 0;   // in the body, comments left out
  bool damaged = false;  // it holds what the grammar could not read
  std::vector<std::string> tags;  // @clew:TAG and kin beside it, sorted
};

// Before a name: a literal, whose type no project defines.
inline constexpr std::string_view kLiteralQualifier = "'";

// A name that stands in the file: called, imported, reached through self or this.
struct Mention {
  int32_t from = -1;  // the definition it stands in; -1: the file's top level
  Relation relation = Relation::kCalls;
  std::string name;  // the last name as written; of a module: its last part
  // What stands before it, joined by dots in every language: "self", "os.path"; "?" for what is
  // more than names, as in f().name(), and kLiteralQualifier for "a".name(). Of an import: the
  // module as written, "./lib/a", "std::io".
  std::string qualifier;
  std::string alias;  // of an import: the name it has in this file, when that is another
  uint32_t line = 0;
  bool whole = false;  // an import of a module, not of a name in it: `import os.path`
};

// What reading one file may cost before it is given up on.
struct OutlineLimits {
  // Of the thread's own processor time: on a busy machine no more files are given up on.
  std::chrono::milliseconds time{1000};
  size_t bytes = size_t{64} << 20;
};

struct FileOutline {
  enum class Outcome { kWhole, kPartly, kGivenUp };
  Outcome outcome = Outcome::kWhole;
  Language language = Language::kPython;
  std::vector<Definition> definitions;  // in the order in which they begin
  std::vector<Mention> mentions;        // by `from`, relation, qualifier, name, line; each once
  uint32_t inner_functions = 0;         // functions inside functions, which are no definitions
  Hash shape;  // of the rows that make the structural version; the path is not part of it. None:
               // given up
};

}  // namespace clew
