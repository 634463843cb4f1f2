#pragma once
// One session told in a dialect, for `clew export --to`: its files, what they cannot say, and where
// that is carried.

#include "command/convert/export_source.h"
#include "dialect/loss.h"
#include "view/index_files.h"

namespace clew {

struct ReportedExport {
  std::string entry;
  FileSet files;
  std::vector<std::string> folders;
  std::vector<DiskQuestion> disk;    // about the files that are named
  std::vector<std::string> missing;  // those of them that are nowhere
  std::vector<Loss> lost;
  std::string where;  // the lost things are carried; empty: nowhere
};

struct ExportOptions {
  bool strict = false;           // refused when anything is lost or what is told is not valid
  std::vector<std::string> map;  // --map NAME=VALUE
  std::string folder = {};       // where the files will stand; empty: nobody knows
};

Result<ReportedExport> tell_export(Workspace& workspace, ExportSource& source,
                                   const Dialect& target, const ExportOptions& options,
                                   SharedFiles& shared);

}  // namespace clew
