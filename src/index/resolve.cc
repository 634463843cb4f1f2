#include "index/resolve.h"

#include <algorithm>
#include <iterator>

namespace clew {
namespace {

// Languages whose definitions can mean each other.
int family_of(Language language) {
  switch (language) {
    case Language::kTypeScript:
    case Language::kTsx:
      return static_cast<int>(Language::kJavaScript);
    case Language::kCpp:
      return static_cast<int>(Language::kC);
    default:
      return static_cast<int>(language);
  }
}

// Where a bare name in a method may be a member of its class, or of what that derives from.
bool has_implicit_this(Language language) {
  return language == Language::kCpp || language == Language::kJava ||
         language == Language::kCSharp || language == Language::kRuby;
}

// Where a function inside another is known in that one alone.
bool has_local_functions(Language language) {
  return language == Language::kPython || language == Language::kJavaScript ||
         language == Language::kTypeScript || language == Language::kTsx ||
         language == Language::kRust || language == Language::kCSharp;
}

bool is_type(SymbolKind kind) {
  return kind == SymbolKind::kClass || kind == SymbolKind::kInterface ||
         kind == SymbolKind::kStruct || kind == SymbolKind::kEnum || kind == SymbolKind::kModule;
}

// Words by which a member speaks of its own object or class, in any of the languages.
bool is_self(std::string_view qualifier) {
  return qualifier == "self" || qualifier == "this" || qualifier == "cls" || qualifier == "super" ||
         qualifier == "static" || qualifier == "$this" || qualifier == "Self" ||
         qualifier == "base" || qualifier == "parent";
}

std::string_view last_of(std::string_view dotted) { return dotted.substr(dotted.rfind('.') + 1); }
std::string_view first_of(std::string_view dotted) { return dotted.substr(0, dotted.find('.')); }
bool is_literal(std::string_view qualifier) { return first_of(qualifier) == kLiteralQualifier; }
// "A.b" of "A.b.c"; empty for a name at the top.
std::string_view scope_of(std::string_view qualified) {
  const size_t dot = qualified.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : qualified.substr(0, dot);
}

// "a/b/c" as parts; the ending of a source file's name, and names that stand for their folder, are
// left out.
// `separators` are characters that part names, "/" or "/.:\\".
std::vector<std::string_view> parts_of(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find_first_of(separators, start), text.size());
    const std::string_view part = text.substr(start, end - start);
    const bool says_nothing = part.empty() || part == "." || part == ".." || part == "@" ||
                              part == "~" || part == "crate";
    if (!says_nothing) parts.push_back(part);
    start = end + 1;
  }
  return parts;
}

// The file whose name says nothing: a folder is imported by its own name.
bool stands_for_folder(std::string_view stem) {
  return stem == "__init__" || stem == "index" || stem == "mod";
}

std::string_view without_ending(std::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot);
}

// "src/a/__init__.py" is src, a; "types.d.ts" is types.
std::vector<std::string_view> path_parts(std::string_view path) {
  auto parts = parts_of(path, "/");
  if (parts.empty()) return parts;
  parts.back() = without_ending(parts.back());
  if (parts.back().ends_with(".d")) parts.back().remove_suffix(2);
  if (stands_for_folder(parts.back())) parts.pop_back();
  return parts;
}

// By the ends: ("b", "c") is a suffix of ("a", "b", "c").
bool is_suffix(const std::vector<std::string_view>& shorter,
               const std::vector<std::string_view>& longer) {
  return shorter.size() <= longer.size() &&
         std::equal(shorter.rbegin(), shorter.rend(), longer.rbegin());
}

