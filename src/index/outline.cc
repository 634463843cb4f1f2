// One walk over the syntax tree with a cursor, never recursive. A table per language
// (language_*.cc) says for each type of node what it is: a definition, a call, an import. `frames_`
// follows the cursor, `scopes_` the definitions and names around it; a definition is complete when
// the walk leaves its scope, and gets its signature and fingerprint then. Names are resolved later,
// when somebody asks (resolve.cc).

#include "index/outline.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "index/comment_tags.h"
#include "index/extractor.h"
#include "index/fingerprint.h"
#include "index/grammar.h"
#include "index/guarded_parse.h"
#include "index/reading.h"
#include "index/signature.h"
#include "index/source_language.h"
#include "index/structural_version.h"

namespace clew {
namespace {

// Definitions further inside belong to the one around them: names and fingerprints of a hostile
// file would otherwise grow with the square of its size.
constexpr size_t kMaxNested = 40;
constexpr size_t kMaxMemberBytes = size_t{64} << 10;

bool is_function(SymbolKind kind) {
  return kind == SymbolKind::kFunction || kind == SymbolKind::kMethod;
}

bool has_members(SymbolKind kind) {
  return kind == SymbolKind::kClass || kind == SymbolKind::kInterface ||
         kind == SymbolKind::kStruct || kind == SymbolKind::kEnum || kind == SymbolKind::kType;
}

std::string joined_name(std::string_view first, std::string_view second) {
  std::string joined(first);
  if (!first.empty() && !second.empty()) joined += '.';
  return joined += second;
}

// A definition, or a name around definitions, that the walk is inside of.
struct Scope {
  std::string qualified;
  int32_t definition = -1;  // none: only a name
  bool function = false;
  bool type = false;            // members count
  bool ambient = false;         // a type that is declared here
  const void* value = nullptr;  // the function or class that has its name from an assignment
  uint32_t line = 0;
  size_t first_token = 0;
  DefinitionHead head;
  std::string members;
  std::vector<Mention> bare;        // calls, unless the name is a variable
  std::vector<std::string> locals;  // variables
};

// What the walk has to undo or remember when it leaves a node.
struct Frame {
  TSSymbol symbol = 0;
  bool scope = false;
  bool ambient = false;
  bool anonymous = false;
  SourceToken previous;  // inside a macro: the name before
};

class Outliner {
 public:
  Outliner(Language language, const Grammar& grammar, std::string_view bytes)
      : reading_(grammar, bytes), bytes_(bytes), tokens_(bytes) {
    outline_.language = language;
    scopes_.emplace_back();
  }

  FileOutline walk(TSNode root);

 private:
  enum class Next { kInside, kPast };

  Next enter(TSNode node);
  void leave(TSNode node);

  void read_comment(TSNode node);
  void read_definition(TSNode node, const NodeRule& rule);
  void read_assigned(TSNode node, const NodeRule& rule);
  void read_call(TSNode node, const NodeRule& rule);
  void read_access(TSNode node, const NodeRule& rule);
  void read_annotation(TSNode node, const NodeRule& rule);
  void read_members(TSNode node, const NodeRule& rule);
  void read_macro_tokens(TSNode node);
  void read_bare_name(TSNode node);
  void read_local(TSNode node, const NodeRule& rule);
  void mark_generator();
  void take_imports(TSNode node);

  // `head_node` is the function that has its name from `node`, or `node` itself.
  void open(TSNode node, TSNode head_node, const NodeRule& rule, SymbolKind kind, Written written);
  void push_scope(Scope scope);
  void close(Scope& scope);
  void add_mention(Relation relation, TSNode node, Written written);
  void add_member(std::string name);
  void finish();

  Scope& scope() { return scopes_.back(); }
  // The definition around; nullptr: the file's top level.
  Scope* definition_scope();
  int32_t current() {
    const Scope* around = definition_scope();
    return around == nullptr ? -1 : around->definition;
  }
  bool imports_by_call(const Written& callee) const;

