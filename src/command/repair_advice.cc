#include "command/repair_advice.h"

#include <fmt/format.h>

#include "command/finding_words.h"
#include "files/relative_path.h"

namespace clew {
namespace {

constexpr std::string_view kPathless = "clew repair --at ";

std::string validate_again(const FileRepair& repair) {
  return "clew validate " + repair.path +
         (repair.dialect.empty() ? "" : " --dialect " + repair.dialect);
}

}  // namespace

Error with_repair_path(Error error, const FileRepair& repair) {
  if (error.next.empty()) error.next = validate_again(repair);
  if (error.next.starts_with(kPathless)) {
    error.next.replace(0, kPathless.size(), "clew repair " + repair.path + " --at ");
  }
  return error;
}

Error nothing_to_go_by(const FoundSession& found, const FileSet& around, const FileRepair& repair) {
  std::string message =
      "Session state could not be automatically recovered. There are these files:";
  for (const auto& file : around.files) message += "\n  " + file.path;
  // Without a name it lists the steps that there are, where a session can be begun at one.
  const auto unnamed = found.dialect->begin_at(around, "");
  if (!unnamed && unnamed.error().next.starts_with(kPathless)) {
    return make_error(ErrorCode::kInvalid, message, repair.path,
                      "clew repair " + repair.path + " --at STEP");
  }
  const Readings readings = found.dialect->read(found.files);
  const Finding* damage = main_finding(readings.findings);
  if (damage != nullptr) message += "\n" + finding_line(*damage);
  const std::string file =
      join_path(found.folder, damage == nullptr || damage->file.empty() ? found.place.files.front()
                                                                        : damage->file);
  return make_error(ErrorCode::kInvalid, message, repair.path,
                    fmt::format("put {} right by hand, or back from a copy, then  {}", file,
                                validate_again(repair)));
}

}  // namespace clew
