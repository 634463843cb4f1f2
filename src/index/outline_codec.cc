// text count, then each text by its length; language, outcome, inner functions;
// count of definitions and each of them; count of mentions and each of them.

#include "index/outline_codec.h"

#include <algorithm>
#include <unordered_map>

namespace clew {
namespace {

// Of a definition.
constexpr uint64_t kHasOwner = 1;
constexpr uint64_t kDamaged = 2;
constexpr uint64_t kHasTags = 4;
constexpr uint64_t kQualifiedByOwner = 8;
// Of a mention.
constexpr uint64_t kHasQualifier = 1;
constexpr uint64_t kHasAlias = 2;
constexpr uint64_t kWholeModule = 4;
constexpr int kFlagBits = 4;

// What `qualified` is where nothing else is said.
std::string usual_qualified(const FileOutline& outline, const Definition& definition) {
  if (definition.owner < 0) return definition.name;
  return outline.definitions[static_cast<size_t>(definition.owner)].qualified + "." +
         definition.name;
}

class OutlineWriter {
 public:
  Bytes write(const FileOutline& outline) {
    number(static_cast<uint64_t>(outline.language));
    number(static_cast<uint64_t>(outline.outcome));
    number(outline.inner_functions);
    number(outline.definitions.size());
    uint32_t line = 0;
    for (const Definition& each : outline.definitions) definition(outline, each, line);
    number(outline.mentions.size());
    int32_t from = -1;
    line = 0;
    for (const Mention& each : outline.mentions) mention(each, from, line);
    Bytes body = std::move(out_);
    out_.clear();
    number(texts_.size());
    for (const std::string_view each : texts_) {
      number(each.size());
      out_ += each;
    }
    return out_ + body;
  }

 private:
  // Seven bits in a byte, the lowest first; the highest bit says that more follow.
  void number(uint64_t n) {
    while (n >= 0x80) {
      out_ += static_cast<char>(n | 0x80);
      n >>= 7;
    }
    out_ += static_cast<char>(n);
  }
  // 0, -1, 1, -2 become 0, 1, 2, 3: what is near to zero is short.
  void difference(int64_t n) { number(n < 0 ? (static_cast<uint64_t>(-n) << 1) - 1 : n << 1); }
  void text(const std::string& each) {
    const auto [location, is_new] = known_.try_emplace(each, texts_.size());
    if (is_new) texts_.push_back(each);
    number(location->second);
  }

  void definition(const FileOutline& outline, const Definition& each, uint32_t& line) {
    const bool is_usual = each.qualified == usual_qualified(outline, each);
    const uint64_t flags = (each.owner >= 0 ? kHasOwner : 0) | (each.damaged ? kDamaged : 0) |
                           (each.tags.empty() ? 0 : kHasTags) | (is_usual ? kQualifiedByOwner : 0);
    number(static_cast<uint64_t>(each.kind) << kFlagBits | flags);
    if (each.owner >= 0) number(static_cast<uint64_t>(each.owner));
    text(each.name);
    if (!is_usual) text(each.qualified);
    text(each.signature);
    difference(int64_t{each.line} - line);
    difference(int64_t{each.end_line} - each.line);
    line = each.line;
    out_ += each.fingerprint.view();
    number(each.tokens);
    if (each.tags.empty()) return;
    number(each.tags.size());
    for (const auto& tag : each.tags) text(tag);
  }

  void mention(const Mention& each, int32_t& from, uint32_t& line) {
    const uint64_t flags = (each.qualifier.empty() ? 0 : kHasQualifier) |
                           (each.alias.empty() ? 0 : kHasAlias) | (each.whole ? kWholeModule : 0);
    number(static_cast<uint64_t>(each.relation) << kFlagBits | flags);
    difference(int64_t{each.from} - from);
    text(each.name);
    if (!each.qualifier.empty()) text(each.qualifier);
    if (!each.alias.empty()) text(each.alias);
    difference(int64_t{each.line} - line);
    from = each.from;
    line = each.line;
  }

  Bytes out_;
  std::vector<std::string_view> texts_;  // of the outline
  std::unordered_map<std::string_view, size_t> known_;
};

// What cannot be right sets `bad_`; reading goes on with zeros and empty texts, up to where that is
// looked at.
class OutlineReader {
 public:
  explicit OutlineReader(BytesView bytes) : left_(bytes) {}

  Result<FileOutline> read(OutlineParts parts) {
    FileOutline outline;
    texts_.resize(count(1));
    for (auto& each : texts_) each = take(number());
    outline.language = one_of(number(), Language::kBash);
    outline.outcome = one_of(number(), FileOutline::Outcome::kGivenUp);
    outline.inner_functions = small();
    const size_t definitions = count(kMinDefinition);
    outline.definitions.reserve(definitions);
    uint32_t line = 0;
    for (size_t i = 0; i < definitions && !bad_; ++i) definition(outline, line);
    if (parts == OutlineParts::kAll) mentions(outline);
    if (bad_ || (parts == OutlineParts::kAll && !left_.empty())) {
      return make_error(ErrorCode::kCorrupt, "the code index is damaged");
    }
    return outline;
  }

