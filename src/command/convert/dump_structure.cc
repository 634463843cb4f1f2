#include "command/convert/dump_structure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/shell_word.h"
#include "base/text.h"
#include "command/convert/checkpoint_symbols.h"
#include "command/convert/export_source.h"
#include "command/convert/take_checkpoint.h"
#include "dialect/local_file.h"
#include "dialect/tree_dialect.h"
#include "discovery/disk_questions.h"
#include "document/finding_text.h"
#include "document/json/json.h"
#include "engine/context.h"
#include "engine/idempotency.h"
#include "engine/reply.h"
#include "engine/transact.h"
#include "engine/work_files/structural_file.h"
#include "files/canonical_path.h"
#include "files/guarded_file.h"
#include "files/machine.h"
#include "files/real_folder.h"
#include "files/relative_path.h"
#include "files/replace_file.h"
#include "files/whole_file.h"
#include "secrets/find_secrets.h"
#include "view/external_id.h"
#include "view/view_record.h"

namespace clew {
namespace {

// The dump as it was typed, into `out`.
std::string typed_dump(const StructuralDumpRequest& request, const std::string& out) {
  std::vector<std::string> words;
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {option, value});
  };
  add("--session-id", request.session_id);
  for (const auto& name : request.scope_subsystem) add("--scope-subsystem", name);
  for (const auto& path : request.scope_file) add("--scope-file", path);
  for (const auto& name : request.symbol) add("--symbol", name);
  add("--symbols", request.symbols);
  for (const auto& text : request.decision) add("--decision", text);
  for (const auto& text : request.question) add("--question", text);
  add("--confidence", request.confidence);
  add("--out", out);
  if (request.append) words.emplace_back("--append");
  if (request.force) words.emplace_back("--force");
  return "clew structural dump" + (words.empty() ? std::string() : " " + shell_words(words));
}

// The same with an option for each thing that the refusal says is lacking.
std::string fuller_dump(const StructuralDumpRequest& request, const std::string& advice) {
  const auto lacks = [&](const char* field) {
    return advice.find(std::string(" structural.") + field + "=") != std::string::npos;
  };
  std::string line = typed_dump(request, request.out);
  if (lacks("scope.subsystems")) line += " --scope-subsystem NAME";
  if (lacks("scope.files")) line += " --scope-file PATH";
  // The rest comes with the files, out of the code index.
  return line;
}

// The present file; an empty set when there is none.
Result<FileSet> read_present(Workspace& workspace, const StructuralFile& path) {
  FileSet present;
  auto text = read_whole_file(workspace.files(), path.whole);
  if (text) {
    present.files.push_back({path.name, std::move(*text)});
  } else if (text.error().code != ErrorCode::kNotFound) {
    return text.error();
  }
  return present;
}

// The session a checkpoint is about: the current one, or nothing when none was meant and none is
// open.
Result<std::optional<Session>> current_session(Workspace& workspace) {
  const auto ref = workspace.find_session(Effect::kReads);
  if (ref) {
    CLEW_ASSIGN(Session session, whole_session(workspace, *ref));
    return std::optional(std::move(session));
  }
  const bool named =
      !workspace.caller().session.empty() || !workspace.surroundings().session.empty();
  if (named || ref.error().code != ErrorCode::kNotFound) return ref.error();
  return std::optional<Session>();
}

// What the file already says of a session, else a session that says nothing.
Session begin(const FileSet& present, const std::string& id, Time now) {
  for (const auto& reading : checkpoint_dialect().read(present).sessions) {
    if (!id.empty() && reading.entry == id) return reading.session;
  }
  Session session;
  session.identity.created_at = now;
  session.steps.emplace_back().status = StepStatus::kActive;
  return session;
}

Result<Value> read_symbols(Workspace& workspace, const std::string& file) {
  Result<std::string> text = file == "-"
                                 ? workspace.read_input()
                                 : read_whole_file(workspace.files(), caller_path(workspace, file));
  if (!text) return text.error();
  if (file != "-") workspace.count_as_request(*text);
  auto parsed = parse_json(*text);
  if (!parsed) {
    return make_error(ErrorCode::kInvalid, parsed.error().message, file, "fix the file");
  }
  if (!parsed->is_object()) {
    return make_error(ErrorCode::kInvalid,
                      "expected one object with symbols, dependencies and structural_version",
                      file);
  }
  static const std::set<std::string> known = {"symbols", "dependencies", "structural_version"};
  for (const auto& [name, unused] : parsed->as_object()) {
    if (known.contains(name)) continue;
    return make_error(
        ErrorCode::kInvalid,
        fmt::format("\"{}\" is not one of {}", visible(cut(name, 60)), fmt::join(known, ", ")),
        file);
  }
  return parsed;
}