  SourceReading reading_;
  std::string_view bytes_;
  FileOutline outline_;
  std::vector<Frame> frames_;
  std::vector<Scope> scopes_;  // the first is the file
  SourceTokens tokens_;
  int ambient_ = 0;  // among frames_
  int anonymous_ = 0;
  const void* callee_ = nullptr;      // what is called is no reference besides
  const void* known_call_ = nullptr;  // a call that is an import or an annotation
  std::vector<std::string> tags_;     // for the next definition
  // An annotation stands before its definition, so its mention is made first and the definition is
  // filled in when it opens.
  std::vector<std::pair<size_t, size_t>>
      annotations_;                               // depth and mention, for the next definition
  std::map<int32_t, std::string> wanted_owners_;  // of definitions outside of their type
};

// Visits each node once, in the order of the text. `enter` says whether to look inside; `leave`
// follows when all of it was seen.
FileOutline Outliner::walk(TSNode root) {
  if (ts_node_has_error(root)) outline_.outcome = FileOutline::Outcome::kPartly;
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  for (bool done = false; !done;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    frames_.emplace_back();
    if (enter(node) == Next::kInside && ts_tree_cursor_goto_first_child(&cursor)) {
      frames_.back().symbol = ts_node_symbol(node);
      continue;
    }
    leave(node);
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      if (!ts_tree_cursor_goto_parent(&cursor)) {
        done = true;
        break;
      }
      leave(ts_tree_cursor_current_node(&cursor));
    }
  }
  ts_tree_cursor_delete(&cursor);
  finish();
  return std::move(outline_);
}

// What a node means depends on its own type and sometimes on its parent's, and the language's table
// knows both. A leaf counts as a token of the fingerprint, whatever else it is.
Outliner::Next Outliner::enter(TSNode node) {
  const TSSymbol parent = frames_.size() < 2 ? 0 : frames_[frames_.size() - 2].symbol;
  const NodeRule* rule = ts_node_is_named(node) ? reading_.rule(node, parent) : nullptr;
  if (rule != nullptr) {
    switch (rule->act) {
      case Act::kComment:
        read_comment(node);
        return Next::kPast;
      case Act::kFunction:
      case Act::kType:
      case Act::kModule:
      case Act::kFunctionValue:
      case Act::kTypeValue:
        read_definition(node, *rule);
        break;
      case Act::kScope: {
        Scope inner;
        const Written written = reading_.table().name == nullptr
                                    ? reading_.written(reading_.field(node, rule->a))
                                    : reading_.table().name(reading_, node, *rule);
        if (!written.name.empty() && scopes_.size() < kMaxNested) {
          inner.qualified =
              joined_name(scope().qualified, joined_name(written.qualifier, written.name));
          push_scope(std::move(inner));
        }
        break;
      }
      case Act::kAmbient:
        frames_.back().ambient = true;
        ++ambient_;
        break;
      case Act::kAnonymous:
        frames_.back().anonymous = true;
        ++anonymous_;
        break;
      case Act::kAssigned:
        read_assigned(node, *rule);
        break;
      case Act::kMember:
        read_members(node, *rule);
        break;
      case Act::kCall:
        read_call(node, *rule);
        break;
      case Act::kAccess:
        read_access(node, *rule);
        break;
      case Act::kImport:
        take_imports(node);
        break;
      case Act::kAnnotation:
        read_annotation(node, *rule);
        break;
      case Act::kAttribute:
        read_annotation(node, *rule);
        return Next::kPast;
      case Act::kYield:
        mark_generator();
        break;
      case Act::kTokens:
        read_macro_tokens(node);
        break;
      case Act::kLocal:
      case Act::kParameter:
      case Act::kDefaulted:
        if (reading_.table().bare_calls) read_local(node, *rule);
        break;
      case Act::kName:
        if (reading_.table().bare_calls) read_bare_name(node);
        break;
      default:
        break;
    }
  }
  if (ts_node_child_count(node) == 0) tokens_.add(node);
  return Next::kInside;
}

// The reverse of `enter`.
void Outliner::leave(TSNode node) {
  const Frame frame = frames_.back();
  frames_.pop_back();
  if (frame.ambient) --ambient_;
  if (frame.anonymous) --anonymous_;
  if (frame.scope) {
    tokens_.reach(ts_node_end_byte(node));
    Scope closed = std::move(scopes_.back());
    scopes_.pop_back();
    if (closed.definition >= 0) close(closed);
  }
  // An annotation of something that is no definition belongs to what is around it.
  while (!annotations_.empty() && annotations_.back().first > frames_.size()) {
    outline_.mentions[annotations_.back().second].from = current();
    annotations_.pop_back();
  }
}

// Tags, "@todo" and the like, belong to the definition in whose first line the comment stands, else
// to the next one.
void Outliner::read_comment(TSNode node) {
  tokens_.skip(node);
  const std::string_view text = reading_.text(node);
  if (text.find('@') == std::string_view::npos) return;
  std::vector<std::string> tags = comment_tags(text);
  Scope* around = definition_scope();
  const bool beside = around != nullptr && around->line == ts_node_start_point(node).row + 1;
  auto& target =
      beside ? outline_.definitions[static_cast<size_t>(around->definition)].tags : tags_;
  target.insert(target.end(), tags.begin(), tags.end());
}

Scope* Outliner::definition_scope() {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (scope->definition >= 0) return &*scope;
  }
  return nullptr;
}

