#include "command/structural_file.h"

#include <fmt/format.h>

#include "command/dialect_files.h"
#include "command/finding_words.h"
#include "command/write_out.h"
#include "dialect/structural/place.h"
#include "files/relative_path.h"

namespace clew {

Result<StructuralFile> structural_file(Workspace& workspace, const std::string& given,
                                       const char* option) {
  StructuralFile path;
  path.whole = given.empty() ? join_path(workspace.project().root, structural::kDefaultFile)
                             : caller_path(workspace, given);
  path.folder = parent_of(path.whole);
  path.name = last_part_of(path.whole);
  path.shown = given.empty() ? shown_path(real_here(workspace), path.whole) : given;
  if (path.name.ends_with(".json")) return path;
  return make_error(ErrorCode::kUsage, "the name of a structural checkpoint ends in .json",
                    path.shown, fmt::format("{} {}", option, structural::kDefaultFile));
}

std::string warning_lines(const Findings& findings, const StructuralFile& path) {
  std::string text;
  for (Finding finding : findings) {
    finding.file = path.shown;
    text += fmt::format("\n{}: {}", name_of(finding.severity), finding_line(finding));
  }
  return text;
}

}  // namespace clew
