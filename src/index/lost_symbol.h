#pragma once
// Where a symbol went that is no longer where it was: moved to another file under its name, renamed
// (the same body under another name), or gone. For checkpoints and for what statements are tied to.

#include <functional>
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
  // Addresses (PATH:QUALIFIED, named_symbol.h) that stood beside it: none of them is where it went.
  std::vector<std::string> twins = {};
};

// Of each: others that may later be taken for it, with its name in another file or with its body.
// At most `most`, by address.
Result<std::vector<std::vector<std::string>>> twins_of(CodeIndex& index,
                                                       const std::vector<Symbol>& symbols,
                                                       size_t most);

struct SymbolFate {
  enum class What {
    kMoved,    // the same name in one other file
    kRenamed,  // the same body under one other name
    kGone,
  };
  What what = What::kGone;
  // The one it is now. Gone: those that have its name or its body, of which none can be told.
  std::vector<Symbol> now = {};
  bool by_index = false;  // the index said so, or had to be asked; else the symbol's own file did
};

class LostSymbols {
 public:
  // Called when the index is first needed; null: there is none, and only the symbol's own file can
  // tell.
  using OpenIndex = std::function<CodeIndex*()>;
  // Whether a file that the index knows is still there.
  using IsThere = std::function<bool(const std::string& path)>;

  LostSymbols(OpenIndex open_index, IsThere is_there)
      : open_index_(std::move(open_index)), is_there_(std::move(is_there)) {}

  // In this order: the same qualified name in one other file, or in the one of them that has the
  // body too; the same body in the same file; the same body elsewhere, if it is long enough to mean
  // something. `here`: what the symbol's file defines now; null: there is no such file.
  // REQUIRES: `here` has no such symbol.
  Result<SymbolFate> find(const SeenSymbol& seen, const FileOutline* here);

 private:
  CodeIndex* index();
  Result<std::vector<Symbol>> namesakes(const SeenSymbol& seen);
  Result<std::vector<Symbol>> same_body_elsewhere(const SeenSymbol& seen);

  OpenIndex open_index_;
  IsThere is_there_;
  std::optional<CodeIndex*> index_;
};

// What the symbols of a scope looked like when its structural version was taken down: kept in the
// index, so that a rename can be told from a loss. A cache like the rest of it.
//
// So many of a symbol's twins are remembered; who had more is told apart by nothing.
inline constexpr size_t kMaxSeenTwins = 16;

// Added to what is known of that version; the oldest go when there are too many.
Status remember_seen(CodeIndex& index, const std::string& version,
                     const std::vector<Symbol>& symbols);
// Empty when nothing is known of it.
Result<std::vector<SeenSymbol>> recall_seen(CodeIndex& index, const std::string& version);

}  // namespace clew
