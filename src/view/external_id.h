#pragma once
// The id that a session has in a dialect, such as the name of its folder. It stays with the
// session: a view that is detached and attached again, here or in another folder, and every export
// have the same one.

#include <optional>
#include <string>

#include "dialect/dialect.h"
#include "engine/context.h"

namespace clew {

// As its files have it, as its view has it or had it; nothing before the first view.
Result<std::optional<std::string>> known_entry(StoreReader& store, const Session& session,
                                               const Dialect& dialect);
// In the turn that attaches the view.
Status keep_entry(Transaction& transaction, const SessionId& session, const std::string& dialect,
                  const std::string& entry, const std::string& folder);
// All that are kept, of any session and dialect.
struct DialectEntry {
  SessionId session;
  std::string dialect;
  std::string entry;
  std::string folder;
};
Result<std::vector<DialectEntry>> kept_entries(StoreReader& store);

// What a new id is made of: always the same for the same session.
IdSeed entry_seed(const Session& session, Time now, uint32_t attempt);

// The known id, or a new one that neither a file in the folder nor another view has.
Result<std::string> choose_entry(Context& context, const Session& session, const Dialect& dialect,
                                 const std::string& folder);
// kConflict, naming the session, when another one's view is in a file of these.
Status check_unshared(Context& context, const SessionId& session, const Dialect& dialect,
                      const std::string& folder, const std::vector<std::string>& paths);

// What is there of a session's files, as far as it can be read.
FileSet read_present(Context& context, const std::string& folder,
                     const std::vector<std::string>& paths);

}  // namespace clew