Status check_text(const char* option, const std::string& text, size_t longest) {
  const std::string shown = visible(cut(one_line(text), 60));
  if (text.find_first_of("\n\r") != std::string::npos) {
    return make_error(ErrorCode::kInvalid, fmt::format("{} has more than one line", option), shown,
                      "write it in one line");
  }
  if (count_characters(text) <= longest) return success();
  return make_error(ErrorCode::kInvalid,
                    fmt::format("{} is longer than {} characters", option, longest), shown,
                    "shorten it");
}

// What the request decides and asks.
Result<CheckpointFacts> given_facts(const StructuralDumpRequest& request) {
  CheckpointFacts facts;
  for (const auto& text : request.decision) {
    const size_t at = text.find("::");
    CheckpointFacts::Choice choice;
    if (at != std::string::npos)
      choice = {one_line(text.substr(0, at)), one_line(text.substr(at + 2))};
    if (choice.decision.empty() || choice.reason.empty()) {
      return make_error(ErrorCode::kUsage, "a decision is written as \"decision::reason\"",
                        visible(cut(one_line(text), 60)), "--decision \"keep it::fan-in is high\"");
    }
    CLEW_TRY(check_text("--decision", choice.decision, kLongestDecision));
    CLEW_TRY(check_text("--decision", choice.reason, kLongestDecision));
    facts.decisions.push_back(std::move(choice));
  }
  for (const auto& text : request.question) {
    if (one_line(text).empty()) {
      return make_error(ErrorCode::kUsage, "a question has no text", "--question",
                        "--question \"is it still needed?\"");
    }
    CLEW_TRY(check_text("--question", text, kLongestQuestion));
    facts.questions.push_back(text);
  }
  return facts;
}

// Where a session that is dumped comes from.
enum class DumpedFrom { kStore, kFile };

// Fills a checkpoint: what the request says, and the code index where nobody handed in symbols.
class CheckpointFiller {
 public:
  CheckpointFiller(Workspace& workspace, const StructuralDumpRequest& request, DumpedFrom from)
      : workspace_(workspace), request_(request), from_(from) {}

  // `present`: what the session says so far.
  Status fill(const std::vector<Attribute>& present, std::vector<Attribute>& attributes) {
    const auto set = [&](const char* name, Value value) {
      set_attribute(attributes, std::string("structural.") + name, std::move(value));
    };
    const auto find = [&](const char* name) {
      const std::string key = std::string("structural.") + name;
      const Value* found = find_attribute(attributes, key);
      if (found == nullptr) found = find_attribute(present, key);
      return found == nullptr ? Value() : *found;
    };
    if (!request_.scope_subsystem.empty()) set("scope.subsystems", texts(request_.scope_subsystem));
    const Value scope_before = find("scope.files");
    if (!request_.scope_file.empty()) set("scope.files", texts(request_.scope_file));
    const bool is_other_scope =
        !scope_before.as_list().empty() && !(find("scope.files") == scope_before);
    if (!request_.confidence.empty()) set("confidence", request_.confidence);
    if (find("confidence").is_null()) set("confidence", "medium");
    if (!request_.symbols.empty()) {
      CLEW_ASSIGN(const Value reported, read_symbols(workspace_, request_.symbols));
      for (const auto& [name, value] : reported.as_object()) set(name.c_str(), value);
      return success();
    }
    const Value files = find("scope.files");
    const bool stay = !is_other_scope && is_handed_in(find("structural_version"), find("symbols"));
    if (files.as_list().empty() || stay) return success();
    CheckpointScope scope{{}, request_.symbol, "clew code show"};
    for (const auto& path : files.as_list()) scope.files.push_back(path.as_string());
    CLEW_ASSIGN(CheckpointCode code, look_up_code(workspace_, scope));
    left_out_ = std::move(code.left_out);
    if (code.symbols.as_object().empty()) return no_symbols(scope.files);
    set("structural_version", code.version);
    set("symbols", std::move(code.symbols));
    set("dependencies", std::move(code.dependencies));
    return success();
  }

