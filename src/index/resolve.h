#pragma once
// Which definition a name in a file stands for. Worked out when somebody asks, from the file's own
// outline and the definitions of that name in the project, in this order: the same class or file,
// what the file imports, the same folder, the only one in the project. What is left is an edge by
// name: to one definition or to several that may be meant. An answer for a name depends on nothing
// else, so that a change of one file leaves the edges of all other names as they were.
//
// A call through something of unknown type, as in x.start(), is never more than by name, even where
// there is one definition alone. One on a literal, as in ", ".join(x), means nothing of the
// project; nor does a bare name mean a method, in a language where methods are
// reached through an object, or a function inside another that is not around it.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "index/file_outline.h"

namespace clew {

enum class Certainty { kResolved, kByName, kUnresolved };
std::string_view certainty_name(Certainty certainty);  // as in JSON: resolved, by_name, unresolved

// A definition of the project that a name may mean.
struct Candidate {
  int64_t file = 0;
  int32_t definition = 0;  // in the file's outline
  std::string path;
  std::string qualified;
  SymbolKind kind = SymbolKind::kFunction;
  Language language = Language::kPython;
  bool member = false;   // what stands in a namespace is none
  bool of_type = false;  // a member of a class or the like, not of a function

  bool operator==(const Candidate&) const = default;
};

Candidate candidate_of(int64_t file, const std::string& path, const FileOutline& outline,
                       size_t definition);

class Candidates {
 public:
  virtual ~Candidates() = default;
  // Every definition with that name, by path. Valid for as long as this lives.
  virtual const std::vector<Candidate>& named(const std::string& name) = 0;
};

struct MentionTarget {
  Certainty certainty = Certainty::kUnresolved;
  std::vector<const Candidate*> meant;  // one when resolved; at least one when by name
};

// A file whose mentions are looked up, with what it imports at hand.
class MentioningFile {
 public:
  // Borrows both.
  MentioningFile(int64_t file, const std::string& path, const FileOutline& outline);

  int64_t file() const { return file_; }
  const std::string& path() const { return path_; }
  const FileOutline& outline() const { return outline_; }
  const std::vector<const Mention*>& imports() const { return imports_; }  // and includes
  bool has_type(std::string_view qualified) const { return types_.contains(qualified); }

 private:
  int64_t file_;
  const std::string& path_;
  const FileOutline& outline_;
  std::vector<const Mention*> imports_;
  std::set<std::string_view> types_;
};

class Resolver {
 public:
  explicit Resolver(Candidates& candidates) : candidates_(candidates) {}
  MentionTarget resolve(const MentioningFile& in, const Mention& mention);

 private:
  Candidates& candidates_;
};

// Whether what a mention means may change with the definitions of `name`: it is that name, or
// another one for it.
bool depends_on(const MentioningFile& in, const Mention& mention, const std::string& name);

// Whether a mention is an edge of the graph. A word that begins a line of a shell script is a call
// only where there is such a function.
bool is_edge(const FileOutline& outline, const MentionTarget& target);

// Whether an import of `module`, as `importer` writes it, can mean the file at `path`.
bool module_means(std::string_view module, std::string_view importer, std::string_view path);

}  // namespace clew
