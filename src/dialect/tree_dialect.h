#pragma once
// What all dialects share: parsing, judging by shape, and writing by three-way merge. A dialect
// made on it says two things: what trees mean (interpret), and how a session is told in trees
// (express).
//
// Writing: the base text is read and told again (before), the session is told (after), and the base
// is edited by the difference of the two. So a field keeps its text, whatever its spelling, as long
// as it still means what the session says; what was reported and never changed stays as reported;
// unknown fields, comments and order stay. express must therefore be a function of the session
// alone, and interpret(express(x)) must bring back all that express tells.

#include <functional>
#include <memory>

#include "dialect/dialect.h"
#include "document/finding_sink.h"
#include "document/members.h"

namespace clew {

// The list of a folder's own document that has an entry for each session; null: none.
const FieldShape* list_of_entries(const DocumentShape& document);

class TreeDialect : public Dialect {
 public:
  Readings read(const FileSet& files) const override;
  Result<FileSet> write(const Session& session, const FileSet& base) const override;
  std::vector<std::string> unknown_fields(const FileSet& files) const override;
  FileSet without_others(FileSet files, const std::string& entry) const override;
  ReadableFiles readable(const FileSet& files,
                         const std::vector<std::string>& broken) const override;
  Documents documents_in(const FileSet& files, const std::string& entry) const override;

 protected:
  // What must be done to a text before it is parsed, for files that their own programs write wrong;
  // says so with a finding. Default: nothing.
  virtual std::string repair(const DocumentShape& shape, const std::string& path,
                             const std::string& text, FindingSink& sink) const;
  // Trees whose known values all have the kinds their shapes say (others were taken out, with a
  // finding). Positions are lost when express is read back: the sink takes paths.
  virtual std::vector<Reading> interpret(const Documents& documents, FindingSink& sink) const = 0;
  // The same for who only judges. Must find the same; may leave the sessions out of the readings.
  virtual std::vector<Reading> judge_trees(const Documents& documents, FindingSink& sink) const {
    return interpret(documents, sink);
  }
  // judge by judge_trees, for who leaves read as it is here.
  Readings judge_by_trees(const FileSet& files) const;
  // Whether new objects have null where the session says nothing (add_nulls). express leaves such
  // attributes out: then a null that somebody set differs from a field that the text lacks.
  virtual bool has_null_template() const { return false; }
  // kInvalid: lists everything the session lacks.
  virtual Result<Documents> express(const Session& session) const = 0;

 private:
  struct Parsed;
  using Interpret = std::vector<Reading> (TreeDialect::*)(const Documents&, FindingSink&) const;
  Readings read_by(Interpret tell, const FileSet& files) const;
  Parsed parse(const FileSet& files, FindingSink& sink) const;
  Result<NamedFile> edit(const Document& after, const Document* before, const NamedFile* base,
                         const std::vector<TreePath>& dropped) const;
};

// Attributes: the fields of `shape` that are attributes of `owner`, between an object's members and
// a list of attributes keyed DIALECT.PREFIX.PATH. Objects inside are entered, lists and maps are
// values as a whole.
void read_attributes(std::string_view dialect, const Shape& shape, HomeOwner owner,
                     const Value& object, std::vector<Attribute>& into,
                     const std::string& prefix = {});
// Sets what the attributes have. What they lack and the shape requires becomes null where null is
// allowed.
void write_attributes(std::string_view dialect, const Shape& shape, HomeOwner owner,
                      const std::vector<Attribute>& attributes, Value& object,
                      const std::string& prefix = {});
const Value* find_attribute(const std::vector<Attribute>& attributes, std::string_view key);
void set_attribute(std::vector<Attribute>& attributes, std::string_view key, Value value);

// When a session last changed, as its files tell it. A pause is no work on the session, so it is no
// activity of its own; but it changes the files, and they say so.
Time last_change(const Session& session);

}  // namespace clew
