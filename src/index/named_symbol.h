#pragma once
// Which definition a person means who writes NAME, CLASS.NAME or PATH:NAME, and what is said where
// that is none or several.

#include <string>
#include <vector>

#include "index/symbol_graph.h"

namespace clew {

// PATH:QUALIFIED, by which a definition can always be named.
std::string address_of(const std::string& path, const Definition& definition);
std::string address_of(const Symbol& symbol);

// All that a name means; an address, that alone. kNotFound, with names like it, when there is
// nothing; `command` is what the person may type again, with another name after it: "clew code
// show".
Result<std::vector<Symbol>> symbols_named(SymbolGraph& graph, const std::string& name,
                                          const std::string& command);

// Those of them that a person can tell apart: definitions before their declarations, a class before
// its constructors, twins (overloads) once.
std::vector<Symbol> distinct_symbols(std::vector<Symbol> found);

// The one that is meant. kUsage, naming the candidates as PATH:NAME, when there are several.
Result<Symbol> one_symbol(SymbolGraph& graph, const std::string& name, const std::string& command);

// The refusal of a name with several definitions.
Error several_definitions(const std::string& name, const std::vector<Symbol>& meant,
                          const std::string& command);

}  // namespace clew
