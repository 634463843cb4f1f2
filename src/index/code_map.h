#pragma once
// The symbols of a folder by how central they are: how many others call or reference them, and how
// many they do, over the whole project.

#include <functional>
#include <string>

#include "index/symbol_graph.h"

namespace clew {

enum class GoOn { kYes, kNo };

// The symbols beneath `folder` (a path of the index, or of one file; empty: all), the highest fan
// first, an edge by name counting a third of one that is certain, and tests last; twins (overloads)
// once, as the first of them. Ends when `take` says so. The same index gives the same order.
Status visit_central(CodeIndex& index, const std::string& folder,
                     const std::function<GoOn(const Symbol&, const SymbolMeasure&)>& take);

}  // namespace clew