// Most languages say it in the table; where one cannot, its own functions are asked for kind and
// name. A function inside another is only counted where the language has no nested functions.
void Outliner::read_definition(TSNode node, const NodeRule& rule) {
  if (anonymous_ > 0) return;
  if (rule.act == Act::kFunctionValue || rule.act == Act::kTypeValue) {
    // Named by the assignment around it, or by itself; else it belongs to the name around it.
    if (scope().value == node.id) return;
    if (rule.a == NodeField::kNone) return;
  }
  if (!reading_.table().functions_nest && scope().function && rule.act == Act::kFunction) {
    if (rule.kind != SymbolKind::kDeclaration) ++outline_.inner_functions;
    return;
  }
  SymbolKind kind = rule.kind;
  if (reading_.table().kind != nullptr) {
    const auto found = reading_.table().kind(reading_, node, rule);
    if (!found) {
      // A field is declared like a function, and is a member.
      NodeRule member = rule;
      member.act = Act::kMember;
      if (rule.act == Act::kFunction) read_members(node, member);
      if (rule.act == Act::kModule) take_imports(node);  // it is in another file
      return;
    }
    kind = *found;
  }
  Written written = reading_.table().name == nullptr
                        ? Written{{}, reading_.name_text(reading_.field(node, rule.a))}
                        : reading_.table().name(reading_, node, rule);
  open(node, node, rule, kind, std::move(written));
}

// `f = function…` and `A = class…`: what is assigned gets its name from the left side. A call of
// "require" on the right is an import.
void Outliner::read_assigned(TSNode node, const NodeRule& rule) {
  const TSNode value = reading_.unwrapped(reading_.field(node, rule.b));
  const NodeRule* what = ts_node_is_null(value) ? nullptr : reading_.rule(value);
  if (what != nullptr && (what->act == Act::kFunctionValue || what->act == Act::kTypeValue)) {
    Written written = reading_.table().name == nullptr
                          ? reading_.written(reading_.field(node, rule.a))
                          : reading_.table().name(reading_, node, rule);
    const SymbolKind kind = what->act == Act::kTypeValue ? what->kind : SymbolKind::kFunction;
    const size_t before = scopes_.size();
    open(node, value, *what, kind, std::move(written));
    if (scopes_.size() == before) return;
    scope().value = value.id;
    // A class's field says so itself.
    SourceReading::children(node, [&](TSNode child, TSFieldId) {
      if (reading_.text(child) == "static") scope().head.is_static = true;
    });
    return;
  }
  if (what != nullptr && what->act == Act::kCall &&
      imports_by_call(reading_.written(reading_.field(value, what->a)))) {
    take_imports(node);
    known_call_ = value.id;
  }
  if (rule.parent != nullptr) read_members(node, rule);
}

