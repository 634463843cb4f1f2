#pragma once
// Collects the findings of a reader. Each comes with the path of what it is about and gets its line
// and column at the end, when all are known: texts without findings are never searched.

#include <string>
#include <vector>

#include "base/file_set.h"
#include "document/document.h"

namespace clew {

// Collects findings with their place; positions are looked up once all are known.
class FindingSink {
 public:
  FindingSink(std::string dialect, const std::vector<Rule>& rules)
      : dialect_(std::move(dialect)), rules_(rules) {}

  // A rule of the dialect's table: severity and next step come from there. The path is that in the
  // document's tree, also where some of the text is not in it.
  void rule(const std::string& name, const Document& document, TreePath path, std::string message);
  void add(Severity severity, const std::string& name, const std::string& file, TreePath path,
           std::string message, std::string next = {});
  // The same where no path leads: in a text that cannot be parsed.
  void add_at(Severity severity, const std::string& name, const std::string& file,
              TextPosition position, std::string message, std::string next);
  // A finding that is not reported (yet), for DiskQuestion.
  Finding make(const std::string& name, const Document& document, TreePath path,
               std::string message) const;
  bool empty() const { return placed_.empty(); }
  // With positions, looked up in the texts.
  Findings take(const FileSet& files);

 private:
  struct Placed {
    Finding finding;
    TreePath path;
  };
  std::string dialect_;
  const std::vector<Rule>& rules_;
  std::vector<Placed> placed_;
};

}  // namespace clew
