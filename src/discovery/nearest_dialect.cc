#include "discovery/nearest_dialect.h"

#include <algorithm>

#include "document/yaml/yaml.h"

namespace clew {
namespace {

// The one that a list of them begins with; null when there is none.
const Value* object_of(const Value& tree) {
  const Value* at = &tree;
  if (at->is_list()) at = at->as_list().empty() ? nullptr : &at->as_list().front();
  return at != nullptr && at->is_object() ? at : nullptr;
}

struct Fit {
  size_t known = 0;
  size_t missing = 0;  // fields that a document must have
};

bool is_better(const Fit& a, const Fit& b) {
  return a.known != b.known ? a.known > b.known : a.missing < b.missing;
}

// How many fields of the document the object has, and how many required ones it lacks.
Fit fit_of(const Value& object, const DocumentShape& document) {
  Fit fit;
  for (const auto& field : document.shape.fields) {
    const bool is_there = object.find(field.name) != nullptr;
    fit.known += is_there ? 1 : 0;
    fit.missing += !is_there && field.need == FieldNeed::kRequired ? 1 : 0;
  }
  return fit;
}

struct Fitting {
  const DocumentShape* document = nullptr;
  Fit fit = {};
};

// The best of the dialect's documents; a tie goes to the primary one, which comes first.
Fitting best_of(const Dialect& dialect, const Value& tree) {
  Fitting best{&dialect.documents().front()};
  const Value* object = object_of(tree);
  if (object == nullptr) return best;
  best.fit = fit_of(*object, *best.document);
  for (const auto& document : dialect.documents()) {
    const Fit fit = fit_of(*object, document);
    if (is_better(fit, best.fit)) best = {&document, fit};
  }
  return best;
}

}  // namespace

std::optional<Nearest> nearest_dialect(const Dialects& dialects, const std::string& path,
                                       const std::string& text) {
  const auto tree = parse_document(text, path);
  if (!tree) return std::nullopt;
  const Dialect* nearest = nullptr;
  Fitting best;
  for (const Dialect* dialect : dialects) {
    const Fitting fitting = best_of(*dialect, *tree);
    if (nearest != nullptr && !is_better(fitting.fit, best.fit)) continue;
    nearest = dialect;
    best = fitting;
  }
  if (nearest == nullptr || best.fit.known == 0) return std::nullopt;
  return Nearest{nearest, best.document, best.fit.known};
}

const DocumentShape& nearest_document(const Dialect& dialect, const Value& tree) {
  return *best_of(dialect, tree).document;
}

}  // namespace clew
