#pragma once
// The feature dialect: the `.ai-session/` tree (docs/dialects/feature.md).

#include <memory>
#include <string>
#include <vector>

#include "dialect/dialect.h"

namespace clew {

// With the models gemini, opus and sonnet, unless the folder's index allows others.
const Dialect& feature_dialect();
// With other words for models.
std::unique_ptr<Dialect> make_feature_dialect(std::vector<std::string> models);

}  // namespace clew
