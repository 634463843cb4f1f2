#pragma once
// What a structural checkpoint says of the code against what the code index says now: every symbol,
// its files and counts, and the structural version of the scope.

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "index/code_index.h"
#include "project/git_repository.h"
#include "session/session.h"

namespace clew {

struct CheckpointDrift {
  std::string kind;     // symbol_gone, symbol_moved, symbol_renamed, symbol_changed, fan_changed,
                        // version_changed
  std::string subject;  // the symbol, or the session's id in the file
  Value was;
  Value now;  // null: nothing
  std::string words;
};

struct CheckpointCheck {
  enum class Version {
    kSame,
    kChanged,
    kForeign,  // not made by clew: neither it nor the counts can be compared
  };
  Version version = Version::kForeign;
  std::string version_now;
  size_t symbols = 0;
  size_t found = 0;        // of them
  size_t not_checked = 0;  // of them: in files that are no source code, or of kinds that are none
  std::vector<CheckpointDrift> drift;
};

// `reported` is the session as the checkpoint has it, `entry` its id there. Of a symbol that this
// machine's index does not remember, `repository` may have the body.
Result<CheckpointCheck> check_checkpoint(CodeIndex& index,
                                         const std::optional<GitRepository>& repository,
                                         const std::string& entry, const Session& reported);

}  // namespace clew
