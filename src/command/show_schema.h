#pragma once
// `clew schema`: the published JSON Schema of a dialect's documents.

#include "command/dialect_places.h"
#include "command/verb.h"

namespace clew {

struct SchemaRequest {
  std::string dialect;
  std::string document;
  bool all = false;
  static constexpr auto params() {
    using R = SchemaRequest;
    return field_list(positional("dialect", &R::dialect, "DIALECT",
                                 "essay, workflow, feature, orchestration or structural"),
                      positional("document", &R::document, "DOCUMENT",
                                 "which one; the main one otherwise", Need::kOptional),
                      flag("all", &R::all, "every document's, by name"));
  }
};

Result<Answer> show_schema(Workspace& workspace, const SchemaRequest& request);
// The same of these dialects.
Result<Answer> schema_of(const SchemaRequest& request, const Dialects& dialects);

}  // namespace clew
