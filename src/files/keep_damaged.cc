#include "files/keep_damaged.h"

#include <fmt/format.h>

#include <algorithm>

#include "files/whole_file.h"

namespace clew {

std::string damaged_name(const std::string& name, Time now) {
  std::string stamp = to_iso(now).substr(0, 19);
  std::erase_if(stamp, [](char c) { return c == '-' || c == ':'; });
  std::replace(stamp.begin(), stamp.end(), 'T', '-');
  return name + ".damaged-" + stamp;
}

// The same content under the name of the same second is not kept twice.
Result<std::string> keep_damaged(Folder& folder, const std::string& name, BytesView text,
                                 Time now) {
  constexpr int kMaxNames = 1000;
  const std::string first = damaged_name(name, now);
  for (int number = 1;; ++number) {
    const std::string quarantined = number == 1 ? first : fmt::format("{}-{}", first, number);
    const auto copy = folder.open(quarantined, OpenMode::kCreateNew);
    if (!copy && copy.error().code == ErrorCode::kConflict && number < kMaxNames) {
      const auto kept = read_whole_file(folder, quarantined);
      if (kept && *kept == text) return quarantined;
      continue;
    }
    if (!copy) return copy.error();
    CLEW_TRY(write_all(**copy, text));
    CLEW_TRY((*copy)->sync(SyncKind::kData));
    return quarantined;
  }
}

}  // namespace clew
