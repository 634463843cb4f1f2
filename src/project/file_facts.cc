#include "project/file_facts.h"

#include <algorithm>
#include <memory>

namespace clew {
namespace {

constexpr size_t kPiece = size_t{128} << 10;

Result<FileComparison> look_for(Folder& root, const RecordedFile& recorded,
                                ReadAllowance& allowance, std::span<const std::string> candidates) {
  for (const std::string& candidate : candidates) {
    if (candidate == recorded.path) continue;
    const auto read = read_file_facts(root, candidate, allowance);
    if (!read || !*read) continue;
    const FileFacts& facts = **read;
    // Empty files are all alike; one says nothing about another.
    if (facts.hash == recorded.hash && facts.size > 0) {
      return FileComparison{FileDrift::kRenamed, candidate, facts};
    }
  }
  return FileComparison{FileDrift::kMissing, "", std::nullopt};
}

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

Result<FileComparison> compare_file(Folder& root, const RecordedFile& recorded,
                                    ReadAllowance& allowance,
                                    std::span<const std::string> candidates) {
  const auto now = read_file_facts(root, recorded.path, allowance);
  if (now.ok()) {
    if (!*now) return FileComparison{FileDrift::kTooLarge, "", std::nullopt};
    const bool is_same = (*now)->hash == recorded.hash;
    return FileComparison{is_same ? FileDrift::kCurrent : FileDrift::kChanged, "", **now};
  }
  switch (now.error().code) {
    case ErrorCode::kNotFound:
      if (recorded.hash.empty()) return FileComparison{};
      return look_for(root, recorded, allowance, candidates);
    case ErrorCode::kNotAllowed:
    case ErrorCode::kInvalid:
      return FileComparison{FileDrift::kUnreadable, "", std::nullopt};
    default:
      return now.error();
  }
}

}  // namespace clew
