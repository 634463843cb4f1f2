#include "document/json/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include "document/json/json_scan.h"
#include "document/json/number.h"
#include "document/text_position.h"
#include "document/tree_builder.h"

namespace clew {
namespace {

// Builds the tree as the tokens come, each value where it stays. Depth, nodes and keys are judged
// before anything is built.
class JsonReader {
 public:
  JsonReader(std::string_view text, const Limits& limits) : scan_(text), limits_(limits) {}

  bool read() {
    Slot root;
    if (!scan_.skip_mark()) return false;
    scan_.skip_blanks();
    if (!read_value(root)) return false;
    scan_.skip_blanks();
    return scan_.at_end() || scan_.refuse_next("the end of the text");
  }
  Value take() { return std::move(root_); }
  JsonScanner::Problem take_problem() { return scan_.take_problem(); }

 private:
  // Where the next value goes: the end of a list, of an object, or the root.
  struct Slot {
    Value::List* list = nullptr;
    Value::Object* object = nullptr;
    std::string_view key = {};
    std::string room = {};  // for the key, where the text spells it differently
  };

  // REQUIRES: no blanks before the value. Recursion ends at the limit of depth.
  bool read_value(Slot& slot) {
    const size_t start = scan_.offset();
    switch (scan_.peek()) {
      case '"': {
        std::string_view text;
        return scan_.read_string(text, room_) && location(slot, start, text) != nullptr;
      }
      case '{':
        return read_object(slot);
      case '[':
        return read_list(slot);
      case 't':
        return scan_.skip_word("true") ? location(slot, start, true) != nullptr : refuse_value();
      case 'f':
        return scan_.skip_word("false") ? location(slot, start, false) != nullptr : refuse_value();
      case 'n':
        return scan_.skip_word("null") ? location(slot, start, nullptr) != nullptr : refuse_value();
      case '-':
      case '0':
      case '1':
      case '2':
      case '3':
      case '4':
      case '5':
      case '6':
      case '7':
      case '8':
      case '9':
        return read_number(slot);
      default:
        return refuse_value();
    }
  }

  bool refuse_value() { return scan_.refuse_next("a value"); }

  bool read_number(Slot& slot) {
    const size_t start = scan_.offset();
    JsonScanner::Number number;
    if (!scan_.read_number(number)) return false;
    if (number.small) return location(slot, start, *number.small) != nullptr;
    Result<Value> value = read_decimal(number.spelling);
    if (!value) return scan_.refuse(start, value.error().message);
    return location(slot, start, std::move(*value)) != nullptr;
  }

  bool read_list(Slot& slot) {
    Value* const placed = open(slot, Value::List());
    if (placed == nullptr) return false;
    Slot items{.list = &placed->list_ref()};
    if (scan_.peek() == ']') return close();
    items.list->reserve(sizes().items);
    while (true) {
      if (!read_value(items)) return false;
      scan_.skip_blanks();
      if (scan_.peek() == ']') break;
      if (scan_.peek() != ',') return scan_.refuse_next("',' or ']'");
      scan_.skip();
      scan_.skip_blanks();
    }
    sizes().items = items.list->size();
    return close();
  }

  bool read_object(Slot& slot) {
    Value* const placed = open(slot, Value::Object());
    if (placed == nullptr) return false;
    Slot members{.object = &placed->object_ref()};
    if (scan_.peek() == '}') return close();
    members.object->reserve(sizes().members);
    KeyCheck keys;
    while (true) {
      if (!read_key(members, keys) || !read_value(members)) return false;
      scan_.skip_blanks();
      if (scan_.peek() == '}') break;
      if (scan_.peek() != ',') return scan_.refuse_next("',' or '}'");
      scan_.skip();
      scan_.skip_blanks();
    }
    sizes().members = members.object->size();
    return close();
  }

  // Up to the value.
  bool read_key(Slot& members, KeyCheck& keys) {
    const size_t start = scan_.offset();
    if (scan_.peek() != '"') return scan_.refuse_next("a key in double quotes");
    if (!scan_.read_string(members.key, members.room)) return false;
    if (!keys.is_new(*members.object, members.key)) {
      return scan_.refuse(start, refuse_key(members.key).message);
    }
    scan_.skip_blanks();
    if (scan_.peek() != ':') return scan_.refuse_next("':'");
    scan_.skip();
    scan_.skip_blanks();
    return true;
  }

  // A list or an object begins: null when it may not.
  template <class Container>
  Value* open(Slot& slot, Container container) {
    const size_t start = scan_.offset();
    if (level_ == limits_.depth) {
      scan_.refuse(start, refuse_depth(limits_).message);
      return nullptr;
    }
    Value* const placed = location(slot, start, std::move(container));
    if (placed == nullptr) return nullptr;
    ++level_;
    scan_.skip();
    scan_.skip_blanks();
    return placed;
  }

  bool close() {
    --level_;
    scan_.skip();
    return true;
  }

  // The value where it stays, null when there is no room for it. Made there from its content: a
  // Value costs more to move than to make.
  template <class Content>
  Value* location(Slot& slot, size_t start, Content content) {
    if (nodes_ == limits_.nodes) {
      scan_.refuse(start, refuse_nodes(limits_).message);
      return nullptr;
    }
    ++nodes_;
    if (slot.object != nullptr) {
      return &slot.object->emplace_back(slot.key, std::move(content)).second;
    }
    if (slot.list != nullptr) return &slot.list->emplace_back(std::move(content));
    root_ = Value(std::move(content));
    return &root_;
  }

  // Neighbours are often alike: a list or object gets the room that the last one at its level took.
  // Those deep inside share one memory.
  struct Sizes {
    size_t items = 0;
    size_t members = 4;
  };
  Sizes& sizes() { return sizes_[std::min(level_, sizes_.size() - 1)]; }

  JsonScanner scan_;
  const Limits& limits_;
  size_t level_ = 0;
  size_t nodes_ = 0;
  std::array<Sizes, 12> sizes_;
  std::string room_;  // for strings that the text spells differently
  Value root_;
};

}  // namespace

Result<Value> parse_json(std::string_view text, const Limits& limits) try {
  CLEW_TRY(check_size(text, limits));
  JsonReader reader(text, limits);
  if (reader.read()) return reader.take();
  // Both explain more than where the reader stopped.
  if (const size_t nul = text.find('\0'); nul != std::string_view::npos) {
    return refuse_at(position_at(text, nul), "a NUL byte");
  }
  if (auto conflict = find_conflict(text)) return *conflict;
  const auto problem = reader.take_problem();
  return refuse_at(position_at(text, problem.offset), problem.message);
} catch (const std::exception& problem) {
  return make_error(ErrorCode::kFailed, fmt::format("cannot read JSON: {}", problem.what()));
}

}  // namespace clew
