#pragma once
// `clew structural dump`: a checkpoint of what was learned about the structure of a program,
// docs/dialects/structural.md. Symbols, counts and the structural version come from the code index,
// or from whoever hands them in; clew adds what the session decided and asked, and refuses what
// would not be a valid checkpoint.

#include "command/verb.h"

namespace clew {

struct StructuralDumpRequest {
  std::string session_id;
  std::vector<std::string> scope_subsystem;
  std::vector<std::string> scope_file;
  std::vector<std::string> symbol;
  std::string symbols;
  std::vector<std::string> decision;
  std::vector<std::string> question;
  std::string confidence;
  std::string out;
  bool append = false;
  bool force = false;
  static constexpr auto params() {
    using R = StructuralDumpRequest;
    return field_list(
        option("session_id", &R::session_id, "ID",
               "its id, subsystem_YYYYMMDD; default: made from the first subsystem"),
        option("scope_subsystem", &R::scope_subsystem, "NAME", "an area it covers; repeat it"),
        option("scope_file", &R::scope_file, "PATH",
               "a file that was examined, relative to the project; repeat it"),
        option("symbol", &R::symbol, "NAME",
               "a symbol of the code index: NAME, CLASS.NAME or PATH:NAME; repeat it; default: the "
               "top-level definitions of the files, highest fan first, at most 50"),
        option("symbols", &R::symbols, "FILE",
               "JSON with symbols, dependencies and structural_version of another index; - is "
               "standard input"),
        option("decision", &R::decision, "TEXT", "\"decision::reason\"; repeat it"),
        option("question", &R::question, "TEXT", "an open question; repeat it"),
        option("confidence", &R::confidence, "WORD", "low, medium or high; default: medium"),
        option("out", &R::out, "PATH",
               "the file; default: quedonde_session_state.json in the project"),
        flag("append", &R::append, "keep the other sessions of the file; the default"),
        flag("force", &R::force,
             "replace the whole file, whatever it holds; it is kept as NAME.bak"));
  }
};

// What the file says of other sessions stays, unless it is forced.
Result<Answer> dump_structure(Workspace& workspace, const StructuralDumpRequest& request);

}  // namespace clew
