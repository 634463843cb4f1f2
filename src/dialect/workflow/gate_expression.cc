#include "dialect/workflow/gate_expression.h"

#include <algorithm>
#include <string_view>

#include "document/json/number.h"

namespace clew::workflow {
namespace {

enum class TokenKind { kName, kNumber, kText, kSign, kEnd };
struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string text;
};

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Nothing when a character belongs to no token we know.
std::optional<std::vector<Token>> tokens_of(const std::string& text) {
  std::vector<Token> tokens;
  for (size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == ' ' || c == '\t' || c == '\n') {
      ++i;
    } else if (is_name_start(c)) {
      const size_t start = i;
      while (i < text.size() && (is_name_start(text[i]) || is_digit(text[i]))) ++i;
      tokens.push_back({TokenKind::kName, text.substr(start, i - start)});
    } else if (is_digit(c)) {
      const size_t start = i;
      while (i < text.size() && (is_digit(text[i]) || text[i] == '.')) ++i;
      tokens.push_back({TokenKind::kNumber, text.substr(start, i - start)});
    } else if (c == '\'' || c == '"') {
      const size_t end = text.find(c, i + 1);
      if (end == std::string::npos) return std::nullopt;
      std::string inside = text.substr(i + 1, end - i - 1);
      if (inside.find('\\') != std::string::npos) return std::nullopt;
      tokens.push_back({TokenKind::kText, std::move(inside)});
      i = end + 1;
    } else if (std::string_view("<>=!").find(c) != std::string_view::npos) {
      const size_t length = i + 1 < text.size() && text[i + 1] == '=' ? 2 : 1;
      tokens.push_back({TokenKind::kSign, text.substr(i, length)});
      i += length;
    } else if (std::string_view("[](),.:-").find(c) != std::string_view::npos) {
      tokens.push_back({TokenKind::kSign, std::string(1, c)});
      ++i;
    } else {
      return std::nullopt;
    }
  }
  tokens.push_back({});
  return tokens;
}

struct OpSpelling {
  const char* text;
  CheckOp op;
};
constexpr OpSpelling kOps[] = {
    {"<",  CheckOp::kLess    },
    {"<=", CheckOp::kAtMost  },
    {">",  CheckOp::kGreater },
    {">=", CheckOp::kAtLeast },
    {"==", CheckOp::kEqual   },
    {"!=", CheckOp::kNotEqual},
    {"in", CheckOp::kOneOf   },
    {"is", CheckOp::kEqual   },
};

class Parser {
 public:
  Parser(std::vector<Token> tokens, Subject subject, const Value& parameters)
      : tokens_(std::move(tokens)), subject_(subject), parameters_(parameters) {}

  std::optional<std::vector<Relation>> parse() {
    if (!take("lambda") || now().kind != TokenKind::kName) return std::nullopt;
    name_ = next().text;
    while (take(",")) {
      if (now().kind != TokenKind::kName) return std::nullopt;
      const std::string name = next().text;
      if (parameters_.find(name) == nullptr) return std::nullopt;
      known_.push_back(name);
    }
    if (!take(":")) return std::nullopt;
    do {
      if (!parse_chain()) return std::nullopt;
    } while (take("and"));
    return now().kind == TokenKind::kEnd ? std::optional(std::move(relations_)) : std::nullopt;
  }

 private:
  const Token& now() const { return tokens_[at_]; }
  const Token& next() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
  bool is(std::string_view text) const {
    return (now().kind == TokenKind::kName || now().kind == TokenKind::kSign) && now().text == text;
  }
  bool take(std::string_view text) {
    if (!is(text)) return false;
    next();
    return true;
  }

  std::optional<CheckOp> parse_op() {
    for (const auto& [text, op] : kOps) {
      if (take(text)) return op;
    }
    return std::nullopt;
  }

  // a, a < b or a < b <= c
  bool parse_chain() {
    auto left = parse_operand();
    if (!left) return false;
    auto op = parse_op();
    if (!op) {
      if (left->kind == OperandKind::kLiteral || left->length) return false;
      relations_.push_back({std::move(*left), CheckOp::kEqual, literal(true)});
      return true;
    }
    for (; op; op = parse_op()) {
      auto right = parse_operand();
      if (!right) return false;
      relations_.push_back({*left, *op, *right});
      left = std::move(right);
    }
    return true;
  }

