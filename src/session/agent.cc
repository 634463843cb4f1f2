#include "session/agent.h"

namespace clew {

CLEW_COPIED_HERE(Agent);
template const std::vector<MemberInfo>& members_of<Agent>();

}  // namespace clew
