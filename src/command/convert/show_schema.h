#pragma once
// `clew schema`: the published JSON Schema of a dialect's documents.

#include "command/verb.h"
#include "discovery/dialect_locations.h"

namespace clew {

struct SchemaRequest {
  std::vector<std::string> names;  // of the dialect, and perhaps of a document
  bool all = false;
  std::string dir{};
  static constexpr auto params() {
    using R = SchemaRequest;
    return field_list(
        positional("names", &R::names, "DIALECT [DOCUMENT]",
                   "essay, workflow, feature, orchestration or structural; and which document, "
                   "default: the main one"),
        flag("all", &R::all, "the schemas of all documents, by name"),
        option("dir", &R::dir, "DIR",
               "the folder whose settings apply, such as its models; default: the usual one"));
  }
};

Result<Answer> show_schema(Workspace& workspace, const SchemaRequest& request);
// The same of these dialects.
Result<Answer> schema_of(const SchemaRequest& request, const Dialects& dialects);

}  // namespace clew
