#include "document/json/json_prefix.h"

#include <vector>

#include "document/json/json_scan.h"
#include "document/limits.h"

namespace clew {
namespace {

class JsonPrefixReader {
 public:
  explicit JsonPrefixReader(std::string_view text) : text_(text), scan_(text) {}

  std::optional<ReadablePrefix> read() {
    if (!scan_.skip_mark()) return std::nullopt;
    scan_.skip_blanks();
    if (scan_.peek() != '{' && scan_.peek() != '[') return std::nullopt;
    while (take_next()) scan_.skip_blanks();
    if (whole_ == 0) return std::nullopt;
    ReadablePrefix kept{std::string(text_.substr(0, whole_)), whole_, {}};
    for (auto each = closed_.rbegin(); each != closed_.rend(); ++each) close(*each, kept.text);
    if (kept.text.find('\n') != std::string::npos && !kept.text.ends_with('\n')) kept.text += '\n';
    for (const auto& each : open_) {
      if (each.is_list) {
        kept.stopped.emplace_back(each.items);
      } else if (each.has_name) {
        kept.stopped.emplace_back(each.name);
      }
    }
    return kept;
  }

 private:
  struct Open {
    bool is_list = false;
    bool has_name = false;      // of the member whose value comes next, or is open
    bool awaits_comma = false;  // an item is there
    size_t items = 0;           // whole ones
    size_t begin = 0;           // of its bracket
    std::string name = {};
  };

  // One token; false when there is none, or nothing can follow it.
  bool take_next() {
    if (open_.empty()) return scan_.peek() == '{' || scan_.peek() == '[' ? begin() : false;
    Open& open = open_.back();
    const char next = scan_.peek();
    if (next == (open.is_list ? ']' : '}')) return end();
    if (open.awaits_comma) {
      if (next != ',') return false;
      open.awaits_comma = false;
      scan_.skip();
      return true;
    }
    if (open.is_list || open.has_name) return take_value();
    return take_name();
  }

  bool take_name() {
    std::string_view name;
    if (scan_.peek() != '"' || !scan_.read_string(name, room_)) return false;
    const std::string taken(name);
    scan_.skip_blanks();
    if (scan_.peek() != ':') return false;
    scan_.skip();
    open_.back().name = taken;
    open_.back().has_name = true;
    return true;
  }

  bool take_value() {
    const char next = scan_.peek();
    if (next == '{' || next == '[') return begin();
    std::string_view string;
    JsonScanner::Number number;
    const bool is_number = next == '-' || (next >= '0' && next <= '9');
    const bool is_whole = next == '"'   ? scan_.read_string(string, room_)
                          : is_number   ? scan_.read_number(number)
                          : next == 't' ? scan_.skip_word("true")
                          : next == 'f' ? scan_.skip_word("false")
                                        : next == 'n' && scan_.skip_word("null");
    // Behind the last digit that is there, another may have stood.
    if (!is_whole || (is_number && scan_.at_end())) return false;
    item_done();
    return true;
  }

  bool begin() {
    if (open_.size() == Limits().depth) return false;
    open_.push_back({.is_list = scan_.peek() == '[', .begin = scan_.offset()});
    scan_.skip();
    return true;
  }

  bool end() {
    // A comma cannot be the last before it.
    const bool is_dangling = open_.back().items > 0 && !open_.back().awaits_comma;
    if (is_dangling || open_.back().has_name) return false;
    scan_.skip();
    open_.pop_back();
    item_done();
    return !open_.empty();
  }

  // All up to here is whole; the brackets that are open at this point are the ones to be closed.
  void item_done() {
    if (!open_.empty()) {
      Open& open = open_.back();
      ++open.items;
      open.awaits_comma = true;
      open.has_name = false;
    }
    whole_ = scan_.offset();
    closed_.clear();
    for (const auto& each : open_) closed_.push_back(each.begin);
  }

  // On a line of its own, as deep as where it was opened, unless its items stand in one line.
  void close(size_t bracket, std::string& text) const {
    const size_t after = text_.find_first_not_of(" \t\r", bracket + 1);
    if (after < text_.size() && text_[after] == '\n') {
      const size_t line = text_.rfind('\n', bracket) + 1;  // npos + 1 is 0
      const size_t first = text_.find_first_not_of(" \t", line);
      text += '\n';
      text += text_.substr(line, first - line);
    }
    text += text_[bracket] == '[' ? ']' : '}';
  }

  std::string_view text_;
  JsonScanner scan_;
  std::string room_;
  std::vector<Open> open_;
  size_t whole_ = 0;            // behind the last whole value
  std::vector<size_t> closed_;  // the brackets that were open there
};

}  // namespace

std::optional<ReadablePrefix> json_prefix(std::string_view text) {
  return JsonPrefixReader(text).read();
}

}  // namespace clew
