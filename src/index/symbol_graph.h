#pragma once
// Symbols of a code index and the edges between them: what a name means, who calls it, what it
// calls, how many do, and which part it plays. Everything is worked out when it is asked for
// (resolve.h).

#include <map>

#include "index/candidates.h"
#include "index/code_index.h"

namespace clew {

struct SymbolRef {
  int64_t file = 0;
  int32_t definition = -1;  // -1: the file's top level

  auto operator<=>(const SymbolRef&) const = default;
};

struct Symbol {
  SymbolRef ref;
  std::string path;
  Language language = Language::kPython;
  Definition definition;
};

struct CodeEdge {
  SymbolRef from;
  std::string src;  // qualified; the path for a file's top level
  std::string dst;  // qualified where one definition is meant, else the name as written
  Relation relation = Relation::kCalls;
  std::string path;  // where it stands
  uint32_t line = 0;
  Certainty certainty = Certainty::kUnresolved;
  std::vector<Candidate> meant;

  // Whether it counts for fans: a call or reference to one definition.
  bool counts() const;
};

struct SymbolMeasure {
  size_t fan_in = 0;   // distinct other symbols that call or reference it
  size_t fan_out = 0;  // distinct other symbols that it calls or references
  std::string role;    // docs/code-index.md has the table
};

class SymbolGraph {
 public:
  explicit SymbolGraph(CodeIndex& index);

  // What `wanted` may mean: NAME, QUALIFIED or PATH:NAME. By path and line; empty when there is
  // none.
  Result<std::vector<Symbol>> find(const std::string& wanted);
  // Names like it, the most alike first.
  Result<std::vector<std::string>> near(const std::string& wanted, size_t most);
  // The definitions of a file.
  Result<std::vector<Symbol>> in_file(const std::string& path);

  // Edges by path and line. Of a class, what stands in its members is theirs.
  Result<std::vector<CodeEdge>> callers(const Symbol& symbol);
  Result<std::vector<CodeEdge>> callees(const Symbol& symbol);
  Result<SymbolMeasure> measure(const Symbol& symbol);
  // Of several definitions taken as one symbol. REQUIRES: at least one.
  Result<SymbolMeasure> measure(const std::vector<Symbol>& definitions);

 private:
  Result<const std::vector<CodeEdge>*> edges_to_name(const std::string& name);
  CodeEdge edge_of(const MentioningFile& in, const Mention& mention,
                   const MentionTarget& target) const;

  CodeIndex& index_;
  LookedUpCandidates candidates_;
  Resolver resolver_;
  std::map<std::string, std::vector<CodeEdge>> to_name_;
};

}  // namespace clew