// "./a/b" and "../a" from the folder of the importer; "..a.b" as Python writes it.
std::vector<std::string_view> relative_parts(std::string_view module, std::string_view importer) {
  std::vector<std::string_view> parts = parts_of(importer, "/");
  if (!parts.empty()) parts.pop_back();
  const auto up = [&] {
    if (!parts.empty()) parts.pop_back();
  };
  const bool is_path =
      module.find('/') != std::string_view::npos || module == "." || module == "..";
  if (is_path) {
    for (std::string_view left = module; !left.empty();) {
      const std::string_view part = left.substr(0, left.find('/'));
      left.remove_prefix(std::min(left.size(), part.size() + 1));
      if (part == "..") up();
      if (!part.empty() && part != "." && part != "..") parts.push_back(part);
    }
    if (!parts.empty()) parts.back() = without_ending(parts.back());
    if (!parts.empty() && stands_for_folder(parts.back())) parts.pop_back();
    return parts;
  }
  size_t dots = std::min(module.find_first_not_of('.'), module.size());
  for (size_t i = 1; i < dots; ++i) up();
  for (const auto part : parts_of(module.substr(dots), ".")) parts.push_back(part);
  return parts;
}

}  // namespace

// What the search needs to know of a definition. `member` is inside something; `of_type` is inside
// a type and not inside a function.
Candidate candidate_of(int64_t file, const std::string& path, const FileOutline& outline,
                       size_t definition) {
  const Definition& each = outline.definitions[definition];
  const SymbolKind around = each.owner < 0
                                ? SymbolKind::kModule
                                : outline.definitions[static_cast<size_t>(each.owner)].kind;
  const bool is_method = each.kind == SymbolKind::kMethod;
  const bool is_inside = around != SymbolKind::kModule;
  const bool is_local = around == SymbolKind::kFunction || around == SymbolKind::kMethod;
  return {file,
          static_cast<int32_t>(definition),
          path,
          each.qualified,
          each.kind,
          outline.language,
          is_method || is_inside,
          is_method || (is_inside && !is_local)};
}

std::string_view certainty_name(Certainty certainty) {
  switch (certainty) {
    case Certainty::kResolved:
      return "resolved";
    case Certainty::kByName:
      return "by_name";
    case Certainty::kUnresolved:
      break;
  }
  return "unresolved";
}

// Whether an import of `module` in the file `importer` can mean the file `path`. Modules are
// written in many ways (a/b, a.b, a::b, ./a, ..a, a/b.h), and where the roots are is not known, so
// the ends of both are compared.
bool module_means(std::string_view module, std::string_view importer, std::string_view path) {
  const auto target = path_parts(path);
  if (module.starts_with('.')) {
    const auto named = relative_parts(module, importer);
    // A package may take the name from a file in its folder.
    return named.size() <= target.size() &&
           std::equal(named.begin(), named.end(), target.begin()) &&
           target.size() - named.size() <= 1;
  }
  auto named = parts_of(module, "/.:\\");
  if (named.empty()) return false;
  // A header is named with its ending.
  static constexpr std::string_view kEndings[] = {"h",  "hpp", "hh",  "hxx", "inc", "js",
                                                  "ts", "jsx", "mjs", "sh",  "rb",  "php"};
  const bool has_ending = named.size() > 1 && std::find(std::begin(kEndings), std::end(kEndings),
                                                        named.back()) != std::end(kEndings);
  if (has_ending) named.pop_back();
  std::vector<std::string_view> folder = target;
  if (!folder.empty()) folder.pop_back();
  // The file itself, a file of the folder it names, or, as in Go, a folder below the name of the
  // whole project.
  return is_suffix(named, target) || is_suffix(named, folder) ||
         (!folder.empty() && is_suffix(folder, named));
}

bool is_edge(const FileOutline& outline, const MentionTarget& target) {
  return outline.language != Language::kBash || target.certainty != Certainty::kUnresolved;
}

namespace {

// The candidates for one mention, step by step.
class Search {
 public:
  Search(const MentioningFile& in, const Mention& mention, Candidates& candidates)
      : in_(in), mention_(mention), candidates_(candidates) {}

  MentionTarget run() {
    const bool is_import =
        mention_.relation == Relation::kImports || mention_.relation == Relation::kIncludes;
    if (is_import) return import();
    take(mention_.name);
    const std::string_view qualifier = mention_.qualifier;
    if (qualifier.empty()) return bare();
    if (is_literal(qualifier)) return {};
    if (is_self(qualifier)) return through_self();
    return through(qualifier);
  }

 private:
  using List = std::vector<const Candidate*>;

