#pragma once
// `clew note`: something worth knowing later.

#include "command/verb.h"

namespace clew {

struct NoteRequest {
  std::string text;
  std::string step;
  std::string log;
  std::vector<std::string> file;
  std::vector<std::string> symbol;
  static constexpr auto params() {
    using R = NoteRequest;
    return field_list(
        positional("text", &R::text, "TEXT", "the note"),
        option("step", &R::step, "STEP", "the step it belongs to (default: the current one)"),
        option("log", &R::log, "NAME", "a named log it belongs to, such as voice-check"),
        option("file", &R::file, "PATH[:A-B]", "a file it rests on, or lines of it; repeat it"),
        option("symbol", &R::symbol, "NAME",
               "a definition it rests on: NAME or PATH:NAME; repeat it"));
  }
};

Result<Answer> add_note(Workspace& workspace, const NoteRequest& request);

}  // namespace clew
