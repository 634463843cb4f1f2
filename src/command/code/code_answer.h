#pragma once
// What the verbs of `clew code` share: how symbols, edges and the state of the index are shown.

#include "engine/answer.h"
#include "index/symbol_graph.h"

namespace clew {

Value symbol_fields(const Symbol& symbol, const SymbolMeasure& measure);
Value edge_fields(const CodeEdge& edge);
// files, indexed, skipped, given_up, symbols and edges.
Value summary_fields(const IndexSummary& summary);
// "indexed 12 of 14 files, 0 given up, 5 edges by name only"
std::string summary_line(const IndexSummary& summary);
// Puts both into an answer: data.index, and the last line of the text.
void add_summary(Answer& answer, const CodeIndex& index);

// A signature on one line, its beginning if it is longer. The type of a parameter may be any text
// of the file: what reads like a sentence stands in quotes.
std::string signature_words(const Definition& definition, size_t most);

// "src/climate.py:10-40"
std::string location_of(const Symbol& symbol);

}  // namespace clew