  // All that may be meant, twins (overloads, #if) once, declarations only where nothing else is.
  // Of one family of languages only; a module is never called.
  void take(const std::string& name) {
    all_.clear();
    bool has_body = false;
    for (const Candidate& each : candidates_.named(name)) {
      if (family_of(each.language) != family_of(in_.outline().language)) continue;
      if (each.kind == SymbolKind::kModule && mention_.relation == Relation::kCalls) continue;
      const bool is_twin = std::any_of(all_.begin(), all_.end(), [&](const Candidate* other) {
        return other->file == each.file && other->qualified == each.qualified &&
               (other->kind == SymbolKind::kDeclaration) == (each.kind == SymbolKind::kDeclaration);
      });
      if (is_twin) continue;
      has_body |= each.kind != SymbolKind::kDeclaration;
      all_.push_back(&each);
    }
    if (!has_body) return;
    std::erase_if(all_,
                  [](const Candidate* each) { return each->kind == SymbolKind::kDeclaration; });
  }

  template <class Test>
  List those(Test test) const {
    List out;
    std::copy_if(all_.begin(), all_.end(), std::back_inserter(out),
                 [&](const Candidate* each) { return test(*each); });
    return out;
  }
  bool is_here(const Candidate& each) const { return each.file == in_.file(); }
  bool is_beside(const Candidate& each) const {
    const size_t end = in_.path().rfind('/') + 1;  // 0 at the top
    return each.path.rfind('/') + 1 == end && each.path.compare(0, end, in_.path(), 0, end) == 0;
  }
  static MentionTarget resolved(const List& one) { return {Certainty::kResolved, one}; }
  MentionTarget by_name(List list) const {
    if (list.empty()) return {};
    return {Certainty::kByName, std::move(list)};
  }

  std::string_view own_scope() const {
    if (mention_.from < 0) return {};
    return in_.outline().definitions[static_cast<size_t>(mention_.from)].qualified;
  }
  // What stands in the body of a Python class itself sees what is defined there, and so do the
  // decorators of its methods.
  bool is_class_body(std::string_view scope) const {
    return in_.outline().language == Language::kPython &&
           (scope == own_scope() || mention_.relation == Relation::kAnnotates);
  }
  // From the innermost scope outwards.
  // Each scope around the mention is looked into, from the inside. A scope counts only when exactly
  // one definition in it has the name; with several the search goes on outwards. Then imports, then
  // the folder, then the whole project.
  MentionTarget bare() {
    const bool sees_members = has_implicit_this(in_.outline().language);
    for (std::string_view scope = own_scope();; scope = scope_of(scope)) {
      const bool is_member = !scope.empty() && in_.has_type(scope);
      if (!is_member || sees_members || is_class_body(scope)) {
        const List found = those([&](const Candidate& each) {
          return is_here(each) && scope_of(each.qualified) == scope;
        });
        if (found.size() == 1) return resolved(found);
      }
      if (scope.empty()) break;
    }
    if (auto imported = by_import(mention_.name, {})) return std::move(*imported);
    const bool sees_inside = !has_local_functions(in_.outline().language);
    std::erase_if(all_, [&](const Candidate* each) {
      return each->member && !(each->of_type ? sees_members : sees_inside);
    });
    const List beside =
        those([&](const Candidate& each) { return is_beside(each) && !each.member; });
    if (beside.size() == 1) return resolved(beside);
    if (all_.size() == 1) return resolved(all_);
    return by_name(all_);
  }

  MentionTarget through_self() {
    // The class around the method; a method outside of its class (Go, C++) has it in its name.
    for (std::string_view scope = own_scope(); !scope.empty(); scope = scope_of(scope)) {
      const List found = those([&](const Candidate& each) {
        return is_here(each) && scope_of(each.qualified) == scope;
      });
      if (found.size() == 1) return resolved(found);
      // C++: the class in a header, its methods in another file beside it.
      const List beside = those([&](const Candidate& each) {
        return is_beside(each) && scope_of(each.qualified) == scope;
      });
      if (beside.size() == 1) return resolved(beside);
    }
    // Inherited, or data that nobody defines: only a member can be meant.
    return by_name(those([&](const Candidate& each) { return each.of_type; }));
  }

