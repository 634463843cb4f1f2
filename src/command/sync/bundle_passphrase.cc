#include "command/sync/bundle_passphrase.h"

#include "files/whole_file.h"

namespace clew {

Result<std::string> read_passphrase(Workspace& workspace, const std::string& file) {
  constexpr size_t kMaxPassphrase = 1024;
  CLEW_ASSIGN(const Bytes text,
              read_whole_file(workspace.files(), caller_path(workspace, file), uint64_t{64} << 10));
  std::string first = text.substr(0, text.find('\n'));
  if (first.ends_with('\r')) first.pop_back();
  if (!first.empty() && first.size() <= kMaxPassphrase) return first;
  return make_error(ErrorCode::kInvalid,
                    first.empty() ? "the first line of the file is empty: no passphrase"
                                  : "a passphrase has at most 1024 bytes",
                    file);
}

}  // namespace clew
