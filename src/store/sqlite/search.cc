#include "store/sqlite/search.h"

#include <algorithm>

#include "base/text.h"
#include "store/sqlite/text_index.h"

namespace clew {
namespace {

constexpr size_t kExcerptCharacters = 120;

// Letters and digits of ASCII, and all bytes beyond it, as the index's tokenizer takes them,
// nearly.
std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text + " ") {
    const auto byte = static_cast<unsigned char>(c);
    const bool part = byte >= 0x80 || (byte >= '0' && byte <= '9') ||
                      (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    if (part) {
      word += byte >= 'A' && byte <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  return words;
}

// Every word quoted: all must occur, and nothing in them is an operator.
std::string to_match(const std::vector<std::string>& words) {
  std::string match;
  for (const auto& word : words) match += (match.empty() ? "\"" : " \"") + word + "\"";
  return match;
}

// The line of the text in which the first word stands.
std::string excerpt(const std::string& text, const std::vector<std::string>& words) {
  size_t begin = 0;
  while (begin < text.size()) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    const auto in_line = split_words(line);
    if (std::find(in_line.begin(), in_line.end(), words.front()) != in_line.end()) {
      return cut(one_line(line), kExcerptCharacters);
    }
    begin = end + 1;
  }
  return cut(one_line(text), kExcerptCharacters);
}

// Hits of the index first, by their rank, then those of events that the index does not have yet. A
// session is searched with the ancestors of its line.
class Search {
 public:
  Search(Database& base, const SearchQuery& query)
      : base_(base), query_(query), words_(split_words(query.text)) {}

  Result<std::vector<SearchHit>> run() {
    if (words_.empty()) {
      return make_error(ErrorCode::kUsage, "no search word was given", query_.text,
                        "clew search WORD…");
    }
    if (query_.session) {
      CLEW_ASSIGN(const SessionRow row, get_session(base_, *query_.session));
      CLEW_ASSIGN(line_, line_of(base_, row));
    }
    CLEW_TRY(in_index());
    CLEW_TRY(in_log());
    return std::move(hits_);
  }

 private:
  bool full() const { return hits_.size() >= query_.limit; }

  // Is this event among those that are searched?
  bool inside(int64_t sid, Seq seq) const {
    if (!query_.session) return true;
    return std::any_of(line_.begin(), line_.end(), [&](const Segment& s) {
      return s.sid == sid && s.after < seq && seq <= s.last;
    });
  }

  // A row's id is session << 32 | seq.
  Status in_index() {
    const std::string match = to_match(words_);
    Statement rows(base_.db(), "SELECT rowid FROM words WHERE words MATCH ?1 ORDER BY rank");
    rows.bind(match);
    while (!full()) {
      CLEW_ASSIGN(const bool more, rows.step());
      if (!more) break;
      const int64_t sid = rows.integer(0) >> 32;
      const Seq seq{static_cast<uint32_t>(rows.integer(0) & 0xffffffff)};
      if (inside(sid, seq)) CLEW_TRY(take(sid, seq));
    }
    return success();
  }

  Status in_log() {
    CLEW_ASSIGN(const auto behind, unindexed_sessions(base_, SIZE_MAX / 2));
    for (const int64_t sid : behind) {
      CLEW_ASSIGN(const auto row, find_session(base_, sid));
      if (!row || row->marks.forgotten) continue;
      CLEW_ASSIGN(const bool asked, of_project(*row));
      if (!asked) continue;
      const Line own{
          {row->sid, row->id, row->hashed_id, row->indexed, kOpenEnd}
      };
      LogCursor cursor(base_, own, Seq{row->indexed.number + 1});
      RawEvent raw;
      while (!full()) {
        CLEW_ASSIGN(const bool more, cursor.next(raw));
        if (!more) break;
        if (inside(sid, raw.header.seq)) CLEW_TRY(compare(raw));
      }
    }
    return success();
  }

  Result<bool> of_project(const SessionRow& row) {
    if (!query_.project) return true;
    Statement query(base_.db(),
                    "SELECT 1 FROM sessions WHERE sid = ?1 AND project = "
                    "(SELECT project FROM projects WHERE name = ?2)");
    return query.bind(row.sid, *query_.project).step();
  }

  // The event of a hit is read for its excerpt; one that is gone or cannot be read is no hit.
  Status take(int64_t sid, Seq seq) {
    CLEW_ASSIGN(const auto row, find_session(base_, sid));
    if (!row || row->marks.forgotten) return success();
    CLEW_ASSIGN(const bool asked, of_project(*row));
    if (!asked) return success();
    const Line own{
        {row->sid, row->id, row->hashed_id, Seq{0}, seq}
    };
    LogCursor cursor(base_, own, seq);
    RawEvent raw;
    CLEW_ASSIGN(const bool found, cursor.next(raw));
    if (!found) return success();
    const auto event = decode_event(raw);
    if (!event) return success();
    CLEW_ASSIGN(const std::string text, text_of(base_, event->data));
    hits_.push_back({row->id, seq, raw.kind, excerpt(text, words_)});
    return success();
  }

  Status compare(const RawEvent& raw) {
    const auto event = decode_event(raw);
    if (!event) return success();
    CLEW_ASSIGN(const std::string text, text_of(base_, event->data));
    const auto there = split_words(text);
    const bool all = std::all_of(words_.begin(), words_.end(), [&](const std::string& word) {
      return std::find(there.begin(), there.end(), word) != there.end();
    });
    if (all) hits_.push_back({raw.session, raw.header.seq, raw.kind, excerpt(text, words_)});
    return success();
  }

  Database& base_;
  const SearchQuery& query_;
  std::vector<std::string> words_;
  Line line_;
  std::vector<SearchHit> hits_;
};

}  // namespace

Result<std::vector<SearchHit>> search_words(Database& base, const SearchQuery& query) {
  return Search(base, query).run();
}

}  // namespace clew