  // `a.b.f`: a definition of f inside something called b, here, then where the imports say, then
  // beside, then anywhere in the project.
  MentionTarget through(std::string_view qualifier) {
    const std::string_view owner = last_of(qualifier);
    const auto is_owned = [&](const Candidate& each) {
      return last_of(scope_of(each.qualified)) == owner;
    };
    const List here = those([&](const Candidate& each) { return is_here(each) && is_owned(each); });
    if (here.size() == 1) return resolved(here);
    if (auto imported = by_import(first_of(qualifier), owner)) return std::move(*imported);
    const List beside =
        those([&](const Candidate& each) { return is_beside(each) && is_owned(each); });
    if (beside.size() == 1) return resolved(beside);
    const List anywhere = those(is_owned);
    if (anywhere.size() == 1) return resolved(anywhere);
    return by_name(all_);
  }

  // What the file imports under the name `binding`, which is the mention itself or stands before
  // it. Nothing: it is no imported name. Of a module that is not of this project: unresolved.
  std::optional<MentionTarget> by_import(std::string_view binding, std::string_view owner) {
    bool is_bound = false;
    // Includes bring all names of a file, so they decide only when exactly one file fits. An import
    // decides by the name it binds; an alias is followed to the name in the module.
    for (const Mention* import : in_.imports()) {
      const Mention& each = *import;
      if (each.relation == Relation::kIncludes) {
        const List found = those([&](const Candidate& c) {
          const bool fits = owner.empty() ? true : last_of(scope_of(c.qualified)) == owner;
          return fits && module_means(module_of(each), in_.path(), c.path);
        });
        if (found.size() == 1) return resolved(found);
      }
      if (each.relation != Relation::kImports) continue;
      const std::string& bound = each.alias.empty() ? each.name : each.alias;
      if (bound != binding) continue;
      is_bound = true;
      if (owner.empty() && !each.whole && each.name != mention_.name) take(each.name);
      const std::string module = module_of(each);
      const List found = those([&](const Candidate& c) {
        const bool is_reached = !c.member || last_of(scope_of(c.qualified)) == owner ||
                                last_of(scope_of(c.qualified)) == each.name;
        return is_reached && (module_means(module, in_.path(), c.path) ||
                              module_means(module + "/" + each.name, in_.path(), c.path));
      });
      if (found.size() == 1) return resolved(found);
      if (!found.empty()) return by_name(found);
    }
    // The name is imported from outside of the project: nothing else in the project is meant.
    if (!is_bound) return std::nullopt;
    return MentionTarget{};
  }

  static std::string module_of(const Mention& import) {
    return import.qualifier.empty() ? import.name : import.qualifier;
  }

  // A name that is imported: its definition in that module.
  MentionTarget import() {
    if (mention_.whole || mention_.relation == Relation::kIncludes) return {};
    take(mention_.name);
    const std::string module = module_of(mention_);
    const List found =
        those([&](const Candidate& each) { return module_means(module, in_.path(), each.path); });
    if (found.size() == 1) return resolved(found);
    return by_name(found);
  }

  const MentioningFile& in_;
  const Mention& mention_;
  Candidates& candidates_;
  // Of the name that is looked for at present.
  List all_;
};

}  // namespace

// Imports and types are gathered once for all mentions of the file.
MentioningFile::MentioningFile(int64_t file, const std::string& path, const FileOutline& outline)
    : file_(file), path_(path), outline_(outline) {
  for (const Mention& each : outline.mentions) {
    const bool is_import =
        each.relation == Relation::kImports || each.relation == Relation::kIncludes;
    if (is_import) imports_.push_back(&each);
  }
  for (const Definition& each : outline.definitions) {
    if (is_type(each.kind)) types_.insert(each.qualified);
  }
}

bool depends_on(const MentioningFile& in, const Mention& mention, const std::string& name) {
  if (mention.name == name) return true;
  return std::any_of(in.imports().begin(), in.imports().end(), [&](const Mention* import) {
    return import->name == name && import->alias == mention.name;
  });
}

MentionTarget Resolver::resolve(const MentioningFile& in, const Mention& mention) {
  return Search(in, mention, candidates_).run();
}

}  // namespace clew