bool Outliner::imports_by_call(const Written& callee) const {
  const auto& names = reading_.table().import_calls;
  return callee.qualifier.empty() && !callee.name.empty() &&
         std::find(names.begin(), names.end(), callee.name) != names.end();
}

void Outliner::take_imports(TSNode node) {
  if (reading_.table().import == nullptr) return;
  reading_.imports().clear();
  reading_.table().import(reading_, node);
  for (Mention& mention : reading_.imports()) {
    mention.from = current();
    outline_.mentions.push_back(std::move(mention));
  }
}

// The callee is noted, so that its own node is not counted as a reference too. An import that is
// written as a call makes no call.
void Outliner::read_call(TSNode node, const NodeRule& rule) {
  const TSNode callee =
      rule.a == NodeField::kNone ? SourceReading::first_named(node) : reading_.field(node, rule.a);
  if (ts_node_is_null(callee)) return;
  callee_ = reading_.unwrapped(callee).id;
  if (node.id == known_call_) return;
  Written written = reading_.written(callee);
  if (rule.b != NodeField::kNone) {
    const TSNode object = reading_.field(node, rule.b);
    if (!ts_node_is_null(object)) written.qualifier = reading_.qualifier(object);
  }
  if (imports_by_call(written)) {
    take_imports(node);
    return;
  }
  add_mention(Relation::kCalls, node, std::move(written));
}

// Only access to one's own members is a reference: `self.x`.
void Outliner::read_access(TSNode node, const NodeRule& rule) {
  if (node.id == callee_) return;
  const TSNode object = reading_.unwrapped(reading_.field(node, rule.a));
  if (reading_.is_self(object)) add_mention(Relation::kReferences, node, reading_.written(node));
}

// The annotation is attached to the definition that follows, or to the one in whose head it stands.
void Outliner::read_annotation(TSNode node, const NodeRule& rule) {
  TSNode name =
      rule.a == NodeField::kNone ? SourceReading::first_named(node) : reading_.field(node, rule.a);
  if (ts_node_is_null(name)) return;
  if (const NodeRule* call = reading_.rule(name); call != nullptr && call->act == Act::kCall) {
    known_call_ = name.id;
    name = reading_.field(name, call->a);
  }
  Written written = reading_.written(name);
  callee_ = reading_.unwrapped(name).id;
  if (written.name.empty()) return;
  const Scope* around = definition_scope();
  const bool in_head = around != nullptr && ts_node_start_byte(node) < around->head.body_start;
  add_mention(Relation::kAnnotates, node, std::move(written));
  if (!in_head) annotations_.emplace_back(frames_.size() - 1, outline_.mentions.size() - 1);
}

void Outliner::add_member(std::string name) {
  if (name.empty() || scope().members.size() > kMaxMemberBytes) return;
  if (!scope().members.empty()) scope().members += ", ";
  scope().members += name;
}

void Outliner::read_members(TSNode node, const NodeRule& rule) {
  if (!scope().type) return;
  const auto name_of = [&](TSNode named) {
    return reading_.table().name == nullptr ? reading_.name_text(named)
                                            : reading_.table().name(reading_, named, rule).name;
  };
  if (rule.a == NodeField::kNone) {
    add_member(name_of(node));
    return;
  }
  SourceReading::children(node, [&](TSNode child, TSFieldId field) {
    if (field != 0 && field == reading_.field_id(rule.a)) add_member(name_of(child));
  });
}

