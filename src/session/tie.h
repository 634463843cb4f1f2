#pragma once
// A tie: what a statement rests on in the project, as it was when somebody looked. A file, some
// lines of it, or a definition in it. Whether it still is so is drift (src/drift/tied_code.h).

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/hash.h"
#include "base/time.h"

namespace clew {

// Lines of the file; their content alone counts, not where in the file they stand.
struct TiedLines {
  uint32_t first = 0;  // from 1
  uint32_t last = 0;
  Hash content;
  bool operator==(const TiedLines&) const = default;
  static constexpr auto fields() {
    using T = TiedLines;
    return field_list(field(1, "first", &T::first, "from 1"),
                      field(2, "last", &T::last, "the last of them"),
                      field(3, "content", &T::content, "SHA-256 of these lines"));
  }
};

// A definition in the file, as the code index has it (docs/code-index.md).
struct TiedSymbol {
  std::string name;  // qualified: "Climate.start"
  std::string kind;
  std::string signature;  // the first kMaxSignature bytes
  Hash fingerprint;       // finds it again under another name
  uint32_t tokens = 0;
  uint32_t line = 0;
  // PATH:NAME of others that had its name, or its fingerprint: none of them is where it went. As
  // many as kMaxTwins: nobody knows them all.
  std::vector<std::string> twins;
  uint32_t extractor = 0;  // the version that signature and fingerprint come from
  bool operator==(const TiedSymbol&) const = default;
  static constexpr auto fields() {
    using T = TiedSymbol;
    return field_list(
        field(1, "name", &T::name, "qualified, such as Climate.start"),
        field(2, "kind", &T::kind, "function, class, …"),
        field(3, "signature", &T::signature, "its signature, shortened"),
        field(4, "fingerprint", &T::fingerprint, "of kind, signature and body without its name"),
        field(5, "tokens", &T::tokens, "in its body"), field(6, "line", &T::line, "where it began"),
        field(7, "twins", &T::twins, "PATH:NAME of others with its name or fingerprint"),
        field(8, "extractor", &T::extractor, "version of the code index's extractor"));
  }
};

struct Tie {
  std::string path;  // relative to the project
  Hash content;
  // Size and times of the file that had this content, so that a file nobody has written is not read
  // again. No times: a later write could have had the same.
  int64_t size = 0;
  int64_t modified_ns = 0;
  int64_t changed_ns = 0;
  Time at;  // when somebody looked
  std::optional<TiedLines> lines = {};
  std::optional<TiedSymbol> symbol = {};
  bool operator==(const Tie&) const = default;
  static constexpr auto fields() {
    using T = Tie;
    return field_list(field(1, "path", &T::path, "relative to the project"),
                      field(2, "content", &T::content, "SHA-256 of the file"),
                      field(3, "size", &T::size, "of the file, in bytes"),
                      field(4, "modified_ns", &T::modified_ns, "its time of modification"),
                      field(5, "changed_ns", &T::changed_ns, "its time of status change"),
                      field(6, "at", &T::at, "when it was so"),
                      field(7, "lines", &T::lines, "only these lines of it"),
                      field(8, "symbol", &T::symbol, "only this definition in it"));
  }
};

inline constexpr size_t kMaxTies = 64;  // of one statement
inline constexpr size_t kMaxTwins = 16;
inline constexpr size_t kMaxSignature = 1000;

}  // namespace clew
