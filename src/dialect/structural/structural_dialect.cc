#include "dialect/structural/structural_dialect.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "dialect/local_file.h"
#include "dialect/structural/elements.h"
#include "dialect/structural/interpret.h"
#include "dialect/structural/location.h"
#include "dialect/structural/rules.h"
#include "dialect/structural/shapes.h"
#include "dialect/structural/translation.h"
#include "dialect/tree_dialect.h"
#include "document/finding_text.h"
#include "document/json/edit_json.h"

namespace clew {
namespace structural {
namespace {

class StructuralDialect final : public TreeDialect, private LocalFile {
 public:
  const char* name() const override { return kName; }

  const std::vector<DocumentShape>& documents() const override {
    static const std::vector<DocumentShape> all = {state_document()};
    return all;
  }

  const std::vector<Rule>& rules() const override { return structural::rules(); }
  const LocalFile* local_file() const override { return this; }
  const Translation& translation() const override { return structural::translation(); }

  std::vector<Location> locations(const std::vector<std::string>& names) const override {
    std::vector<Location> out;
    for (const auto& name : names) {
      if (is_state_name(name)) out.push_back({id_in_name(name), {name}});
    }
    return out;
  }

  bool recognises(const std::string& path, const std::string& text) const override {
    if (is_state_name(path)) return true;
    // Searched before it is parsed: most JSON files are something else.
    if (!path.ends_with(".json") || text.find("\"structural_version\"") == std::string::npos) {
      return false;
    }
    const auto elements = find_elements(text);
    if (!elements) return false;
    return std::any_of(elements->begin(), elements->end(), [](const Element& element) {
      return element.tree.find("structural_version") != nullptr &&
             element.tree.find("symbols") != nullptr;
    });
  }

  Readings read(const FileSet& files) const override {
    Readings readings;
    for (const auto& file : files.files) {
      if (document_of(file.path) != nullptr) read_file(file, readings);
    }
    return readings;
  }

  Result<FileSet> write(const Session& session, const FileSet& base) const override {
    CLEW_ASSIGN(const Documents reported, structural::express(session));
    const Document& document = reported.front();
    const NamedFile* present = base.find(document.path);
    CLEW_ASSIGN(NamedFile file, present == nullptr ? write_alone(session, {})
                                                   : write_into(session, document, *present));
    // A file that was in order has to be so afterwards; one that was not is edited all the same.
    const bool was_sound = present == nullptr || !has_errors(read(FileSet{{*present}}).findings);
    if (was_sound) CLEW_TRY(check_written(session, file));
    FileSet out;
    out.files.push_back(std::move(file));
    return out;
  }

  FileSet without_others(FileSet files, const std::string& entry) const override {
    std::erase_if(files.files, [&](NamedFile& file) {
      const auto elements = find_elements(file.text);
      if (!elements) return true;
      std::vector<Edit> edits;
      for (auto each = elements->rbegin(); each != elements->rend(); ++each) {
        if (text_in(each->tree, "session_id") == entry) continue;
        if (!each->index) return true;  // the file is another session's
        edits.push_back({EditKind::kRemove, {*each->index}, {}, {}});
      }
      auto own = edit_json(file.text, edits);
      if (own) file.text = std::move(*own);
      return !own.ok();
    });
    return files;
  }

  Documents documents_in(const FileSet& files, const std::string& entry) const override {
    Documents documents;
    for (const auto& file : files.files) {
      const auto elements = find_elements(file.text);
      if (document_of(file.path) == nullptr || !elements) continue;
      for (const auto& element : *elements) {
        if (elements->size() > 1 && text_in(element.tree, "session_id") != entry) continue;
        documents.push_back({&state_document(), file.path, element.tree, {}});
      }
    }
    return documents;
  }

  std::vector<std::string> files_of(const Session& session) const override {
    return {state_path(session)};
  }

  std::string make_id(const Session& session, const IdSeed& seed) const override {
    return structural::make_id(session, seed.now, seed.attempt);
  }

  std::string step_name(const Session& session, const Step& step) const override {
    return step.id == kRoot ? entry_of(session) : Dialect::step_name(session, step);
  }

 protected:
  const DocumentShape* document_of(const std::string& path) const override {
    return path.ends_with(".json") ? &state_document() : nullptr;
  }

  std::vector<Reading> interpret(const Documents& documents, FindingSink& sink) const override {
    return structural::interpret(documents, sink);
  }

  Result<Documents> express(const Session& session) const override {
    return structural::express(session);
  }

 private:
  std::string_view default_file() const override { return kDefaultFile; }
  void move_to_file(Session& session, const std::string& entry,
                    const std::string& name) const override {
    remember_path(session, entry, name);
  }

