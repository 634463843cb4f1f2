#include "command/integrity/salvaged_text.h"

#include <algorithm>

#include "document/add_missing.h"
#include "document/document_text.h"
#include "document/readable_prefix.h"
#include "document/shape/complete.h"
#include "view/repair_writer.h"

namespace clew {
namespace {

// Of one session, or of each in a list of them.
Completion complete_document(const Shape& shape, Value tree, const Value& known,
                             const TreePath& stopped) {
  if (!tree.is_list()) return complete(shape, std::move(tree), known, stopped);
  return complete(list(shape), std::move(tree), Value(), stopped);
}

std::vector<std::string> in_words(const std::vector<TreePath>& paths) {
  std::vector<std::string> words;
  for (const auto& path : paths) words.push_back(path_in_words(path));
  return words;
}

}  // namespace

Result<SalvagedText> salvage_text(const Dialect& dialect, const std::string& path,
                                  const Session& session, const ReadableFiles& base) {
  FileSet beside = base.files;
  std::erase_if(beside.files, [&](const NamedFile& file) { return file.path == path; });
  const auto fresh = dialect.write(session, beside);
  const NamedFile* new_file = fresh ? fresh->find(path) : nullptr;
  const NamedFile* left = base.files.find(path);
  if (left == nullptr) {
    if (!fresh) return fresh.error();
    if (new_file == nullptr) return make_error(ErrorCode::kInvalid, "nothing is told there", path);
    return SalvagedText{with_known_times(dialect, *new_file), {}, {}};
  }
  const DocumentShape* document = dialect.document_of(path);
  CLEW_ASSIGN(Value tree, parse_text(document->kind, left->text));
  const auto known =
      new_file == nullptr ? Result<Value>(Value()) : parse_text(document->kind, new_file->text);
  TreePath stopped;
  for (const auto& each : base.cut) {
    if (each.path == path) stopped = each.stopped;
  }
  const Completion whole =
      complete_document(document->shape, std::move(tree), known.value_or(Value()), stopped);
  CLEW_ASSIGN(std::string completed, text_saying(*document, left->text, whole.tree));
  // Then what the session knows besides. A file in an older form is never rewritten: what is left
  // of it stays as it is.
  beside.files.push_back({path, std::move(completed)});
  const auto reported = dialect.write(session, beside);
  const NamedFile* written = reported ? reported->find(path) : nullptr;
  const NamedFile& text = written == nullptr ? beside.files.back() : *written;
  return SalvagedText{with_known_times(dialect, text), in_words(whole.added),
                      in_words(whole.left_out)};
}

void date_by_facts(Session& session) {
  Time first;
  Time last;
  const auto see = [&](Time at) {
    if (at == Time()) return;
    first = first == Time() ? at : std::min(first, at);
    last = std::max(last, at);
  };
  for (const auto& step : session.steps) {
    for (const auto& attempt : step.attempts) {
      see(attempt.started_at);
      see(attempt.ended_at.value_or(Time()));
    }
  }
  for (const auto& agent : session.agents.items) {
    see(agent.started_at.value_or(Time()));
    see(agent.ended_at.value_or(Time()));
  }
  for (const auto& each : session.decisions.items) see(each.origin.at);
  for (const auto& each : session.files.items) see(each.origin.at);
  for (const auto& each : session.runs.items) see(each.origin.at);
  if (session.identity.created_at == Time()) session.identity.created_at = first;
  if (session.last_activity == Time()) {
    session.last_activity = std::max(last, session.identity.created_at);
  }
}

}  // namespace clew
