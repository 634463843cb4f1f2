#include "discovery/judge_files.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "base/ordered_workers.h"
#include "base/shell_word.h"
#include "dialect/tree_dialect.h"
#include "discovery/disk_questions.h"
#include "discovery/find_dialect_files.h"
#include "discovery/nearest_dialect.h"
#include "document/locate.h"
#include "document/shape/check_shape.h"
#include "document/yaml/yaml.h"
#include "files/relative_path.h"

namespace clew {
namespace {

// A folder's own file larger than this is judged with the first of its sessions only: reading it
// again with each of many would take the square of their number.
constexpr size_t kReadOnce = size_t{256} << 10;

constexpr size_t kMaxUnread = 64;  // sessions whose files are found and not read yet

// Where in a document a JSON pointer leads, RFC 6901.
// "~1" stands for "/" and "~0" for "~". Without the value there is no place.
std::optional<TextPosition> find_pointer(const LocatedTree& located, const std::string& pointer) {
  TreePath path;
  for (size_t at = 0; at < pointer.size();) {
    const size_t end = std::min(pointer.find('/', at + 1), pointer.size());
    std::string part = pointer.substr(at + 1, end - at - 1);
    for (size_t tilde = part.find('~'); tilde != std::string::npos;
         tilde = part.find('~', tilde + 1)) {
      part.replace(tilde, 2, part.substr(tilde, 2) == "~1" ? "/" : "~");
    }
    const Value* container = find_value(located.value, path);
    if (container == nullptr) return std::nullopt;
    size_t index = 0;
    const auto [last, error] = std::from_chars(part.data(), part.data() + part.size(), index);
    const bool is_index = container->is_list() && error == std::errc() && *last == '\0';
    path.push_back(is_index ? PathPart(index) : PathPart(part));
    at = end;
  }
  return located.position(path);
}

// One of the dialect's other documents, which has been judged as such.
bool is_other_document(const Dialect& dialect, const std::string& path) {
  const auto& documents = dialect.documents();
  return std::any_of(documents.begin() + 1, documents.end(), [&](const DocumentShape& document) {
    return last_part_of(document.path) == last_part_of(path);
  });
}

// A file that the dialect has no document for, held against the one it is nearest to: how far is
// it from that?
Findings compare_with_nearest(const Dialect& dialect, const FileSet& files) {
  FindingSink sink(dialect.name(), dialect.rules());
  for (const auto& file : files.files) {
    if (is_other_document(dialect, file.path)) continue;
    const auto tree = parse_document(file.text, file.path);
    if (!tree) {
      sink.add(Severity::kError, "syntax", file.path, {}, tree.error().message);
      continue;
    }
    const DocumentShape& nearest = nearest_document(dialect, *tree);
    if (&nearest != &dialect.documents().front()) {
      sink.add(Severity::kError, "file-name", file.path, {},
               "this is like " + nearest.path + ", and has another name", "rename the file");
    }
    for (const auto& problem : check_shape(nearest.shape, *tree)) {
      sink.add(problem.severity, problem.rule, file.path, problem.path, problem.message);
    }
  }
  return sink.take(files);
}

// By file and place, so that findings read from the top of each file to its end.
bool comes_before(const Finding& a, const Finding& b) {
  const TextPosition at_a = a.position.value_or(TextPosition{0, 0});
  const TextPosition at_b = b.position.value_or(TextPosition{0, 0});
  return std::tie(a.file, at_a.line, at_a.column, a.severity, a.rule, a.pointer, a.message) <
         std::tie(b.file, at_b.line, at_b.column, b.severity, b.rule, b.pointer, b.message);
}

// A session whose files are being judged, or are judged and left something to say.
struct Case {
  FoundSession found;
  FileSet files;  // those to judge; gone when nothing was found in them
  Findings findings = {};
  std::vector<DiskQuestion> disk = {};
  size_t sessions = 1;  // a file may hold a list of them
};

// Pure, and the long part of the work: done on any thread.
void read_case(Case& open) {
  Readings readings = open.found.dialect->judge(open.files);
  open.findings = std::move(readings.findings);
  tell_unread(open.found, open.findings);
  if (readings.sessions.empty() && open.findings.empty()) {
    const auto gone = missing_primary(*open.found.dialect, open.found.location, open.files);
    if (gone) {
      open.findings.push_back(*gone);
    } else {
      open.findings = compare_with_nearest(*open.found.dialect, open.files);
    }
  }
  open.sessions = std::max<size_t>(open.sessions, readings.sessions.size());
  for (auto& reading : readings.sessions) {
    std::move(reading.disk.begin(), reading.disk.end(), std::back_inserter(open.disk));
  }
  if (open.findings.empty() && open.disk.empty()) open.files.files = {};
}

// Sessions are read on worker threads while others are still found, and only those with something
// to say keep their texts. Findings are made on this thread, in the order of the sessions.
class FileJudge {
 public:
  FileJudge(Context& context, DialectChoice choice)
      : context_(context), choice_(choice), here_(real_here(context)) {}

