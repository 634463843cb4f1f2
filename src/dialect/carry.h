#pragma once
// What a dialect cannot say, carried where it lets other programs keep metadata, so that A→B→A
// gives A again. Under `carried` in the dialect's room: the values of A's documents that are not to
// be had from B's own fields, each at its place (tree_patch.h), and what a session of the store has
// beyond both.

#include "dialect/dialect.h"
#include "dialect/loss.h"

namespace clew {

struct Carried {
  std::string dialect;  // of the files; empty: there are none
  std::string entry;    // which of the sessions in the files; empty: the first
  FileSet files;
  Value lost = {};        // by document: what its tree has and the carrying files do not tell
  Value facts = {};       // what neither says of the session, in words of the core
  std::string form = {};  // Translation::form_of the files
  std::vector<std::string> absent = {};  // documents that the files are without
  // Earlier versions carried all of it: the session (null: it is what the files say), the text of
  // its files, and the carrying files as they were written, to see what was changed since.
  Value session = {};
  FileSet reported = {};

  bool is_whole() const { return lost.is_null() && facts.is_null(); }
};

// The files with `carried` in the room; as they are when the dialect has none, or nothing is lost.
Result<FileSet> carry(const Dialect& dialect, FileSet files, const Carried& carried);
// What was carried, if anything was. Of files only those of earlier versions.
std::optional<Carried> find_carried(const Dialect& dialect, const FileSet& files);

// What is not to be had from a reading of `dialect`'s files.
struct Remainder {
  Value lost;
  Value facts;
  std::string form = {};
  std::vector<std::string> absent = {};
  std::vector<Loss> losses;
};
// Of the files of a session in `from`; null: it has none. `whole`: the session of the store, null
// when there is but what the files say.
Remainder what_is_lost(const Dialect& dialect, const Reading& reading, const Dialect* from,
                       const Carried& source, const Session* whole);
// The files of the dialect `from`, made of what a reading says and what is carried.
FileSet restored_files(const Dialect& dialect, const Reading& reading, const Carried& carried,
                       const Dialect& from);

// A reading of `dialect`'s files brought together with what they carry: what was carried, and on
// top of it whatever was changed in the files since. `from` is the dialect of the carried files.
// What is carried and cannot be used is a finding (DIALECT.carried), and the reading alone counts.
Session with_carried(const Dialect& dialect, const Reading& reading, const Carried& carried,
                     const Dialect* from, Findings& findings);

// What only the carrying files say, such as what was given when they were made: the dialect's own
// ids and attributes, the kind of plan, and who, where and with what, where `session` has none.
void add_reported(const Dialect& dialect, const Session& reported, Session& session);

}  // namespace clew
