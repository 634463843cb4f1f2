#pragma once
// The contract that agents acknowledge before they touch `.ai-session/`, and what it wants errors
// about these files to say. Pure; nobody here reads a file or a clock.

#include "dialect/agent_contract.h"
#include "dialect/error_context.h"

namespace clew::feature {

// contract-acknowledgment.md has the latest block of all, contract-acknowledgments/<agent>.md each
// agent's own; characters that do not belong into a name become %XX. The version is what the line
// `**Version**: 1.0` says, without the marks; "1.0" when there is none.
const AgentContract& agent_contract();
const ErrorContext& error_context();

}  // namespace clew::feature