  // A file that belongs to several sessions is judged once, unless it is small.
  Status add(FoundSession found) {
    auto& dialects = judged_.dialects;
    if (std::find(dialects.begin(), dialects.end(), found.dialect) == dialects.end()) {
      dialects.push_back(found.dialect);
    }
    FileSet files;
    for (auto& file : found.files.files) {
      const std::string path = shown(found, file.path);
      const bool is_new = seen_.insert(path).second;
      if (is_new) judged_.files.push_back({path, found.dialect->name()});
      if (is_new || file.text.size() <= kReadOnce) files.files.push_back(std::move(file));
    }
    found.files.files = {};
    for (const auto& error : found.unread) {
      const std::string path = shown(found, error.subject);
      if (seen_.insert(path).second) judged_.files.push_back({path, found.dialect->name()});
    }
    Case& open = cases_.emplace_back(Case{std::move(found), std::move(files)});
    if (readers_.full()) readers_.take();
    readers_.add(&open);
    return success();
  }

  // For one of several paths: the others are judged all the same.
  void add_failure(const Error& error, const std::string& path) {
    Finding finding;
    finding.rule = error.code == ErrorCode::kInvalid ? kUnrecognisedRule : kUnreadableRule;
    finding.message = error.message;
    finding.file = path;
    finding.next = error.next;
    findings_.push_back(std::move(finding));
  }

  Judged take() {
    while (!readers_.empty()) readers_.take();
    for (auto& open : cases_) close(open);
    std::stable_sort(findings_.begin(), findings_.end(), comes_before);
    findings_.erase(std::unique(findings_.begin(), findings_.end()), findings_.end());
    judged_.findings = std::move(findings_);
    std::sort(judged_.files.begin(), judged_.files.end(),
              [](const JudgedFile& a, const JudgedFile& b) { return a.path < b.path; });
    return std::move(judged_);
  }

 private:
  void close(Case& open) {
    judged_.sessions += open.sessions;
    if (!open.disk.empty()) answer_disk(open);
    for (auto& finding : open.findings) add_finding(std::move(finding), open.found, open.files);
  }

  // Only questions whose answer is no become findings, and only those are located in the text.
  void answer_disk(Case& open) {
    DiskAnswers disk(context_, open.found);
    std::map<std::string, Result<LocatedTree>> located;  // only of files that are asked about
    for (auto& question : open.disk) {
      if (disk.answer(question)) continue;
      Finding& finding = question.finding;
      const NamedFile* file = finding.position ? nullptr : open.files.find(finding.file);
      if (file != nullptr && !finding.pointer.empty()) {
        auto known = located.find(file->path);
        if (known == located.end()) {
          known = located.emplace(file->path, locate_document(file->path, file->text)).first;
        }
        if (known->second) finding.position = find_pointer(*known->second, finding.pointer);
      }
      open.findings.push_back(std::move(finding));
    }
  }

  // Findings of a dialect know file names within their folder; here they get the path that the
  // person would type, also in the command that is suggested.
  void add_finding(Finding finding, const FoundSession& found, const FileSet& files) {
    if (!finding.position) finding.position = take_position(finding.message);
    const bool was_read = files.find(finding.file) != nullptr;
    if (!finding.position && was_read) finding.position = TextPosition{};
    const std::string path = shown(found, finding.file);
    // The dialect knows its files by their names within the folder only.
    std::vector<std::string> names = found.location.files;
    names.push_back(finding.file);
    for (const auto& name : names) {
      if (!finding.next.starts_with("clew ") || !finding.next.ends_with(" " + name)) continue;
      finding.next.replace(finding.next.size() - name.size(), name.size(),
                           shell_word(shown(found, name)));
      break;
    }
    // A rule's own words do not know the file at all.
    constexpr std::string_view kAnyPath = " PATH";
    if (finding.next.ends_with(kAnyPath)) {
      finding.next.replace(
          finding.next.size() - kAnyPath.size() + 1, std::string::npos,
          shell_word(was_read
                         ? path
                         : shown_path(here_, parent_of(join_path(found.folder, finding.file)))));
    }
    // A file that is taken for this dialect's because somebody said so is so to every verb.
    if (choice_ == DialectChoice::kNamed && finding.next.starts_with("clew repair ")) {
      finding.next += std::string(" --dialect ") + found.dialect->name();
    }
    finding.file = path;
    findings_.push_back(std::move(finding));
  }

  std::string shown(const FoundSession& found, const std::string& file) const {
    return shown_path(here_, join_path(found.folder, file));
  }

  Context& context_;
  DialectChoice choice_;
  std::string here_;
  Judged judged_;
  Findings findings_;
  std::set<std::string> seen_;
  std::deque<Case> cases_;  // a case stays where it is while others come
  // Each leaves what it found in its case. Last: ends before what it works on.
  struct Nothing {};
  WorkAhead<Case*, Nothing> readers_{kMaxUnread, [](Case*& open, Nothing&) { read_case(*open); }};
};

}  // namespace

// With a single path a failure is the answer; with several it is a finding among the others.
Result<Judged> judge_files(Context& context, const Lookup& lookup,
                           const std::vector<std::string>& paths) {
  FileJudge judge(context, lookup.choice);
  for (const auto& path : paths) {
    const Status found = visit_dialect_files(
        context, lookup, path, [&](FoundSession each) { return judge.add(std::move(each)); });
    if (found) continue;
    if (paths.size() == 1) return found.error();
    judge.add_failure(found.error(), path);
  }
  return judge.take();
}

}  // namespace clew