  // A warning for each symbol that has no place in a checkpoint.
  std::string warnings() const {
    std::string text;
    for (const auto& name : left_out_) {
      text +=
          fmt::format("{}warning: {} is left out: its name or path is too long for a checkpoint",
                      text.empty() ? "" : "\n", visible(cut(one_line(name), 60)));
    }
    return text;
  }

 private:
  // Symbols that somebody took from another index, with its version. They are those of their scope:
  // of another one they say nothing.
  bool is_handed_in(const Value& version, const Value& symbols) const {
    if (!request_.symbol.empty() || version.as_string().empty()) return false;
    if (is_own_version(version.as_string()) || symbols.as_object().empty()) return false;
    return from_ == DumpedFrom::kStore || request_.scope_file.empty();
  }

  Error no_symbols(const std::vector<std::string>& files) const {
    return make_error(ErrorCode::kInvalid,
                      fmt::format("the code index has no definitions in {}",
                                  visible(fmt::format("{}", fmt::join(files, ", ")))),
                      "--scope-file", typed_dump(request_, request_.out) + " --symbol NAME");
  }

  Workspace& workspace_;
  const StructuralDumpRequest& request_;
  DumpedFrom from_;
  std::vector<std::string> left_out_;
};

// As the log would keep it.
void hide_secrets(CheckpointFacts& facts) {
  for (auto& each : facts.decisions) {
    each = {without_secrets(each.decision), without_secrets(each.reason)};
  }
  for (auto& each : facts.questions) each = without_secrets(each);
}

bool is_forced(const StructuralDumpRequest& request) { return request.force && !request.append; }

// Of a session of the store: one that the file has not given to another. Of none: the file's own.
std::string new_id(const Session& session, const FileSet& present, Time now) {
  const bool may_be_there = session.identity.id.empty();
  const auto there = checkpoint_dialect().read(present).sessions;
  for (uint32_t attempt = 0;; ++attempt) {
    std::string id = checkpoint_dialect().make_id(session, entry_seed(session, now, attempt));
    const bool is_taken = std::any_of(there.begin(), there.end(),
                                      [&](const Reading& each) { return each.entry == id; });
    if (may_be_there || !is_taken) return id;
  }
}

struct ToTell {
  Session session;
  std::string warnings;
};

Result<ToTell> session_to_tell(Workspace& workspace, const StructuralDumpRequest& request,
                               const CheckpointFacts& facts, const StructuralFile& path) {
  CLEW_ASSIGN(FileSet present, read_present(workspace, path));
  if (is_forced(request)) present = FileSet();
  CLEW_ASSIGN(auto current, current_session(workspace));
  const DumpedFrom from = current ? DumpedFrom::kStore : DumpedFrom::kFile;
  ToTell out{current ? std::move(*current) : begin(present, request.session_id, workspace.now()),
             {}};
  Session& session = out.session;
  Step& root = session.steps.front();
  CheckpointFiller filler(workspace, request, from);
  const std::vector<Attribute> before = root.attributes;
  CLEW_TRY(filler.fill(before, root.attributes));
  out.warnings = filler.warnings();
  add_facts(facts, workspace.now(), session);
  session.last_activity = workspace.now();
  std::string id = request.session_id;
  if (id.empty()) {
    CLEW_ASSIGN(const auto known, known_entry(workspace.store(), session, checkpoint_dialect()));
    id = known ? *known : new_id(session, present, workspace.now());
  }
  set_external_id(root, checkpoint_dialect().name(), id);
  checkpoint_dialect().local_file()->move_to_file(session, id, path.name);
  return out;
}

Result<NamedFile> tell(const Session& session, const FileSet& present,
                       const StructuralDumpRequest& request) {
  auto reported = checkpoint_dialect().write(session, present);
  if (reported) return reported->files.front();
  Error error = reported.error();
  if (error.next.starts_with("clew set ")) error.next = fuller_dump(request, error.next);
  return error;
}

