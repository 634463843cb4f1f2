#pragma once
// What a definition promises its callers, as text that no formatter changes: of each parameter its
// name, its type and whether it has a default value, then the result (docs/code-index.md).
// Comments, annotations, default values, quotes, commas, semicolons and parentheses of the source
// are left out.

#include <string>

#include "index/reading.h"

namespace clew {

// Reads what stands before the body of a definition by its rule and the language's own function.
DefinitionHead read_head(const SourceReading& reading, TSNode node, const NodeRule& rule);

// "(a: int, b=)" of a list of parameters; empty when it is null.
std::string parameters_text(const SourceReading& reading, TSNode parameters);

// All of it: parameters, result, what it is marked with, what it derives from, and the names of its
// members, as they were read.
std::string signature_text(const SourceReading& reading, const DefinitionHead& head,
                           const std::string& members);

// The tokens below a node, joined. `left_out`: a node whose tokens are not wanted; may be null.
std::string tokens_text(const SourceReading& reading, TSNode node, TSNode left_out = {});

}  // namespace clew
