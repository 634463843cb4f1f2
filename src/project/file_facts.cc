#include "project/file_facts.h"

#include <algorithm>
#include <memory>

namespace clew {
namespace {

constexpr size_t kPiece = size_t{128} << 10;

}  // namespace

Result<FileFacts> read_file_facts(Folder& root, const std::string& path) {
  ReadAllowance all;
  CLEW_ASSIGN(const auto facts, read_file_facts(root, path, all));
  return *facts;
}

Result<std::optional<FileFacts>> read_file_facts(Folder& root, const std::string& path,
                                                 ReadAllowance& allowance) {
  CLEW_ASSIGN(const auto file, root.open(path, OpenMode::kRead));
  CLEW_ASSIGN(const FileInfo info, file->info());
  if (info.size > allowance.left) return std::optional<FileFacts>();
  const auto buffer = std::make_unique<char[]>(kPiece);
  Hasher hasher;
  FileFacts facts;
  char last = '\n';
  while (true) {
    CLEW_ASSIGN(const size_t n, file->read(facts.size, {buffer.get(), kPiece}));
    if (n == 0) break;
    if (n > allowance.left) return std::optional<FileFacts>();  // it has grown meanwhile
    allowance.left -= n;
    const BytesView piece(buffer.get(), n);
    hasher.add(piece);
    facts.lines += static_cast<uint64_t>(std::count(piece.begin(), piece.end(), '\n'));
    facts.returns += static_cast<uint64_t>(std::count(piece.begin(), piece.end(), '\r'));
    facts.size += n;
    last = piece.back();
  }
  if (last != '\n') ++facts.lines;
  facts.hash = hasher.finish();
  return std::optional(facts);
}

const RenameCandidates::Found* RenameCandidates::find(Folder& root, const Hash& content,
                                                      ReadAllowance& allowance) {
  while (true) {
    const auto found = known_.find(content);
    if (found != known_.end()) return &found->second;
    if (read_ == paths_.size()) return nullptr;
    const std::string& path = paths_[read_++];
    const auto read = read_file_facts(root, path, allowance);
    // Empty files are all alike; one says nothing about another.
    const bool tells = read && *read && (*read)->size > 0;
    if (tells) known_.emplace((*read)->hash, Found{path, **read});
  }
}

Result<FileComparison> compare_file(Folder& root, const RecordedFile& recorded,
                                    ReadAllowance& allowance, RenameCandidates* candidates) {
  const auto now = read_file_facts(root, recorded.path, allowance);
  if (now.ok()) {
    if (!*now) return FileComparison{FileDrift::kTooLarge, "", std::nullopt};
    const bool is_same = (*now)->hash == recorded.hash;
    return FileComparison{is_same ? FileDrift::kCurrent : FileDrift::kChanged, "", **now};
  }
  switch (now.error().code) {
    case ErrorCode::kNotFound:
      if (recorded.hash.empty()) return FileComparison{};
      if (const auto* now_at =
              candidates == nullptr ? nullptr : candidates->find(root, recorded.hash, allowance)) {
        return FileComparison{FileDrift::kRenamed, now_at->path, now_at->facts};
      }
      return FileComparison{FileDrift::kMissing, "", std::nullopt};
    case ErrorCode::kNotAllowed:
    case ErrorCode::kInvalid:
      return FileComparison{FileDrift::kUnreadable, "", std::nullopt};
    default:
      return now.error();
  }
}

}  // namespace clew
