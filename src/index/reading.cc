#include "index/reading.h"

#include <algorithm>

namespace clew {
namespace {

constexpr size_t kLongestName = 200;
constexpr int kMaxLevels = 8;  // of a qualifier, and of wrapping

bool is_left_out_of_names(char byte) {
  return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r' || byte == '"' ||
         byte == '\'' || byte == '`' || byte == '\\';
}

}  // namespace

std::string_view SourceReading::text(TSNode node) const {
  if (ts_node_is_null(node)) return {};
  const uint32_t start = ts_node_start_byte(node);
  const uint32_t end = ts_node_end_byte(node);
  if (start >= bytes_.size() || end <= start) return {};
  return bytes_.substr(start, end - start);
}

// Without blanks and quotes. A name that is too long is none.
std::string SourceReading::name_text(TSNode node) const {
  std::string name;
  for (const char byte : text(node)) {
    if (is_left_out_of_names(byte)) continue;
    if (name.size() == kLongestName) return {};
    name += byte;
  }
  return name;
}

TSNode SourceReading::field(TSNode node, NodeField field) const {
  const TSFieldId id = field_id(field);
  return id == 0 || ts_node_is_null(node) ? TSNode{} : ts_node_child_by_field_id(node, id);
}

// The first rule of the table for this node that is for any parent or for this one.
const NodeRule* SourceReading::rule(TSNode node, TSSymbol parent) const {
  if (ts_node_is_null(node)) return nullptr;
  const TSSymbol symbol = ts_node_symbol(node);
  if (symbol >= grammar_.first_rule.size()) return nullptr;  // an ERROR
  for (uint16_t next = grammar_.first_rule[symbol]; next != 0;) {
    const auto index = static_cast<uint16_t>(next - 1);
    if (grammar_.table->rules[index].parent == nullptr ||
        (parent != 0 && grammar_.parents[index] == parent))
      return &grammar_.table->rules[index];
    next = grammar_.next_rule[index];
  }
  return nullptr;
}

Act SourceReading::act(TSNode node) const {
  if (ts_node_is_null(node)) return Act::kNothing;
  const NodeRule* found = rule(node);
  return found == nullptr ? Act::kNothing : found->act;
}

TSNode SourceReading::unwrapped(TSNode node) const {
  for (int level = 0; level < kMaxLevels && act(node) == Act::kWrap; ++level)
    node = first_named(node);
  return node;
}

bool SourceReading::is_self(TSNode node) const {
  if (ts_node_is_null(node)) return false;
  const NodeRule* found = rule(node);
  if (found == nullptr) return false;
  if (found->act == Act::kSelf) return true;
  return found->act == Act::kName && !table().self_name.empty() && text(node) == table().self_name;
}

TSNode SourceReading::member(TSNode access, const NodeRule& rule) const {
  if (rule.b != NodeField::kNone) return field(access, rule.b);
  const uint32_t count = ts_node_named_child_count(access);
  return count == 0 ? TSNode{} : ts_node_named_child(access, count - 1);
}

Written SourceReading::written(TSNode node) const {
  std::string before;
  for (int level = 0; level < kMaxLevels && !ts_node_is_null(node); ++level) {
    const NodeRule* found = rule(node);
    if (found == nullptr) return {};
    switch (found->act) {
      case Act::kWrap:
        node = first_named(node);
        continue;
      case Act::kNamed:
        node = field(node, found->a);
        continue;
      case Act::kName:
      case Act::kSelf:
        return {std::move(before), name_text(node)};
      case Act::kAccess: {
        // a::b::c in C++ is c in b, in a: the rest stands in the name.
        const std::string object = qualifier(field(node, found->a));
        if (!before.empty() && !object.empty()) before += '.';
        before += object;
        node = member(node, *found);
        continue;
      }
      default:
        return {};
    }
  }
  return {};
}

// "a.b.c"; what is no name is "?".
std::string SourceReading::qualifier(TSNode node) const {
  if (ts_node_is_null(node)) return {};
  std::vector<std::string> parts;  // the last one first
  for (int level = 0;; ++level) {
    node = unwrapped(node);
    const NodeRule* found = ts_node_is_null(node) ? nullptr : rule(node);
    const Act what = found == nullptr ? Act::kNothing : found->act;
    if (level == kMaxLevels) {
      parts.emplace_back("?");
    } else if (what == Act::kAccess) {
      parts.push_back(name_text(member(node, *found)));
      node = field(node, found->a);
      if (!ts_node_is_null(node)) continue;
    } else if (what == Act::kNamed) {
      node = field(node, found->a);
      continue;
    } else if (what == Act::kName || what == Act::kSelf) {
      parts.push_back(name_text(node));
    } else if (what == Act::kLiteral) {
      parts.emplace_back(kLiteralQualifier);
    } else {
      parts.emplace_back("?");
    }
    break;
  }
  std::string joined;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    if (!joined.empty()) joined += '.';
    // The variables of PHP.
    if (table().self_name.starts_with('$') && part->starts_with('$')) part->erase(0, 1);
    joined += part->empty() ? "?" : *part;
  }
  return joined;
}

void SourceReading::add_import(TSNode node, Mention mention) {
  if (mention.name.empty()) return;
  if (mention.relation != Relation::kIncludes) mention.relation = Relation::kImports;
  if (mention.alias == mention.name) mention.alias.clear();
  mention.line = ts_node_start_point(node).row + 1;
  imports_.push_back(std::move(mention));
}

std::string_view last_part(std::string_view module, std::string_view separators) {
  while (!module.empty() && separators.find(module.back()) != std::string_view::npos)
    module.remove_suffix(1);
  const size_t at = module.find_last_of(separators);
  return at == std::string_view::npos ? module : module.substr(at + 1);
}

}  // namespace clew