  static Operand literal(Value value) {
    Operand operand;
    operand.literal = std::move(value);
    return operand;
  }

  std::optional<Operand> parse_operand() {
    if (take("len")) {
      if (!take("(")) return std::nullopt;
      auto inside = parse_operand();
      if (!inside || inside->kind == OperandKind::kLiteral || inside->length || !take(")")) {
        return std::nullopt;
      }
      inside->length = true;
      return inside;
    }
    if (now().kind == TokenKind::kName && now().text == name_) {
      next();
      return subject_ == Subject::kValue ? std::optional(Operand{OperandKind::kSubject, {}, {}})
                                         : parse_field();
    }
    auto value = parse_literal();
    return value ? std::optional(literal(std::move(*value))) : std::nullopt;
  }

  // ['a'], ['a']['b'], .get('a'), .get('a', 0)
  std::optional<Operand> parse_field() {
    Operand field;
    field.kind = OperandKind::kField;
    while (is("[") || is(".")) {
      const bool get = is(".");
      next();
      if (get && (!take("get") || !take("("))) return std::nullopt;
      if (now().kind != TokenKind::kText) return std::nullopt;
      field.name += (field.name.empty() ? "" : ".") + next().text;
      if (get && take(",")) {
        if (!parse_literal()) return std::nullopt;
        field.has_default = true;
      }
      if (!take(get ? ")" : "]")) return std::nullopt;
    }
    return field.name.empty() ? std::nullopt : std::optional(field);
  }

  std::optional<Value> parse_literal() {
    const bool negative = take("-");
    if (now().kind == TokenKind::kNumber) {
      const std::string text = (negative ? "-" : "") + now().text;
      if (!is_decimal(text)) return std::nullopt;
      next();
      auto value = read_decimal(text);
      return value ? std::optional(*value) : std::nullopt;
    }
    if (negative) return std::nullopt;
    if (now().kind == TokenKind::kText) return Value(next().text);
    if (take("True")) return Value(true);
    if (take("False")) return Value(false);
    if (std::find(known_.begin(), known_.end(), now().text) != known_.end()) {
      return *parameters_.find(next().text);
    }
    const bool round = is("(");
    if (!take("[") && !take("(")) return std::nullopt;
    if (++depth_ > 8) return std::nullopt;
    Value list = Value::list();
    while (!is(round ? ")" : "]")) {
      auto item = parse_literal();
      if (!item) return std::nullopt;
      list.push(std::move(*item));
      if (!take(",")) break;
    }
    --depth_;
    return take(round ? ")" : "]") ? std::optional(list) : std::nullopt;
  }

  std::vector<Token> tokens_;
  Subject subject_;
  const Value& parameters_;
  size_t at_ = 0;
  int depth_ = 0;
  std::string name_;
  std::vector<std::string> known_;
  std::vector<Relation> relations_;
};

}  // namespace

std::optional<std::vector<Relation>> parse_expression(const std::string& text, Subject subject,
                                                      const Value& parameters) {
  if (text.size() > 4096) return std::nullopt;
  auto tokens = tokens_of(text);
  if (!tokens) return std::nullopt;
  return Parser(std::move(*tokens), subject, parameters).parse();
}

std::optional<CheckOp> turned(CheckOp op) {
  switch (op) {
    case CheckOp::kEqual:
    case CheckOp::kNotEqual:
      return op;
    case CheckOp::kLess:
      return CheckOp::kGreater;
    case CheckOp::kAtMost:
      return CheckOp::kAtLeast;
    case CheckOp::kGreater:
      return CheckOp::kLess;
    case CheckOp::kAtLeast:
      return CheckOp::kAtMost;
    case CheckOp::kMatches:
    case CheckOp::kOneOf:
    case CheckOp::kBetween:
      break;
  }
  return std::nullopt;
}

}  // namespace clew::workflow
