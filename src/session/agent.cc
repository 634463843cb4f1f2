#include "session/agent.h"

namespace clew {

CLEW_COPIED_HERE(Agent);
template struct StructInfoOf<Agent>;

}  // namespace clew
