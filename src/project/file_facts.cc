#include "project/file_facts.h"

#include <algorithm>
#include <memory>

namespace clew {
namespace {

constexpr size_t kPiece = size_t{128} << 10;

Result<FileComparison> look_for(Folder& root, const RecordedFile& recorded,
                                std::span<const std::string> candidates) {
  for (const std::string& candidate : candidates) {
    if (candidate == recorded.path) continue;
    const auto facts = read_file_facts(root, candidate);
    // Empty files are all alike; one says nothing about another.
    if (facts.ok() && facts->hash == recorded.hash && facts->size > 0) {
      return FileComparison{FileDrift::kRenamed, candidate, *facts};
    }
  }
  return FileComparison{FileDrift::kMissing, "", std::nullopt};
}

}  // namespace

Result<FileFacts> read_file_facts(Folder& root, const std::string& path) {
  CLEW_ASSIGN(const auto file, root.open(path, OpenMode::kRead));
  const auto buffer = std::make_unique<char[]>(kPiece);
  Hasher hasher;
  FileFacts facts;
  char last = '\n';
  while (true) {
    CLEW_ASSIGN(const size_t n, file->read(facts.size, {buffer.get(), kPiece}));
    if (n == 0) break;
    const BytesView piece(buffer.get(), n);
    hasher.add(piece);
    facts.lines += static_cast<uint64_t>(std::count(piece.begin(), piece.end(), '\n'));
    facts.returns += static_cast<uint64_t>(std::count(piece.begin(), piece.end(), '\r'));
    facts.size += n;
    last = piece.back();
  }
  if (last != '\n') ++facts.lines;
  facts.hash = hasher.finish();
  return facts;
}

Result<FileComparison> compare_file(Folder& root, const RecordedFile& recorded,
                                    std::span<const std::string> candidates) {
  const auto now = read_file_facts(root, recorded.path);
  if (now.ok()) {
    const FileDrift drift = now->hash == recorded.hash ? FileDrift::kCurrent : FileDrift::kChanged;
    return FileComparison{drift, "", *now};
  }
  switch (now.error().code) {
    case ErrorCode::kNotFound:
      if (recorded.hash.empty()) return FileComparison{};
      return look_for(root, recorded, candidates);
    case ErrorCode::kNotAllowed:
    case ErrorCode::kInvalid:
      return FileComparison{FileDrift::kUnreadable, "", std::nullopt};
    default:
      return now.error();
  }
}

}  // namespace clew
