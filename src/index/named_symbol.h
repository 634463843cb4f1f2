#pragma once
// Which definition a name means that somebody wrote: NAME, CLASS.NAME or PATH:NAME. One answer for
// the verbs of `clew code` and for everything that is tied to a symbol.

#include <string>
#include <vector>

#include "index/symbol_graph.h"

namespace clew {

// "src/climate.py:Climate.start"
std::string address_of(const std::string& path, const Definition& definition);

// All that the name means; kNotFound, with names like it, when there is nothing. `command` is what
// the name is an argument of, such as "clew code show".
Result<std::vector<Symbol>> find_named(SymbolGraph& graph, const std::string& name,
                                       const std::string& command);
// The one that is meant, twins (overloads) included. kUsage, naming the candidates as PATH:NAME,
// when there are several.
Result<Symbol> find_one_named(SymbolGraph& graph, const std::string& name,
                              const std::string& command);

}  // namespace clew
