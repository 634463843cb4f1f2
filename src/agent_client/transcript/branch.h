#pragma once
// Lines that name their parent form a tree: whoever edits a prompt leaves the old branch standing.
// Which lines lead to the last one. Private to agent_client.

#include <string>
#include <vector>

namespace clew::transcript {

struct ChainLink {
  std::string id;
  std::string parent;                // empty: a root
  std::string message;               // an answer of the model may span several lines
  std::vector<std::string> calls;    // tool calls that the line makes
  std::vector<std::string> results;  // tool calls that it answers
  bool quarantined = false;          // neither the person nor the agent says it
};

// true for each line that counts: the last one and those it descends from, unless nobody says
// anything on the way there; the other lines of the same answers; the results of their calls, which
// branch off where calls ran side by side. Where a parent is missing (a line that could not be
// read), the line before stands in for it. Of lines with one id only the first counts.
std::vector<bool> choose_branch(const std::vector<ChainLink>& links);

}  // namespace clew::transcript
