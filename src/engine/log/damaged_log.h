#pragma once
// A session whose log or derived data failed `verify`: what is wrong, how much of it is intact, and
// whether cutting off the rest would help. What `clew verify`, `repair`, `restore` and `resume` say
// of it is said here.

#include "engine/workspace.h"

namespace clew {

// What is wrong with a session, and what that allows to be done about it.
struct Damage {
  SessionSummary summary;
  VerifyReport report;
  uint32_t intact = 0;
  bool log_is_whole() const { return intact >= summary.head.seq.number; }
};
Result<Damage> find_damage(Workspace& workspace, const SessionId& id);

// What verify found, as an error: every problem, what is still intact, and the command that mends
// it. REQUIRES: there are problems. `card` is that of the one session asked about, or null.
Error corruption(const VerifyReport& report, const SessionSummary* summary);
// The same of one session, where what mends it was tried: something else is said when it could not
// be done.
Error corruption_of(Workspace& workspace, const VerifyReport& report,
                    const SessionSummary& summary);
Value report_fields(const VerifyReport& report);

// What is still wrong in this turn. Nothing is done unless that is less than there was.
Result<VerifyReport> left_after(Transaction& transaction, const Damage& damage);

// "events 8 to 9 of oauth-7f3a": what comes after `keep`.
std::string span_of(const Damage& damage, uint32_t keep);
// In the turn: cuts off what comes after `keep`, and says so. The content it is kept aside as.
Result<Hash> cut_off_events(Workspace& workspace, Transaction& transaction, const Damage& damage,
                            uint32_t keep);
// Whether it could be done: does it in a turn that ends without a commit.
Status try_cut(Workspace& workspace, const Damage& damage, uint32_t keep);

}  // namespace clew