// The file as it is to be; never one that is no checkpoint, whatever stands there now.
Result<NamedFile> tell_into(const Session& session, const FileSet& present,
                            const StructuralDumpRequest& request, const StructuralFile& path) {
  CLEW_ASSIGN(NamedFile file, tell(session, present, request));
  std::vector<std::string> wrong;
  for (const auto& finding : checkpoint_dialect().read(FileSet{{file}}).findings) {
    if (finding.severity == Severity::kError) wrong.push_back(finding_message(finding));
  }
  if (wrong.empty()) return file;
  const std::string_view usual = checkpoint_dialect().local_file()->default_file();
  const size_t most = std::min<size_t>(wrong.size(), 5);
  const std::string more =
      wrong.size() > most ? fmt::format("; and {} more", wrong.size() - most) : "";
  wrong.resize(most);
  return make_error(
      ErrorCode::kInvalid,
      fmt::format("{} is not a valid structural checkpoint; nothing was written to it: {}{}",
                  path.shown, fmt::join(wrong, "; "), more),
      path.shown,
      fmt::format("{}      or  clew validate {}", typed_dump(request, std::string(usual)),
                  shell_word(path.shown)));
}

// The session whose view this very file is, when the dump is about that session: then the file is
// the session's to write, and what is dumped is recorded.
Result<std::optional<SessionId>> owner_of_file(Workspace& workspace,
                                               const StructuralDumpRequest& request,
                                               const StructuralFile& path) {
  const auto ref = workspace.find_session(Effect::kReads);
  if (!ref) return std::optional<SessionId>();
  CLEW_ASSIGN(const auto view, load_view(workspace.store(), ref->id));
  if (!view || view->dialect != checkpoint_dialect().name()) return std::optional<SessionId>();
  const bool is_other = !request.session_id.empty() && request.session_id != view->entry;
  const std::string folder = canonical_path(workspace.files(), path.folder);
  const std::string shown_in = canonical_path(workspace.files(), view->folder);
  const auto is_here = [&](const ViewFile& file) {
    return join_path(shown_in, file.path) == join_path(folder, path.name);
  };
  const bool is_own = std::any_of(view->files.begin(), view->files.end(), is_here);
  return is_own && !is_other ? std::optional(ref->id) : std::nullopt;
}

// A session of the store is called the same from now on: by its next dump, and by its view.
Status remember_id(Workspace& workspace, const Session& session, const std::string& id,
                   const std::string& folder) {
  if (session.identity.id.empty()) return success();
  CLEW_ASSIGN(const auto view, load_view(workspace.store(), session.identity.id));
  const bool is_shown = view && view->dialect == checkpoint_dialect().name();
  if (is_shown) return success();
  return transact(workspace, workspace.write_deadline(), [&](Transaction& transaction) {
    return keep_entry(transaction, session.identity.id, checkpoint_dialect().name(), id, folder);
  });
}

Answer answer_dump(Workspace& workspace, const std::string& id, const StructuralFile& path,
                   const NamedFile& file) {
  Readings readings = checkpoint_dialect().read(FileSet{{file}});
  // Of the others in the file, that is for who wrote them.
  std::erase_if(readings.sessions, [&](const Reading& each) { return each.entry != id; });
  tell_disk(workspace,
            {
                &checkpoint_dialect(), path.folder, {id, {path.name}},
                  {}
  },
            readings);
  const Findings& findings = readings.findings;
  const std::optional<bool> ignored = is_ignored(workspace, path);
  Answer answer;
  answer.data.set("changed", true);
  answer.data.set("path", path.whole);
  answer.data.set("session_id", id);
  answer.data.set("git_ignored", ignored ? Value(*ignored) : Value());
  answer.data.set("findings", findings_fields(findings));
  answer.text = fmt::format("{} written to {}", id, path.shown);
  answer.warnings = warning_lines(findings, path);
  const std::string seen = not_ignored_warning(workspace, path);
  if (!seen.empty()) answer.warnings += (answer.warnings.empty() ? "" : "\n") + seen;
  return answer;
}

void add_warnings(Answer& answer, const std::string& lines) {
  if (lines.empty()) return;
  answer.warnings += (answer.warnings.empty() ? "" : "\n") + lines;
}