// In a macro's tokens a name with parentheses after it is a call.
void Outliner::read_macro_tokens(TSNode node) {
  if (frames_.size() < 2) return;
  Frame& around = frames_[frames_.size() - 2];
  if (ts_node_child_count(node) == 0) {
    around.previous = {ts_node_start_byte(node), ts_node_end_byte(node)};
    return;
  }
  const SourceToken name = around.previous;
  around.previous = {};
  if (name.end == name.start || name.end != ts_node_start_byte(node) ||
      bytes_.substr(name.end, 1) != "(")
    return;
  const bool member = name.start > 0 && bytes_[name.start - 1] == '.';
  add_mention(Relation::kCalls, node,
              {member ? "?" : "", std::string(bytes_.substr(name.start, name.end - name.start))});
}

// In a language where a bare name may be a call without parentheses. Whether it is one is known
// only when all variables of the scope are.
void Outliner::read_bare_name(TSNode node) {
  if (node.id == callee_) return;
  Mention mention;
  mention.name = reading_.name_text(node);
  // A constant is none.
  if (mention.name.empty() || (mention.name[0] >= 'A' && mention.name[0] <= 'Z')) return;
  mention.line = ts_node_start_point(node).row + 1;
  Scope* around = definition_scope();
  (around == nullptr ? scopes_.front() : *around).bare.push_back(std::move(mention));
}

void Outliner::read_local(TSNode node, const NodeRule& rule) {
  Scope* around = definition_scope();
  auto& locals = (around == nullptr ? scopes_.front() : *around).locals;
  locals.push_back(
      reading_.name_text(rule.a == NodeField::kNone ? node : reading_.field(node, rule.a)));
}

void Outliner::mark_generator() {
  Scope* around = definition_scope();
  if (around != nullptr && around->function) around->head.generator = true;
}

void Outliner::add_mention(Relation relation, TSNode node, Written written) {
  if (written.name.empty()) return;
  Mention mention;
  mention.from = current();
  mention.relation = relation;
  mention.name = std::move(written.name);
  mention.qualifier = std::move(written.qualifier);
  mention.line = ts_node_start_point(node).row + 1;
  outline_.mentions.push_back(std::move(mention));
}

void Outliner::push_scope(Scope scope) {
  frames_.back().scope = true;
  scopes_.push_back(std::move(scope));
}

// Begins a definition. A function inside a type is a method; one that is written outside of its
// type, as in C++ and Go, looks for it when the file was read to its end, because the type may
// stand further down.
void Outliner::open(TSNode node, TSNode head_node, const NodeRule& rule, SymbolKind kind,
                    Written written) {
  if (written.name.empty() || scopes_.size() >= kMaxNested) return;
  const Scope* around = definition_scope();
  const auto index = static_cast<int32_t>(outline_.definitions.size());
  const bool in_type =
      around != nullptr &&
      (around->type || (reading_.table().modules_have_methods && !around->function));
  const bool member =
      !written.qualifier.empty() || in_type || (scope().definition < 0 && scopes_.size() > 1);
  if (kind == SymbolKind::kFunction && member) kind = SymbolKind::kMethod;
  const std::string around_name = joined_name(scope().qualified, written.qualifier);
  if (!written.qualifier.empty() || (scope().definition < 0 && scopes_.size() > 1))
    wanted_owners_[index] = around_name;

  Scope inner;
  inner.function = is_function(kind);
  inner.type = has_members(kind);
  inner.ambient = ambient_ > 0;
  if (ambient_ > 0 && (is_function(kind) || kind == SymbolKind::kClass))
    kind = SymbolKind::kDeclaration;
  inner.qualified = joined_name(around_name, written.name);
  inner.definition = index;
  inner.line = ts_node_start_point(node).row + 1;
  tokens_.reach(ts_node_start_byte(node));
  inner.first_token = tokens_.count();
  inner.head = read_head(reading_, head_node, rule);

  Definition definition;
  definition.kind = kind;
  definition.name = std::move(written.name);
  definition.qualified = inner.qualified;
  definition.line = inner.line;
  definition.end_line = ts_node_end_point(node).row + 1;
  definition.owner = around == nullptr ? -1 : around->definition;
  definition.damaged = ts_node_has_error(node);
  definition.tags = std::exchange(tags_, {});
  for (const auto& [depth, mention] : annotations_) outline_.mentions[mention].from = index;
  annotations_.clear();
  outline_.definitions.push_back(std::move(definition));
  push_scope(std::move(inner));
}

