#pragma once
// Where a symbol went that is no longer where it was: moved to another file under its name, renamed
// (the same body under another name), or gone.

#include <set>
#include <string>
#include <vector>

#include "index/symbol_graph.h"

namespace clew {

// A shorter body, such as a getter's, is that of many: it tells nothing about another file.
inline constexpr uint32_t kTellingTokens = 20;

// A definition as it was once seen.
struct SeenSymbol {
  std::string path;
  std::string qualified;
  Hash fingerprint = {};  // Definition::fingerprint; empty: not known, then no rename is found
  uint32_t tokens = 0;
};

struct SymbolFate {
  enum class What {
    kMoved,    // the same name in one other file
    kRenamed,  // the same body in one definition that nobody recorded
    kGone,
  };
  What what = What::kGone;
  // The one it is now. Gone: those that have its name or its body, of which none can be told.
  std::vector<Symbol> now;
};

// In this order: the same qualified name and body in another file; the same body in the same file;
// the same qualified name in another file, changed on the way; the same body elsewhere, if it is
// long enough to mean something. `recorded` are addresses (PATH:QUALIFIED,
// named_symbol.h) that were seen beside it: what had its name then is not its new name.
// REQUIRES: the index has no such symbol at its path.
Result<SymbolFate> find_lost_symbol(CodeIndex& index, SymbolGraph& graph, const SeenSymbol& seen,
                                    const std::set<std::string>& recorded);

}  // namespace clew
