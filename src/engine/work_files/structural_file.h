#pragma once
// StructuralFile: the file of a structural checkpoint, as `clew structural dump` and `resume` name
// it, and the warnings that belong to it: it should stay local and be ignored by git.

#include "dialect/dialect.h"
#include "document/finding.h"
#include "engine/workspace.h"
#include "view/view_record.h"

namespace clew {

// The dialect of such files, the one with a local file (dialect/local_file.h).
const Dialect& checkpoint_dialect();

struct StructuralFile {
  std::string whole;   // absolute
  std::string folder;  // of it
  std::string name;
  std::string shown;  // as a person here would name it
};

// The file that `option` was given, else the default one in the project. kUsage when the name is
// not that of a JSON file.
Result<StructuralFile> structural_file(Workspace& workspace, const std::string& given,
                                       const char* option);
// Checkpoints stay local, in the project they are about: a file outside of it is written only when
// somebody agrees; `again` is the command that does it.
Result<std::string> check_local(Workspace& workspace, const StructuralFile& file,
                                const std::string& again);
// "warning: FILE:3: …" for each, a line each.
std::string warning_lines(const Findings& findings, const StructuralFile& file);

// Checkpoints stay local. Unset when there is no repository to keep it out of.
std::optional<bool> is_ignored(Workspace& workspace, const StructuralFile& file);
// A warning when git does not ignore it; empty otherwise.
std::string not_ignored_warning(Workspace& workspace, const StructuralFile& file);
// The same of the file of a view; empty for views of other dialects.
std::string warning_of_view(Workspace& workspace, const ViewState& view);

}  // namespace clew
