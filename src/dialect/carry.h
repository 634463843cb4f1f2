#pragma once
// What a dialect cannot say, carried where it lets other programs keep metadata, so that A→B→A
// gives A again. Under `carried` in the dialect's room: the files it was made from, and, for a
// session of the store, the session as the core spells it.

#include "dialect/dialect.h"

namespace clew {

struct Carried {
  std::string dialect;  // of the files; empty: there are none
  std::string entry;    // which of the sessions in the files; empty: the first
  FileSet files;
  Value session = {};  // null: it is what the files say; else it counts, and theirs is the text
  FileSet told = {};   // the carrying files as they were written, to see what was changed since
};

// The files with `carried` in the room; as they are when the dialect has none.
Result<FileSet> carry(const Dialect& dialect, FileSet files, const Carried& carried);
// What was carried, if anything was.
std::optional<Carried> find_carried(const Dialect& dialect, const FileSet& files);

// A reading of `dialect`'s files brought together with what they carry: what was carried, and on
// top of it whatever was changed in the files since. `from` is the dialect of the carried files.
// What is carried and cannot be used is a finding (DIALECT.carried), and the reading alone counts.
Session with_carried(const Dialect& dialect, const Reading& reading, const Carried& carried,
                     const Dialect* from, Findings& findings);

// What only the carrying files say, such as what was given when they were made: the dialect's own
// ids and attributes, the kind of plan, and who, where and with what, where `session` has none.
void add_told(const Dialect& dialect, const Session& told, Session& session);

}  // namespace clew