// Bare names that no variable of the definition has are calls.
void Outliner::close(Scope& closed) {
  Definition& definition = outline_.definitions[static_cast<size_t>(closed.definition)];
  definition.signature = signature_text(reading_, closed.head, closed.members);
  const Fingerprint fingerprint = tokens_.fingerprint(outline_.language, definition,
                                                      closed.first_token, closed.head.body_start);
  definition.fingerprint = fingerprint.hash;
  definition.tokens = fingerprint.tokens;

  std::sort(closed.locals.begin(), closed.locals.end());
  for (Mention& mention : closed.bare) {
    if (std::binary_search(closed.locals.begin(), closed.locals.end(), mention.name)) continue;
    mention.from = closed.definition;
    outline_.mentions.push_back(std::move(mention));
  }
}

// Owners of methods outside of their types are found now that all types are known. Everything is
// sorted and doubles are dropped, so that the same file always has the same outline and the same
// shape.
void Outliner::finish() {
  Scope& file = scopes_.front();
  std::sort(file.locals.begin(), file.locals.end());
  for (Mention& mention : file.bare) {
    if (!std::binary_search(file.locals.begin(), file.locals.end(), mention.name))
      outline_.mentions.push_back(std::move(mention));
  }
  std::map<std::string_view, int32_t> types;
  for (size_t i = 0; i < outline_.definitions.size() && !wanted_owners_.empty(); ++i) {
    if (has_members(outline_.definitions[i].kind))
      types.emplace(outline_.definitions[i].qualified, static_cast<int32_t>(i));
  }
  for (const auto& [index, owner] : wanted_owners_) {
    const auto found = types.find(owner);
    if (found != types.end())
      outline_.definitions[static_cast<size_t>(index)].owner = found->second;
  }
  for (Definition& definition : outline_.definitions) {
    auto& tags = definition.tags;
    std::sort(tags.begin(), tags.end());
    tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
  }
  const auto key = [](const Mention& mention) {
    return std::tie(mention.from, mention.relation, mention.qualifier, mention.name, mention.line,
                    mention.alias, mention.whole);
  };
  auto& mentions = outline_.mentions;
  std::sort(mentions.begin(), mentions.end(),
            [&](const Mention& a, const Mention& b) { return key(a) < key(b); });
  mentions.erase(std::unique(mentions.begin(), mentions.end(),
                             [&](const Mention& a, const Mention& b) { return key(a) == key(b); }),
                 mentions.end());
  outline_.shape = outline_shape(outline_);
}

}  // namespace

// Parsing is bounded in time and memory; what exceeds it gives an outline without content that says
// so.
FileOutline outline_file(Language language, std::string_view bytes, const OutlineLimits& limits) {
  const Grammar& grammar = grammar_of(language);
  const ParsedTree tree = guarded_parse(grammar.language, bytes, limits);
  if (tree == nullptr) {
    FileOutline given_up;
    given_up.language = language;
    given_up.outcome = FileOutline::Outcome::kGivenUp;
    return given_up;
  }
  return Outliner(language, grammar, bytes).walk(ts_tree_root_node(tree.get()));
}

const Extractor& own_extractor() {
  static const Extractor kOwn = {
      kExtractorVersion,
      [](std::string_view path) { return is_source_path(path); },
      [](std::string_view path, std::string_view bytes) { return source_language(path, bytes); },
      [](Language language, std::string_view bytes) { return outline_file(language, bytes); },
  };
  return kOwn;
}

}  // namespace clew
