#pragma once
// `clew structural dump`: a checkpoint of what was learned about the structure of a program,
// docs/dialects/structural.md. Symbols and counts come from whoever has an index of the code; clew
// adds what the session decided and asked, and refuses what would not be a valid checkpoint.

#include "command/verb.h"

namespace clew {

struct StructuralDumpRequest {
  std::string session_id;
  std::vector<std::string> scope_subsystem;
  std::vector<std::string> scope_file;
  std::string symbols;
  std::string confidence;
  std::string out;
  static constexpr auto params() {
    using R = StructuralDumpRequest;
    return field_list(
        option("session_id", &R::session_id, "ID",
               "its id, subsystem_YYYYMMDD; default: made from the first subsystem"),
        option("scope_subsystem", &R::scope_subsystem, "NAME", "an area it covers; repeat it"),
        option("scope_file", &R::scope_file, "PATH",
               "a file that was examined, relative to the project; repeat it"),
        option("symbols", &R::symbols, "FILE",
               "JSON with symbols, dependencies and structural_version; - is standard input"),
        option("confidence", &R::confidence, "WORD", "low, medium or high"),
        option("out", &R::out, "PATH",
               "the file; default: quedonde_session_state.json in the project"));
  }
};

// What the file says of other sessions stays.
Result<Answer> dump_structure(Workspace& workspace, const StructuralDumpRequest& request);

}  // namespace clew