  void report(const char* rule, const std::string& file, const Element* element, TreePath path,
              std::string message, Readings& readings) const {
    FindingSink sink(kName, rules());
    Document document{&state_document(), file, {}, {}};
    sink.rule(rule, document, std::move(path), std::move(message));
    FileSet texts;
    if (element != nullptr) texts.files.push_back({file, element->text});
    for (auto& finding : sink.take(texts)) {
      if (element != nullptr) location_in_file(finding, *element);
      readings.findings.push_back(std::move(finding));
    }
  }

  // Each element is read as if it were a file, and what is found in it is then placed in the whole.
  void read_file(const NamedFile& file, Readings& readings) const {
    const auto elements = find_elements(file.text);
    if (!elements) {
      Readings broken = TreeDialect::read(FileSet{{file}});
      for (auto& finding : broken.findings) readings.findings.push_back(std::move(finding));
      return;
    }
    if (elements->empty()) {
      report("no-session", file.path, nullptr, {}, "the list contains no session", readings);
    }
    std::set<std::string> seen;
    for (const auto& element : *elements) {
      if (is_unknown_version(element.tree)) {
        report("unknown-version", file.path, &element, {"schema_version"},
               "this version is not supported, only " + std::string(kVersion), readings);
        continue;
      }
      NamedFile part = file;
      part.text = element.text;
      Readings one = TreeDialect::read(FileSet{{std::move(part)}});
      for (auto& finding : one.findings) {
        location_in_file(finding, element);
        readings.findings.push_back(std::move(finding));
      }
      for (auto& reading : one.sessions) {
        if (!seen.insert(reading.entry).second) {
          report("session-twice", file.path, &element, {"session_id"},
                 visible(cut(reading.entry, 60)) + " appears more than once", readings);
          continue;
        }
        // Who finds a path missing looks for its line, by the pointer.
        for (auto& question : reading.disk) {
          question.finding.pointer = pointer_in_file(question.finding.pointer, element);
        }
        readings.sessions.push_back(std::move(reading));
      }
    }
  }

  Result<NamedFile> write_alone(const Session& session, const FileSet& base) const {
    CLEW_ASSIGN(FileSet files, TreeDialect::write(session, base));
    return std::move(files.files.front());
  }

  // Edits the session's own object; every other byte of the file stays.
  Result<NamedFile> write_into(const Session& session, const Document& reported,
                               const NamedFile& present) const {
    auto elements = find_elements(present.text);
    if (!elements) {
      Error error = elements.error();
      error.subject = present.path;
      error.next = "clew repair " + present.path;
      return error;
    }
    const std::string entry = entry_of(session);
    NamedFile file = present;
    file.write = reported.shape->write;
    const bool is_list = elements->empty() || elements->front().index.has_value();
    file.owner = is_list ? FileOwner::kFolder : reported.shape->owner;
    for (const auto& element : *elements) {
      if (text_in(element.tree, "session_id") != entry && (is_list || !has_no_id(element))) {
        continue;
      }
      if (is_unknown_version(element.tree)) {
        return make_error(ErrorCode::kInvalid, "a file of an unknown version is never rewritten",
                          present.path, "use a version of clew that supports it");
      }
      // With the indentation of its line, so that what is inserted looks like the rest.
      const std::string indent(is_list ? indent_of(present.text, element.span.begin) : "");
      NamedFile part = present;
      part.text = indent + element.text;
      CLEW_ASSIGN(const NamedFile edited, write_alone(session, FileSet{{std::move(part)}}));
      file.text = apply_splice(present.text, {element.span, edited.text.substr(indent.size())});
      return file;
    }
    // Somebody else's file so far: it becomes a list, or its list one longer.
    file.owner = FileOwner::kFolder;
    if (!is_list) {
      const std::string_view text = without_mark(present.text);
      const size_t end = text.find_last_not_of(" \t\r\n");
      file.text = "[\n" + std::string(text.substr(0, end + 1)) + "\n]\n";
    }
    CLEW_ASSIGN(file.text,
                edit_json(file.text, {
                                         {EditKind::kInsert, {elements->size()}, reported.tree}
    }));
    return file;
  }

  static bool has_no_id(const Element& element) {
    return element.tree.is_object() && text_in(element.tree, "session_id").empty();
  }

  // Attributes come from whoever sets them; what they make of the file must be sound.
  Status check_written(const Session& session, const NamedFile& file) const {
    const Readings readings = read(FileSet{{file}});
    std::vector<std::string> wrong;
    for (const auto& finding : readings.findings) {
      if (finding.severity != Severity::kError) continue;
      wrong.push_back(finding_message(finding));
    }
    if (wrong.empty()) return success();
    return make_error(
        ErrorCode::kInvalid,
        fmt::format("not valid in a structural checkpoint: {}", fmt::join(wrong, "; ")),
        session.identity.id.text, "clew schema structural");
  }
};

}  // namespace
}  // namespace structural

const Dialect& structural_dialect() {
  static const structural::StructuralDialect dialect;
  return dialect;
}

}  // namespace clew
