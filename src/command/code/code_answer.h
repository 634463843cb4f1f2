#pragma once
// What the verbs of `clew code` share: the index of the current checkout, a symbol that somebody
// named, and how symbols, edges and the state of the index are shown.

#include <memory>

#include "drift/project_index.h"
#include "engine/workspace.h"
#include "index/symbol_graph.h"

namespace clew {

// All that a name means; kNotFound, with names like it, when there is nothing.
Result<std::vector<Symbol>> symbols_named(SymbolGraph& graph, const std::string& name,
                                          const char* verb);
// The one that is meant, twins (overloads) included. kUsage, naming the candidates as PATH:NAME,
// when there are several.
Result<Symbol> one_symbol(SymbolGraph& graph, const std::string& name, const char* verb);

Value symbol_fields(const Symbol& symbol, const SymbolMeasure& measure);
Value edge_fields(const CodeEdge& edge);
// files, indexed, skipped, given_up, symbols and edges.
Value summary_fields(const IndexSummary& summary);
// "indexed 12 of 14 files, 0 given up, 5 edges by name only"
std::string summary_line(const IndexSummary& summary);
// Puts both into an answer: data.index, and the last line of the text.
void add_summary(Answer& answer, const CodeIndex& index);

// "src/climate.py:10-40"
std::string place_of(const Symbol& symbol);
// The version of the shape of these files; all of them when `paths` is null.
Result<std::string> version_of(CodeIndex& index, const std::vector<std::string>* paths = nullptr);

}  // namespace clew
