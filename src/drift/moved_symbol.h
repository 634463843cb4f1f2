#pragma once
// Finds a definition again that something is tied to: at its place, with another signature, moved,
// renamed or gone.
//
// Looked for in this order: its name in its file; its name in one other file; its body under
// another name in its file; its body in another file, when it is long enough to tell.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "files/tree_reader.h"
#include "index/code_index.h"
#include "session/tie.h"

namespace clew {

enum class TiedFate { kSame, kSignature, kMoved, kRenamed, kGone };

struct FoundSymbol {
  TiedFate fate = TiedFate::kSame;
  std::string now;                      // the signature, or PATH:NAME
  std::string name;                     // of one that was renamed
  std::vector<std::string> alike = {};  // of one that is gone: PATH:NAME with the same body
  std::optional<Time> index_of = {};    // set: that is what the index said, as it was left then
};

class SymbolSearch {
 public:
  // `open_index` opens it as it is; it is called when that is first needed.
  using OpenIndex = std::function<Result<std::unique_ptr<CodeIndex>>()>;
  SymbolSearch(const TreeReader& tree, OpenIndex open_index)
      : tree_(tree), open_index_(std::move(open_index)) {}

  // `outline`: of the file at the tie's path now; null: there is none. REQUIRES: tie.symbol.
  FoundSymbol find(const Tie& tie, const FileOutline* outline);

 private:
  struct Location {
    std::string path;
    Definition definition;
  };
  CodeIndex* index();
  std::vector<Location> named_elsewhere(const Tie& tie);
  std::vector<Location> alike_elsewhere(const Tie& tie);

  const TreeReader& tree_;
  OpenIndex open_index_;
  std::optional<std::unique_ptr<CodeIndex>> index_;
};

}  // namespace clew
