#include "command/record/give_instruction.h"

#include "engine/record_fact.h"

namespace clew {

Result<Answer> give_instruction(Workspace& workspace, const InstructRequest& request) {
  return record_fact(workspace, InstructionGiven{request.text}, "",
                     [](const Done&, const std::string&) {
                       return std::string("recorded as the latest instruction");
                     });
}

}  // namespace clew
