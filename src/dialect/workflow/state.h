#pragma once
// What a state document says, and what is wrong with how it says it. Reading is separate from
// judging: express reads back what it tells, to find out what is left to say.

#include <optional>
#include <string>
#include <vector>

#include "dialect/tree_dialect.h"
#include "dialect/workflow/workflow_plan.h"
#include "session/session.h"

namespace clew::workflow {

struct State {
  std::string entry;
  Session session;               // steps 1 to N are the phases, their parts come after them
  bool legacy = false;           // without the sections that came later
  std::string status;            // of a legacy file that tells it in one word
  uint32_t first = 0;            // number of the first phase
  uint32_t phases = 0;           // how many there are steps for
  std::optional<uint32_t> last;  // by the structure; unset while nobody knows
  std::optional<uint32_t> current;
  std::vector<uint32_t> completed;  // as listed
  bool overrun = false;             // phases outside the structure are mentioned
  std::vector<TreePath> odd;        // places in metadata.clew that cannot be understood

  bool has(uint32_t number) const { return number >= first && number - first < phases; }
  const Step& phase(uint32_t number) const { return session.steps[number - first + 1]; }
};

// Nothing when the tree is no session at all. `plan` names the phases, and fills in what an older
// file lacks.
std::optional<State> read_state(const Value& tree, const std::string& path,
                                const WorkflowPlan* plan);
bool is_legacy(const Value& tree);
// phase_timing, or what stands in its place.
const Value& timing_in(const Value& tree);
// Members that the format's own program writes in place of the sections that legacy files lack.
inline constexpr const char* kInPlaceOfSections[] = {"phase_timings", "evidence_submitted",
                                                     "status", "completed_at", "error_reason"};

const std::vector<Rule>& rules();
void check_state(const State& state, const Document& document, FindingSink& sink);

}  // namespace clew::workflow
