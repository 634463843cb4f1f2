#pragma once
// What a dialect declares of itself so that a session of one can be told in another (translate.h).

#include <string>
#include <vector>

#include "document/document.h"
#include "session/session.h"

namespace clew {

// Which levels of a plan the dialect's files list.
enum class PlanTiers {
  kNone,
  kTop,    // phases
  kTasks,  // tasks, without anything around them
  kBoth,   // phases and the tasks in them
};

class Translation {
 public:
  virtual PlanTiers tiers() const = 0;
  // Whether a session of another dialect can become one of this: not where the format demands what
  // no other has.
  virtual bool takes_others() const { return true; }

  // The session's id as the files say it, and whether another dialect's has the form of one.
  virtual std::string id_in(const Session& session) const = 0;
  virtual bool takes_id(const std::string& id) const = 0;
  virtual void give_id(Session& session, const std::string& id) const = 0;

  // Of steps that the files only count there is nothing to tell one by one.
  virtual bool lists(const Session& /*session*/, const Step& /*step*/) const { return true; }
  // The files that a step has produced: outputs of its last attempt, and artifacts.
  virtual std::vector<std::string> files_of(const Session& session, const Step& step) const;
  // What a step has shown, for dialects that show it to a gate; empty where the format has no such
  // values.
  virtual Evidence evidence_of(const Session& /*session*/, const Step& /*step*/) const {
    return {};
  }
  // The prefix of attributes that are free metadata; empty: the format has no place for any.
  virtual std::string metadata_prefix() const { return {}; }
  // The last touch on a session that was made for this dialect.
  virtual void fit(Session& /*session*/) const {}

  // The documents as far as the session can tell them, whatever the format demands beyond that.
  virtual Documents in_part(const Session& session) const = 0;
  // For formats whose files have several forms, such as an older one: the name of the form that
  // these have, empty for the present one; and the same documents told in it.
  virtual std::string form_of(const Documents& /*documents*/) const { return {}; }
  virtual Documents in_form(const std::string& /*form*/, Documents documents) const {
    return documents;
  }

 protected:
  ~Translation() = default;
};

}  // namespace clew