 private:
  static constexpr size_t kMinDefinition = 38;  // bytes of one
  static constexpr size_t kMinMention = 4;

  uint64_t number() {
    uint64_t n = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (left_.empty()) break;
      const auto byte = static_cast<unsigned char>(left_.front());
      left_.remove_prefix(1);
      n |= uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) return n;
    }
    bad_ = true;
    return 0;
  }
  // How many things of at least that many bytes follow.
  size_t count(size_t bytes_of_one) {
    const uint64_t n = number();
    if (n <= left_.size() / bytes_of_one) return static_cast<size_t>(n);
    bad_ = true;
    return 0;
  }
  uint32_t small() {
    const uint64_t n = number();
    if (n > UINT32_MAX) bad_ = true;
    return static_cast<uint32_t>(n);
  }
  int64_t difference() {
    const uint64_t n = number();
    return (n & 1) != 0 ? -static_cast<int64_t>(n / 2) - 1 : static_cast<int64_t>(n / 2);
  }
  uint32_t line_after(uint32_t line) {
    const int64_t next = int64_t{line} + difference() % (int64_t{1} << 33);
    if (next < 0 || next > UINT32_MAX) bad_ = true;
    return static_cast<uint32_t>(next);
  }
  BytesView take(uint64_t size) {
    if (size > left_.size()) {
      bad_ = true;
      return {};
    }
    const BytesView taken = left_.substr(0, static_cast<size_t>(size));
    left_.remove_prefix(taken.size());
    return taken;
  }
  std::string text() {
    const uint64_t at = number();
    if (at >= texts_.size()) {
      bad_ = true;
      return {};
    }
    const BytesView found = texts_[static_cast<size_t>(at)];
    spend(found.size());
    return bad_ ? std::string() : std::string(found);
  }
  // One text may be meant many times: not more often than a file of source could do it.
  void spend(size_t bytes) {
    bad_ |= bytes > budget_;
    budget_ -= std::min(bytes, budget_);
  }
  template <class Enum>
  Enum one_of(uint64_t n, Enum last) {
    if (n > static_cast<uint64_t>(last)) {
      bad_ = true;
      return Enum{};
    }
    return static_cast<Enum>(n);
  }

  void definition(FileOutline& outline, uint32_t& line) {
    Definition each;
    const uint64_t head = number();
    each.kind = one_of(head >> kFlagBits, SymbolKind::kDeclaration);
    each.damaged = (head & kDamaged) != 0;
    if ((head & kHasOwner) != 0) {
      const uint64_t owner = number();
      if (owner >= outline.definitions.size()) {
        bad_ = true;
        return;
      }
      each.owner = static_cast<int32_t>(owner);
    }
    each.name = text();
    each.qualified = (head & kQualifiedByOwner) != 0 ? usual_qualified(outline, each) : text();
    spend(each.qualified.size());
    each.signature = text();
    line = each.line = line_after(line);
    each.end_line = line_after(each.line);
    each.fingerprint = Hash::from_bytes(take(Hash{}.bytes.size()));
    each.tokens = small();
    if ((head & kHasTags) != 0) {
      each.tags.resize(count(1));
      for (auto& tag : each.tags) tag = text();
    }
    outline.definitions.push_back(std::move(each));
  }

  void mentions(FileOutline& outline) {
    const size_t n = count(kMinMention);
    outline.mentions.reserve(n);
    int64_t from = -1;
    uint32_t line = 0;
    for (size_t i = 0; i < n && !bad_; ++i) {
      Mention each;
      const uint64_t head = number();
      each.relation = one_of(head >> kFlagBits, Relation::kAnnotates);
      from += difference() % (int64_t{1} << 33);
      if (from < -1 || from >= static_cast<int64_t>(outline.definitions.size())) {
        bad_ = true;
        return;
      }
      each.from = static_cast<int32_t>(from);
      each.name = text();
      if ((head & kHasQualifier) != 0) each.qualifier = text();
      if ((head & kHasAlias) != 0) each.alias = text();
      each.whole = (head & kWholeModule) != 0;
      line = each.line = line_after(line);
      outline.mentions.push_back(std::move(each));
    }
  }

  BytesView left_;
  size_t budget_ = size_t{64} << 20;
  std::vector<BytesView> texts_;
  bool bad_ = false;
};

}  // namespace

Bytes encode_outline(const FileOutline& outline) { return OutlineWriter().write(outline); }

Result<FileOutline> decode_outline(BytesView bytes, OutlineParts parts) {
  return OutlineReader(bytes).read(parts);
}

}  // namespace clew
