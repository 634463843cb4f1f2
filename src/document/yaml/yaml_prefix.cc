#include "document/yaml/yaml_prefix.h"

#include <yaml.h>

#include <new>
#include <vector>

#include "base/text.h"
#include "document/text_position.h"
#include "document/yaml/mark_offsets.h"
#include "document/yaml/yaml.h"

namespace clew {
namespace {

// As far as the parser would read characters at all: it looks at many at once, and one that it
// refuses would hide what stands before it. The C1 control characters but NEL are what YAML forbids
// beyond ASCII.
std::string_view readable_characters(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) {
      const bool is_control = byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r';
      if (is_control || byte == 0x7F) break;
      ++at;
      continue;
    }
    const size_t size = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    const std::string_view character = text.substr(at, size);
    const bool is_c1 = byte == 0xC2 && character.size() == 2 && character[1] != '\x85' &&
                       static_cast<unsigned char>(character[1]) < 0xA0;
    if (!is_utf8(character) || is_c1) break;
    at += size;
  }
  return text.substr(0, at);
}

// Reads events until one cannot be trusted, and remembers after each whole value how far the text
// is good (`whole_`) and which brackets were open there. The kept text is that beginning with the
// brackets closed.
class YamlPrefixReader {
 public:
  explicit YamlPrefixReader(std::string_view text) : text_(text), offsets_(text) {
    if (yaml_parser_initialize(&parser_) == 0) throw std::bad_alloc();
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    const char* const start = text.empty() ? "" : text.data();  // the parser aborts on null
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const yaml_char_t*>(start),
                                 text.size());
  }
  YamlPrefixReader(const YamlPrefixReader&) = delete;
  YamlPrefixReader& operator=(const YamlPrefixReader&) = delete;
  ~YamlPrefixReader() { yaml_parser_delete(&parser_); }

  // `stopped` is the way to where it breaks off: indices of lists and names of members that were
  // open.
  std::optional<ReadablePrefix> read() {
    bool goes_on = true;
    while (goes_on) {
      yaml_event_t event;
      if (yaml_parser_parse(&parser_, &event) == 0) break;
      goes_on = take(event);
      yaml_event_delete(&event);
    }
    if (whole_ == 0) return std::nullopt;
    ReadablePrefix kept{std::string(text_.substr(0, whole_)), whole_, {}};
    for (auto each = brackets_.rbegin(); each != brackets_.rend(); ++each) {
      kept.text += *each == Bracket::kList ? ']' : '}';
    }
    if (!kept.text.ends_with('\n')) kept.text += '\n';
    for (const auto& each : open_) {
      if (!each.is_object) {
        kept.stopped.emplace_back(each.items);
      } else if (each.has_name) {
        kept.stopped.emplace_back(each.name);
      }
    }
    return kept;
  }

 private:
  enum class Bracket { kNone, kList, kObject };
  // A list or object whose end was not seen yet.
  struct Open {
    bool is_object = false;
    Bracket bracket = Bracket::kNone;
    bool has_name = false;  // of the member whose value comes next, or is open
    size_t items = 0;       // whole ones
    std::string name = {};
  };

  // false: nothing behind it can be read.
  bool take(const yaml_event_t& event) {
    const size_t end = offsets_(event.end_mark);
    switch (event.type) {
      case YAML_DOCUMENT_START_EVENT:
        return documents_++ == 0;
      case YAML_SCALAR_EVENT:
        return event.data.scalar.anchor == nullptr && take_scalar(event, end);
      case YAML_SEQUENCE_START_EVENT: {
        const auto& start = event.data.sequence_start;
        const bool is_flow = start.style == YAML_FLOW_SEQUENCE_STYLE;
        return start.anchor == nullptr && open(false, is_flow ? Bracket::kList : Bracket::kNone);
      }
      case YAML_MAPPING_START_EVENT: {
        const auto& start = event.data.mapping_start;
        // A pair in a list, [a: 1], has no brackets of its own: nothing is closed in it.
        const bool is_flow = start.style == YAML_FLOW_MAPPING_STYLE;
        const size_t begin = offsets_(event.start_mark);
        if (is_flow && text_.substr(begin, 1) != "{") return false;
        return start.anchor == nullptr && open(true, is_flow ? Bracket::kObject : Bracket::kNone);
      }
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT:
        return close(end);
      case YAML_STREAM_START_EVENT:
      case YAML_DOCUMENT_END_EVENT:
        return true;
      default:
        return false;
    }
  }

  bool awaits_name() const {
    return !open_.empty() && open_.back().is_object && !open_.back().has_name;
  }

  // A value at the end of the text may have been cut: "12" may be the beginning of "123". It counts
  // only when something behind it shows that it is over.
  bool take_scalar(const yaml_event_t& event, size_t end) {
    const auto& scalar = event.data.scalar;
    if (open_.empty()) return false;
    if (awaits_name()) {
      Open& open = open_.back();
      open.name.assign(reinterpret_cast<const char*>(scalar.value), scalar.length);
      open.has_name = true;
      reached_ = end;
      return true;
    }
    const size_t begin = offsets_(event.start_mark);
    const bool is_double = scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
    const bool is_single = scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE;
    const bool is_block =
        scalar.style == YAML_LITERAL_SCALAR_STYLE || scalar.style == YAML_FOLDED_SCALAR_STYLE;
    const bool is_nothing = scalar.length == 0 && begin == end;
    const auto follows = [&](const char* blanks) {
      return text_.find_first_not_of(blanks, end) < text_.size();
    };
    // What follows shows that it is over; behind a single quote there may have stood another.
    const bool is_over = is_double    ? true
                         : is_single  ? end < text_.size()
                         : is_nothing ? !is_blank_from(reached_)
                         : is_block   ? follows(" \t\r\n")
                                      : follows(" \t");
    if (is_over) return item_done(end);
    if (is_single || scalar.length == 0) return false;
    if (is_block && text_.ends_with('\n')) {
      item_done(end);
      return false;
    }
    // Its lines but for the last, which may go on.
    const size_t line = text_.rfind('\n');
    const bool has_lines = line != std::string_view::npos && line > begin &&
                           (!is_block || text_.find('\n', begin) < line);
    if (has_lines) whole_at(line + 1);
    return false;
  }

  // Nothing but marks of items, blanks and comments to the end.
  bool is_blank_from(size_t at) const {
    while (true) {
      at = text_.find_first_not_of(" \t\r\n:-?", at);
      if (at >= text_.size()) return true;
      if (text_[at] != '#') return false;
      at = text_.find('\n', at);
    }
  }

  bool open(bool is_object, Bracket bracket) {
    if (awaits_name() || open_.size() == Limits().depth) return false;
    open_.push_back({.is_object = is_object, .bracket = bracket});
    return true;
  }

  // A block's end is seen at the next line that is indented less, so its own end says nothing about
  // the last item.
  bool close(size_t end) {
    const bool is_flow = open_.back().bracket != Bracket::kNone;
    open_.pop_back();
    if (is_flow) return item_done(end);
    // A block ends where its last item does.
    count_item();
    return true;
  }

  void count_item() {
    if (open_.empty()) return;
    ++open_.back().items;
    open_.back().has_name = false;
  }

  bool item_done(size_t end) {
    count_item();
    reached_ = end;
    whole_at(end);
    return ++nodes_ < Limits().nodes;
  }

  // Where the text is good up to, with the rest of the line when only a comment follows.
  void whole_at(size_t end) {
    brackets_.clear();
    for (const auto& each : open_) {
      if (each.bracket != Bracket::kNone) brackets_.push_back(each.bracket);
    }
    // A comment beside it stays.
    if (brackets_.empty()) {
      const size_t beside = text_.find_first_not_of(" \t\r", end);
      const size_t line = text_.find('\n', end);
      const bool is_comment = beside < text_.size() && text_[beside] == '#' && beside > end;
      if (line != std::string_view::npos && (beside == line || is_comment)) end = line + 1;
    }
    whole_ = end;
  }

  std::string_view text_;
  MarkOffsets offsets_;
  yaml_parser_t parser_{};
  std::vector<Open> open_;
  size_t documents_ = 0;
  size_t nodes_ = 0;
  size_t reached_ = 0;             // behind the last name or value
  size_t whole_ = 0;               // behind the last whole value
  std::vector<Bracket> brackets_;  // that were open there
};

}  // namespace

// libyaml reports a lack of memory by its return value; it becomes an exception inside and no
// prefix here.
std::optional<ReadablePrefix> yaml_prefix(std::string_view text) try {
  const std::string_view bare = without_mark(text);
  const size_t mark = text.size() - bare.size();
  const std::string_view characters = readable_characters(bare);
  if (!check_before_yaml(characters, {})) return std::nullopt;
  auto kept = YamlPrefixReader(characters).read();
  if (kept && mark > 0) {
    kept->text.insert(0, text.substr(0, mark));
    kept->bytes += mark;
  }
  return kept;
} catch (const std::bad_alloc&) {
  return std::nullopt;
}

}  // namespace clew
