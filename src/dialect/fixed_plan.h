#pragma once
// For dialects that prescribe the plan of every session: its steps, and what each has to show.

#include <string>
#include <string_view>
#include <vector>

#include "base/file_set.h"
#include "base/result.h"
#include "session/intent.h"
#include "session/session.h"

namespace clew {

// The steps that every session of the dialect has, and how they grow.
class FixedPlan {
 public:
  virtual std::vector<PlannedStep> first_steps() const = 0;
  // Attributes that a session begun in this dialect has from the start.
  virtual std::vector<Attribute> first_attributes() const = 0;
  // What follows for the plan from what the session says by now: steps that are not in it yet, and
  // steps that are called something else. `files`: those artifacts of the session whose names
  // plan_files has, as they were kept last.
  virtual std::vector<Intent> further_steps(const Session& session, const FileSet& files) const = 0;
  virtual std::vector<std::string> plan_files() const = 0;
  // Of a session that was found in files: its goal and the titles of its steps, as the files of the
  // work tell them (artifacts by their names), where the format has no word for them.
  virtual void describe(Session& session, const FileSet& artifacts) const = 0;
  // What follows for the plan from a revisit that has just been made: what an earlier outline
  // brought about goes with it.
  virtual std::vector<Intent> after_revisit(const Session& session, StepId step,
                                            Impact impact) const = 0;
  // Why all that builds on a step is upset by what is different about it, in words: "the claim type
  // is explainer, no longer argument". Empty: it need not be. `before` and `after`: a file of the
  // step as it was kept, and as it is.
  virtual std::string upset_by(const Session& session, const Step& step, std::string_view before,
                               std::string_view after) const = 0;
  // kInvalid when the files would not tell this value of one of the dialect's fields, set on this
  // step; with what to do instead.
  virtual Status check_value(const Session& session, const Step& step, const std::string& key,
                             const Value& value) const = 0;

 protected:
  ~FixedPlan() = default;
};

// A file that the work on a step makes.
struct StepFile {
  std::string path;  // in the folder of the view
  StepId owner;      // the step itself, or one around it whose file grows with its parts
  bool is_demanded;  // the format calls the step done only with it
};

// What the steps of such a plan show when they are done.
class StepEvidence {
 public:
  // What the dialect itself can show for a step, measured; added to what is shown by hand.
  virtual Evidence evidence_for(const Session& session, const Step& step) const = 0;
  // Is this evidence that the dialect counts itself, so that nobody has to show it?
  virtual bool counts(std::string_view evidence) const = 0;
  // Of evidence that it counts for a step: the commands that settle what is open.
  virtual std::vector<std::string> settling_commands(const Session& session, const Step& step,
                                                     std::string_view evidence) const = 0;
  // The files that a step shows when it is done.
  virtual std::vector<StepFile> files_of_step(const Session& session, const Step& step) const = 0;

 protected:
  ~StepEvidence() = default;
};

}  // namespace clew
