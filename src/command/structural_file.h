#pragma once
// The file of a structural checkpoint, as the verbs that write and read one name it.

#include "command/workspace.h"
#include "dialect/finding.h"

namespace clew {

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
// "\nwarning: FILE:3: …" for each.
std::string warning_lines(const Findings& findings, const StructuralFile& file);

}  // namespace clew
