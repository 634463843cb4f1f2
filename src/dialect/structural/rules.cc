#include "dialect/structural/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "dialect/path_inside.h"
#include "dialect/structural/code_text.h"
#include "dialect/structural/location.h"
#include "dialect/structural/shapes.h"

namespace clew::structural {
namespace {

std::string quoted(const std::string& text) { return "\"" + visible(cut(text, 60)) + "\""; }

bool is_utc(std::string_view time) {
  const size_t offset = time.find_first_of("+-", std::min<size_t>(time.size(), 10));
  if (offset == std::string_view::npos) return true;  // Z, or no zone, which the shape warns of
  const std::string_view zone = time.substr(offset + 1);
  return zone.find_first_not_of("0:") == std::string_view::npos;
}

using Visit = std::function<void(const TreePath&, const std::string&)>;

void visit_texts(const Value& value, const TreePath& path, const Visit& visit) {
  if (value.is_string()) visit(path, value.as_string());
  for (size_t i = 0; i < value.as_list().size(); ++i) {
    visit_texts(value.as_list()[i], path / i, visit);
  }
  for (const auto& [name, member] : value.as_object()) {
    visit(path / name, name);
    visit_texts(member, path / name, visit);
  }
}

void visit_list(const Value* list, const TreePath& path, const Visit& visit) {
  if (list == nullptr) return;
  for (size_t i = 0; i < list->as_list().size(); ++i) {
    visit(path / i, list->as_list()[i].as_string());
  }
}

// scope.files, then every symbol's source_paths.
void visit_paths(const Value& tree, const Visit& visit) {
  const Value* scope = tree.find("scope");
  visit_list(scope == nullptr ? nullptr : scope->find("files"), {"scope", "files"}, visit);
  const Value* symbols = tree.find("symbols");
  if (symbols == nullptr) return;
  for (const auto& [name, symbol] : symbols->as_object()) {
    visit_list(symbol.find("source_paths"), {"symbols", name, "source_paths"}, visit);
  }
}

void check_distinct(const Document& document, FindingSink& sink) {
  const Value* symbols = document.tree.find("symbols");
  if (symbols == nullptr) return;
  for (const auto& [name, symbol] : symbols->as_object()) {
    std::set<std::string> seen;
    visit_list(symbol.find("source_paths"), {"symbols", name, "source_paths"},
               [&](const TreePath& path, const std::string& source) {
                 if (seen.insert(source).second) return;
                 sink.rule("source-path-twice", document, path,
                           quoted(source) + " is listed twice");
               });
  }
}

}  // namespace

bool is_usual_id(std::string_view id) {
  if (id.size() < 10) return false;
  const std::string_view date = id.substr(id.size() - 8);
  const auto number = [&](size_t at) { return (date[at] - '0') * 10 + (date[at + 1] - '0'); };
  return id[id.size() - 9] == '_' &&
         date.find_first_not_of("0123456789") == std::string_view::npos && number(4) >= 1 &&
         number(4) <= 12 && number(6) >= 1 && number(6) <= 31;
}

const std::vector<Rule>& rules() {
  static const std::vector<Rule> table = {
      {"raw-code",          Severity::kError,
       "rule 1: a text contains code, which is not allowed in a checkpoint",                           "describe in words what it does"},
      {"line-break",        Severity::kError,   "rule 1: a text has more than one line",
       "write it in one line"                                                                                                          },
      {"timestamp-not-utc", Severity::kError,   "rule 5: the timestamp is not in UTC",
       "write it with Z"                                                                                                               },
      {"unknown-version",   Severity::kError,   "the major version of the format is not 1",
       "use a version of clew that supports it"                                                                                        },
      {"session-twice",     Severity::kError,   "two sessions of one file have the same id",
       "rename one of them"                                                                                                            },
      {"no-session",        Severity::kError,   "the list contains no session",                        "clew structural dump"          },
      {"session-id-form",   Severity::kWarning, "the id is not of the form subsystem_YYYYMMDD",
       "use this form next time"                                                                                                       },
      {"file-name",         Severity::kWarning, "the file is named after another session",
       "rename the file"                                                                                                               },
      {"path-not-relative", Severity::kWarning, "a path is absolute or leaves the workspace",
       "write it relative to the workspace"                                                                                            },
      {"source-path-twice", Severity::kWarning, "rule 4a: a symbol names one source path twice",
       "remove one of them"                                                                                                            },
      {"path-missing",      Severity::kWarning, "a file that the checkpoint refers to does not exist",
       "clew structural dump"                                                                                                          },
  };
  return table;
}

void check_rules(const Document& document, FindingSink& sink) {
  const Value& tree = document.tree;
  visit_texts(tree, {}, [&](const TreePath& path, const std::string& text) {
    if (has_line_break(text)) {
      sink.rule(
          "line-break", document, path,
          "a text of a checkpoint has one line, this one has more: " + quoted(one_line(text)));
    } else if (is_raw_code(text)) {
      sink.rule("raw-code", document, path,
                "this looks like code, which is not allowed in a checkpoint: " + quoted(text));
    }
  });
  const std::string timestamp = text_in(tree, "timestamp");
  if (!is_utc(timestamp)) {
    sink.rule("timestamp-not-utc", document, {"timestamp"}, quoted(timestamp) + " is not in UTC");
  }
  const std::string id = text_in(tree, "session_id");
  if (!id.empty() && !is_usual_id(id)) {
    sink.rule("session-id-form", document, {"session_id"},
              quoted(id) + " is not of the form subsystem_YYYYMMDD");
  }
  if (const std::string named = id_in_name(document.path); !named.empty() && named != id) {
    sink.rule("file-name", document, {"session_id"},
              fmt::format("the file is named after {}", quoted(named)));
  }
  visit_paths(tree, [&](const TreePath& path, const std::string& file) {
    if (is_path_inside(file)) return;
    sink.rule("path-not-relative", document, path,
              quoted(file) + " is not a path inside the workspace");
  });
  check_distinct(document, sink);
}

std::vector<DiskQuestion> disk_questions(const Document& document, const FindingSink& sink) {
  std::vector<DiskQuestion> questions;
  std::set<std::string> asked;
  visit_paths(document.tree, [&](const TreePath& path, const std::string& file) {
    if (!is_path_inside(file) || !asked.insert(file).second) return;
    questions.push_back(
        {file, sink.make("path-missing", document, path, quoted(file) + " does not exist"),
         PathsFrom::kWorkspace});
  });
  return questions;
}

}  // namespace clew::structural
