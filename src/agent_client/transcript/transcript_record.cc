#include "agent_client/transcript/transcript_record.h"

#include <cstring>

#include "document/json/json.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "store/settings.h"

namespace clew {
namespace {

constexpr size_t kPiece = size_t{256} << 10;

template <class Use>
Status read_pieces(File& file, Use&& use) {
  std::string piece(kPiece, '\0');
  uint64_t offset = 0;
  while (true) {
    CLEW_ASSIGN(const size_t got, file.read(offset, piece));
    if (got == 0) return success();
    offset += got;
    use(BytesView(piece).substr(0, got));
  }
}

}  // namespace

uint64_t mark_of(const std::string& line) {
  const Hash hash = sha256(line);
  uint64_t mark = 0;
  std::memcpy(&mark, hash.bytes.data(), sizeof mark);
  return mark;
}

Bytes pack_lines(const std::vector<std::string>& lines) {
  Bytes bytes;
  for (const auto& line : lines) {
    bytes.append(sha256(line).view().substr(0, sizeof(uint64_t)));
  }
  return bytes;
}

std::vector<uint64_t> unpack_lines(BytesView packed) {
  std::vector<uint64_t> marks(packed.size() / sizeof(uint64_t));
  if (!marks.empty()) std::memcpy(marks.data(), packed.data(), marks.size() * sizeof(uint64_t));
  return marks;
}

Status remember(Transaction& transaction, const std::string& source, const std::string& entry,
                const KnownTranscript& known) {
  return transaction.put_setting(import_setting(source, entry), write_json(to_value(known)));
}

Result<std::optional<KnownTranscript>> load_known(StoreReader& store, const std::string& source,
                                                  const std::string& entry) {
  const std::string key = import_setting(source, entry);
  CLEW_ASSIGN(const std::string text, store.setting(key));
  if (text.empty()) return std::optional<KnownTranscript>();
  CLEW_ASSIGN(const Value tree, parse_json(text));
  KnownTranscript known;
  CLEW_TRY(from_value(tree, known, key));
  const auto summary = store.summary(known.session);
  if (!summary && summary.error().code != ErrorCode::kNotFound) return summary.error();
  if (!summary || summary->forgotten) return std::optional<KnownTranscript>();
  return std::optional(std::move(known));
}

// Sizes are looked at first: most transcripts of a folder are as they were.
Result<bool> is_unchanged(FileSystem& files, const FoundTranscript& found,
                          const KnownTranscript& known) {
  if (found.files.size() != known.files.size()) return false;
  for (size_t i = 0; i < found.files.size(); ++i) {
    const TranscriptSource& source = found.files[i];
    const bool same_name = known.files[i].name == last_part_of(source.path);
    if (!same_name || known.files[i].size != static_cast<int64_t>(source.info.size)) return false;
  }
  for (size_t i = 0; i < found.files.size(); ++i) {
    CLEW_ASSIGN(const auto file, files.open_file(found.files[i].path));
    Hasher hasher;
    CLEW_TRY(read_pieces(*file, [&](BytesView piece) { hasher.add(piece); }));
    if (hasher.finish() != known.files[i].digest) return false;
  }
  return true;
}

Result<std::vector<KnownTranscriptFile>> read_transcript(FileSystem& files,
                                                         const FoundTranscript& found,
                                                         TranscriptReader& reader) {
  std::vector<KnownTranscriptFile> out;
  for (const auto& source : found.files) {
    const std::string name = last_part_of(source.path);
    TranscriptFile file{name, found.named ? found.id : "", source.agent, {}};
    if (!source.about.empty()) {
      constexpr uint64_t kMaxAbout = 64 << 10;
      file.about = read_whole_file(files, source.about, kMaxAbout).value_or("");
    }
    CLEW_ASSIGN(const auto handle, files.open_file(source.path));
    Hasher hasher;
    int64_t size = 0;
    reader.begin(file);
    CLEW_TRY(read_pieces(*handle, [&](BytesView piece) {
      hasher.add(piece);
      size += static_cast<int64_t>(piece.size());
      reader.add(piece);
    }));
    reader.end();
    out.push_back({name, size, hasher.finish()});
  }
  return out;
}

}  // namespace clew
