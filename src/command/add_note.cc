#include "command/add_note.h"

#include <fmt/format.h>

#include "command/record_fact.h"

namespace clew {

Result<Answer> add_note(Workspace& workspace, const NoteRequest& request) {
  NoteAdded fact;
  fact.text = request.text;
  fact.log = request.log;
  return record_fact(workspace, fact, request.step, [](const Done&, const std::string& number) {
    return fmt::format("noted as {}", number);
  });
}

}  // namespace clew
