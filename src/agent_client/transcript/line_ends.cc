#include "agent_client/transcript/line_ends.h"

#include "files/whole_file.h"

namespace clew {
namespace {

constexpr uint64_t kMaxLooked = uint64_t{4} << 20;

std::string with_plain_ends(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_end = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (!is_end) out += text[i];
  }
  return out;
}

const FileChange* same_change(const Session& before, const FileChange& file) {
  for (const auto& each : before.files.items) {
    if (each.path == file.path && each.origin.at == file.origin.at) return &each;
  }
  return nullptr;
}

}  // namespace

void take_line_ends(FileSystem& files, const std::string& root, const Session& before,
                    Session& reported) {
  if (reported.files.items.empty()) return;
  const auto folder = files.open_folder(root);
  for (auto& file : reported.files.items) {
    if (file.hash_after.empty() || file.path.starts_with('/')) continue;
    if (const FileChange* then = same_change(before, file)) {
      file.hash_after = then->hash_after;
      continue;
    }
    const auto text =
        folder ? read_whole_file(**folder, file.path, kMaxLooked) : Result<Bytes>(Error());
    if (!text || text->find("\r\n") == std::string::npos) continue;
    if (sha256(with_plain_ends(*text)) == file.hash_after) file.hash_after = sha256(*text);
  }
}

}  // namespace clew
