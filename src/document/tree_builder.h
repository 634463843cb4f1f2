#pragma once
// Builds a Value from the events of a parser, JSON's or YAML's. Depth, nodes and duplicate keys
// are judged as each event arrives, so that what is refused was never built. Refusals are kInvalid
// and carry no position: the parser knows it. After a refusal only destruction is allowed.

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/value.h"
#include "document/limits.h"

namespace clew {

// The refusals that every reader of trees shares.
Error refuse_depth(const Limits& limits);
Error refuse_nodes(const Limits& limits);
Error refuse_key(std::string_view name);  // it is there twice
// Is it the message of a text that is refused although nothing of it is damaged: a key twice, an
// anchor, more than a limit? With or without a position before it.
bool names_no_damage(std::string_view message);
// What a person does about it: "keep one of the two in state.yaml"
std::string way_out_of(std::string_view message, std::string_view file);

// Whether the next member of an object has a name of its own. One for each object.
class KeyCheck {
 public:
  // `members` are those that were asked about before.
  bool is_new(const Value::Object& members, std::string_view name);

 private:
  std::set<std::string, std::less<>> keys_;  // empty until there are many
};

class TreeBuilder {
 public:
  explicit TreeBuilder(const Limits& limits) : limits_(limits) {}
  TreeBuilder(const TreeBuilder&) = delete;
  TreeBuilder& operator=(const TreeBuilder&) = delete;

  Status add(Value scalar);
  Status begin(Value container);  // REQUIRES: an empty list or object
  Status key(std::string name);   // REQUIRES: awaits_key()
  void end();                     // REQUIRES: a list or object is open
  // In an object, before each member.
  bool awaits_key() const;
  // The finished tree; null when nothing was added. REQUIRES: nothing is open
  Value take();

 private:
  struct Open {
    Value* container;  // stays put: its parent does not grow while it is open
    bool has_key = false;
    KeyCheck keys = {};
  };

  Result<Value*> location(Value value);

  const Limits limits_;
  size_t nodes_ = 0;
  Value root_;
  std::vector<Open> open_;
};

// "the document is too large: 9437184 bytes, the limit is 8388608"
Status check_size(std::string_view text, const Limits& limits);

}  // namespace clew
