#include "index/signature.h"

#include <algorithm>
#include <cctype>

#include "base/hash.h"

namespace clew {
namespace {

constexpr size_t kLongestSignature = 1024;

// Bytes beyond ASCII count as letters.
bool is_word_byte(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return std::isalnum(value) != 0 || byte == '_' || byte == '$' || value >= 0x80;
}

// Punctuation that formatters add, drop or replace.
bool is_layout(std::string_view token) {
  if (token == "," || token == ";" || token == "(" || token == ")") return true;
  // Quotes, those of Python with their prefix.
  const size_t quote = token.find_first_of("\"'`");
  return quote <= 2 && token.find_first_not_of(token[quote], quote) == std::string_view::npos;
}

// Joins tokens as a person would read them, and the same for every layout.
// Rules of spacing: words are kept apart by a space, a comma becomes one where words would
// otherwise run together, quotes and parentheses vanish.
class TokenText {
 public:
  void add(std::string_view token) {
    if (token.empty() || is_layout(token)) {
      apart_ = apart_ || token == ",";
      return;
    }
    if (!text_.empty() && is_word_byte(token.front()) &&
        (apart_ || text_.back() == '>' || (text_.back() != '$' && is_word_byte(text_.back()))))
      text_ += ' ';
    apart_ = false;
    for (const char byte : token) {
      if (byte != '\n' && byte != '\r' && byte != '\0') text_ += byte;
    }
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  bool apart_ = false;
};

// A parameter's default value, or its name where callers do not use it, in the fields of its rule.
struct LeftOut {
  TSFieldId value = 0;
  TSFieldId name = 0;
  bool defaulted = false;  // what follows an = is the default value
  bool past_equals = false;
  bool marked = false;
  bool first_bar = false;  // of a union, which stands there or not as its lines are broken
};

// Which fields of the node below are left out of the text.
LeftOut left_out_below(const SourceReading& reading, TSNode node, const NodeRule* rule) {
  LeftOut fields;
  const std::string_view type = SourceReading::type(node);
  fields.first_bar = type == "union_type" || type == "intersection_type";
  if (rule == nullptr || (rule->act != Act::kDefaulted && rule->act != Act::kParameter))
    return fields;
  fields.defaulted = rule->act == Act::kDefaulted;
  if (fields.defaulted) fields.value = reading.field_id(rule->b);
  if (!reading.table().parameter_names && reading.table().parameter_name == nullptr)
    fields.name = reading.field_id(rule->a);
  return fields;
}

struct Rendered {
  std::string text;
  bool has_default = false;
  int names = 0;  // that were left out
};

// One cursor from node to node; deep trees cost no stack.
// The text of a node without comments, annotations, default values and the names that callers do
// not use. `left_out` is a node to be left out with all that is in it.
Rendered render(const SourceReading& reading, TSNode top, TSNode left_out) {
  Rendered rendered;
  TokenText tokens;
  TSTreeCursor cursor = ts_tree_cursor_new(top);
  std::vector<LeftOut> above;
  bool first_child = false;
  for (;;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    const NodeRule* rule = ts_node_is_named(node) ? reading.rule(node) : nullptr;
    const Act act = rule == nullptr ? Act::kNothing : rule->act;
    bool descend = act != Act::kComment && act != Act::kAnnotation && act != Act::kAttribute &&
                   (ts_node_is_null(left_out) || node.id != left_out.id);
    if (!above.empty() && (above.back().defaulted || above.back().name != 0)) {
      LeftOut& fields = above.back();
      const TSFieldId field = ts_tree_cursor_current_field_id(&cursor);
      if (fields.past_equals || (field != 0 && field == fields.value)) {
        if (!fields.marked) {
          // Of a part of the parameter, it is marked where it stands.
          if (above.size() > 1) tokens.add("=");
          rendered.has_default = rendered.has_default || above.size() == 1;
        }
        fields.marked = true;
        descend = false;
      } else if (field != 0 && field == fields.name) {
        if (above.size() == 1) ++rendered.names;
        descend = false;
      } else if (fields.defaulted && reading.text(node) == "=") {
        fields.past_equals = true;
        descend = false;
      }
    }
    if (descend) {
      if (ts_tree_cursor_goto_first_child(&cursor)) {
        above.push_back(left_out_below(reading, node, rule));
        first_child = true;
        continue;
      }
      const std::string_view token = reading.text(node);
      const bool bar =
          first_child && !above.empty() && above.back().first_bar && (token == "|" || token == "&");
      if (!bar) tokens.add(token);
    }
    first_child = false;
    bool done = false;
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      if (above.empty() || !ts_tree_cursor_goto_parent(&cursor)) {
        done = true;
        break;
      }
      above.pop_back();
      if (above.empty()) {
        done = true;
        break;
      }
    }
    if (done) break;
  }
  ts_tree_cursor_delete(&cursor);
  rendered.text = tokens.take();
  return rendered;
}

void read_modifiers(const SourceReading& reading, TSNode node, DefinitionHead& head) {
  const std::string_view word = reading.text(node);
  if (word == "async") head.is_async = true;
  if (word == "static") head.is_static = true;
  if (word == "*") head.generator = true;
}

// A longer text is cut, and ends in a hash of all of it.
std::string bounded(std::string text) {
  if (text.size() <= kLongestSignature) return text;
  const std::string hash = sha256(text).hex().substr(0, 16);
  // Not in the middle of a character.
  size_t end = kLongestSignature - hash.size() - 4;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  text.resize(end);
  return text + "… " + hash;
}

}  // namespace

std::string tokens_text(const SourceReading& reading, TSNode node, TSNode left_out) {
  return ts_node_is_null(node) ? std::string() : render(reading, node, left_out).text;
}

// One entry per parameter, "=" behind those with a default value. A parameter list of a hostile
// file ends the text when it is many times longer than a signature may be.
std::string parameters_text(const SourceReading& reading, TSNode parameters) {
  if (ts_node_is_null(parameters)) return {};
  std::string text = "(";
  const auto add = [&](TSNode node) {
    const Act act = reading.act(node);
    if (act == Act::kComment || act == Act::kAnnotation || act == Act::kAttribute) return;
    const auto name_of = reading.table().parameter_name;
    const TSNode name = name_of == nullptr ? TSNode{} : name_of(reading, node);
    Rendered rendered = render(reading, node, name);
    if (rendered.text.starts_with(':')) rendered.text.erase(0, 1);  // its name stood there
    // One for each name: `a, b int` in Go.
    for (int i = 0; i < std::max(rendered.names, 1); ++i) {
      if (text.size() > 1) text += ", ";
      text += rendered.text;
      if (rendered.has_default) text += '=';
      if (text.size() > 2 * kLongestSignature * 64) return;
    }
  };
  if (reading.act(parameters) == Act::kName) {
    add(parameters);  // a => a
  } else {
    SourceReading::children(parameters, [&](TSNode child, TSFieldId) {
      const std::string_view token = reading.text(child);
      if (ts_node_is_named(child) ||
          (token != "," && token != "(" && token != ")" && token != ";" && token != "|"))
        add(child);
    });
  }
  return text + ")";
}

// Reads the children up to the body: parameters, result, what a type derives from, and words like
// async. A language that says it otherwise has its own function.
DefinitionHead read_head(const SourceReading& reading, TSNode node, const NodeRule& rule) {
  DefinitionHead head;
  head.body_start = ts_node_end_byte(node);
  const TSFieldId name = reading.field_id(rule.a);
  const TSFieldId result = reading.field_id(rule.b);
  bool in_body = false;
  SourceReading::children(node, [&](TSNode child, TSFieldId field) {
    if (in_body || (field != 0 && field == name)) return;
    if (field != 0 && field == reading.field_id(NodeField::kBody)) {
      head.body_start = ts_node_start_byte(child);
      in_body = true;
    } else if (field != 0 && (field == reading.field_id(NodeField::kParameters) ||
                              field == reading.field_id(NodeField::kParameter))) {
      head.parameters = child;
    } else if (field != 0 && field == result) {
      (rule.act == Act::kType ? head.derived : head.result) = tokens_text(reading, child);
    } else if (reading.act(child) == Act::kDerived) {
      head.derived += (head.derived.empty() ? "" : " ") + tokens_text(reading, child);
    } else if (ts_node_child_count(child) == 0) {
      read_modifiers(reading, child, head);
    } else if (reading.act(child) == Act::kNothing && field == 0) {
      // The modifiers of Java, Rust and C#.
      SourceReading::children(child, [&](TSNode inner, TSFieldId) {
        if (ts_node_child_count(inner) == 0) read_modifiers(reading, inner, head);
      });
    }
  });
  if (head.result.starts_with(':')) head.result.erase(0, 1);
  if (reading.table().head != nullptr) reading.table().head(reading, node, head);
  if (head.result.starts_with(' ')) head.result.erase(0, 1);
  return head;
}

// "(a: int, b=) -> str async static generator Base {x, y}", without what there is nothing of.
std::string signature_text(const SourceReading& reading, const DefinitionHead& head,
                           const std::string& members) {
  std::string signature = parameters_text(reading, head.parameters);
  const auto add = [&](std::string_view text) {
    if (text.empty()) return;
    if (!signature.empty()) signature += ' ';
    signature += text;
  };
  if (!head.result.empty()) add("-> " + head.result);
  if (head.is_async) add("async");
  if (head.is_static) add("static");
  if (head.generator) add("generator");
  add(head.derived);
  if (!members.empty()) add("{" + members + "}");
  return bounded(std::move(signature));
}

}  // namespace clew
