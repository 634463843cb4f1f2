#pragma once
// Definitions with one qualified name, taken as one symbol: overloads, and namesakes in several
// files. What a checkpoint says of a symbol is said of its group.

#include <set>
#include <string>
#include <vector>

#include "index/symbol_graph.h"

namespace clew {

struct SymbolGroup {
  std::string name;                 // qualified
  std::vector<Symbol> definitions;  // at least one; by path and line
  SymbolMeasure measure;            // of all of them together

  std::vector<std::string> paths() const;  // distinct
  std::vector<std::string> tags() const;   // distinct
};

// REQUIRES: at least one definition, all with the same qualified name.
Result<SymbolGroup> measure_group(SymbolGraph& graph, std::vector<Symbol> definitions);

// The top-level definitions of these files, the highest fan first. A namespace is seen through; a
// declaration counts where there is no definition.
Result<std::vector<SymbolGroup>> top_level_groups(SymbolGraph& graph,
                                                  const std::set<std::string>& files);

struct GroupDependency {
  Relation relation = Relation::kCalls;
  std::string name;  // qualified
  bool operator==(const GroupDependency&) const = default;
};
// What a group and all within it depend on in the project, by edges that mean one definition, what
// is certain first: at most `most`.
Result<std::vector<GroupDependency>> dependencies_of(SymbolGraph& graph, const SymbolGroup& group,
                                                     size_t most);

}  // namespace clew
