#pragma once
// A kind of file that a dialect has, and one such file as a tree. DocumentShape is the one
// description from which reading, judging, the published JSON Schema and the pages in
// docs/dialects/ come.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file_set.h"
#include "document/edit.h"
#include "document/finding.h"
#include "document/shape/shape.h"

namespace clew {

enum class DocumentKind { kJson, kYaml, kJsonLines, kText };
enum class DocumentCount { kOne, kOneOrSeveral };  // in a file; several are a list

// One kind of file of a dialect.
struct DocumentShape {
  std::string name;  // "state"; `clew schema DIALECT` lists them
  std::string path;  // for people: "<id>/state.yaml"
  DocumentKind kind = DocumentKind::kJson;
  Shape shape;  // of the document; of one line for kJsonLines; unused for kText
  std::string doc;
  FileWrite write = FileWrite::kReplace;
  FileOwner owner = FileOwner::kSession;
  DocumentCount count = DocumentCount::kOne;
};

// What a schema cannot say. Findings name the rule as DIALECT.NAME.
struct Rule {
  const char* name;
  Severity severity;
  const char* message;  // what is wrong when it is broken, for the docs
  const char* next;     // what to do about it
};

// One file of a dialect as a tree, on its way between its text and a session.
struct Document {
  const DocumentShape* shape = nullptr;
  std::string path;
  Value tree;        // kJsonLines: a list of the lines' trees
  std::string text;  // kText: the whole
  // express: lists (paths without indexes, "files_modified") of which the session keeps only the
  // latest entries; they gain, and lose nothing by absence.
  std::vector<std::string> partial = {};
  // interpret: what was taken out of the tree because its shape refuses it, and where it stood.
  std::vector<TreePath> dropped = {};
  std::vector<std::pair<TreePath, Value>> refused = {};
};
using Documents = std::vector<Document>;

const Document* find_document(const Documents& documents, std::string_view name);

}  // namespace clew