// Recorded as what the session says of itself; its view writes the file.
Result<Answer> dump_into_view(Workspace& workspace, const StructuralDumpRequest& request,
                              const CheckpointFacts& facts, const SessionId& id,
                              const StructuralFile& path) {
  CLEW_ASSIGN(const Loaded loaded, workspace.load({id, std::nullopt}));
  std::vector<Attribute> attributes;
  CheckpointFiller filler(workspace, request, DumpedFrom::kStore);
  CLEW_TRY(filler.fill(loaded.session.root().attributes, attributes));
  CLEW_TRY(record_facts(workspace, {id, std::nullopt}, facts));
  CLEW_ASSIGN(const Done done, workspace.execute(id, [&](const Session& session) {
    Session reported = session;
    std::vector<Intent> intents;
    for (const auto& attribute : attributes) {
      set_attribute(reported.steps.front().attributes, attribute.key, attribute.value);
      AttributeSet set;
      set.key = attribute.key;
      set.value = attribute.value;
      intents.push_back(RecordFact{set, {}});
    }
    // What the file could not say is not recorded either.
    const auto can_tell = tell(reported, {}, request);
    return can_tell ? Result<std::vector<Intent>>(std::move(intents))
                    : Result<std::vector<Intent>>(can_tell.error());
  }));
  CLEW_ASSIGN(const FileSet present, read_present(workspace, path));
  const std::string* entry = external_id(done.after.root(), checkpoint_dialect().name());
  const NamedFile file = present.files.empty() ? NamedFile{path.name, {}} : present.files.front();
  Answer answer = answer_dump(workspace, entry == nullptr ? std::string() : *entry, path, file);
  answer.data.set("changed", done.changed);
  answer.data.set("session", id.text);
  add_warnings(answer, filler.warnings());
  return with_notices(std::move(answer), done);
}

}  // namespace

Result<Answer> dump_structure(Workspace& workspace, const StructuralDumpRequest& request) {
  if (!request.symbol.empty() && !request.symbols.empty()) {
    return make_error(ErrorCode::kUsage,
                      "--symbol names symbols of the code index, --symbols hands in others",
                      "--symbols", "leave one of them out");
  }
  CLEW_ASSIGN(CheckpointFacts facts, given_facts(request));
  CLEW_ASSIGN(const StructuralFile path, structural_file(workspace, request.out, "--out"));
  CLEW_ASSIGN(const auto owner, owner_of_file(workspace, request, path));
  if (owner) return dump_into_view(workspace, request, facts, *owner, path);
  const KeyedAnswer key(workspace, {path.whole});
  CLEW_ASSIGN(const auto seen, key.find());
  if (seen) return *seen;
  CLEW_ASSIGN(const std::string agreed,
              check_local(workspace, path, typed_dump(request, path.shown)));
  hide_secrets(facts);
  CLEW_ASSIGN(const ToTell to_tell, session_to_tell(workspace, request, facts, path));
  const Session& session = to_tell.session;
  // Refused before anything is recorded and a folder is made.
  CLEW_TRY(tell(session, {}, request));
  if (!session.identity.id.empty()) {
    CLEW_TRY(record_facts(workspace, {session.identity.id, std::nullopt}, facts));
  }
  CLEW_ASSIGN(const auto folder, make_real_folders(workspace.files(), agreed));
  SystemMachine machine;
  CLEW_ASSIGN(const FileLock lock,
              lock_file(workspace.files(), workspace.surroundings().cache_folder, *folder,
                        path.name, machine, kLockDeadline));
  CLEW_ASSIGN(const FileSet present, read_present(workspace, path));
  const bool is_alone = is_forced(request);
  CLEW_ASSIGN(const NamedFile file,
              tell_into(session, is_alone ? FileSet() : present, request, path));
  const Judge keep_anything = [](BytesView) { return true; };
  CLEW_TRY(replace_file(
      *folder, {path.name, file.text, Durability::kDurable, is_alone ? keep_anything : Judge()},
      machine, lock));
  const std::string id = *external_id(session.root(), checkpoint_dialect().name());
  CLEW_TRY(remember_id(workspace, session, id, folder->path()));
  Answer answer = answer_dump(workspace, id, path, file);
  add_warnings(answer, to_tell.warnings);
  CLEW_TRY(key.keep_alone(answer));
  return answer;
}

}  // namespace clew
