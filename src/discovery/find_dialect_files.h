#pragma once
// Finds sessions of any dialect in the files and folders that a person names: by name, confirmed by
// content where a name may mislead, and read without following symbolic links. For validate, import
// and export.

#include <functional>
#include <string>
#include <vector>

#include "discovery/found_session.h"

namespace clew {

using FoundVisitor = std::function<Status(FoundSession)>;

// Every session at `path`, a file or a folder. With `only`, a file that nobody would take for one
// of its sessions is found all the same. kInvalid when there is none.
Result<std::vector<FoundSession>> find_dialect_files(Context& context, const std::string& path,
                                                     const Dialect* only);

// The same one by one, for many: only one session's files are held at a time. `expect` is told
// before the first how many there are by their names.
Status visit_dialect_files(Context& context, const Lookup& lookup, const std::string& path,
                           const FoundVisitor& visit,
                           const std::function<void(size_t)>& expect = {});

}  // namespace clew
