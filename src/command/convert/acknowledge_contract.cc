#include "command/convert/acknowledge_contract.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/shell_word.h"
#include "dialect/agent_contract.h"
#include "dialect/registry.h"
#include "discovery/found_session.h"
#include "engine/idempotency.h"
#include "engine/session_view.h"
#include "files/guarded_file.h"
#include "files/real_folder.h"
#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

struct Contract {
  std::string path;   // absolute
  std::string shown;  // as a person here would name it
  std::string text;
};

// The document, and the folder with what agents have said of it.
class ContractFiles {
 public:
  static Result<ContractFiles> open(Workspace& workspace, const ContractRequest& request);

  const AgentContract& format() const { return *format_; }
  const Contract& contract() const { return contract_; }
  const std::string& folder() const { return folder_; }

  // What one agent said last. A file in the place of a record, but none, is kInvalid.
  Result<std::optional<Acknowledgment>> acknowledgment_of(const std::string& agent) const;
  Result<std::optional<Acknowledgment>> read(const std::string& path) const;
  // The names in the folder of all agents' own.
  std::vector<std::string> own_paths() const;
  Status write(const std::string& path, const std::string& text) const;
  std::string shown(const std::string& path) const;
  Value fields() const;

 private:
  ContractFiles(Workspace& workspace, const AgentContract& format, std::string folder)
      : workspace_(&workspace), format_(&format), folder_(std::move(folder)) {}

  FileSystem& files() const { return workspace_->files(); }
  Status find_contract(const std::string& given);

  Workspace* workspace_;
  const AgentContract* format_;
  std::string folder_;
  Contract contract_;
};

Result<ContractFiles> ContractFiles::open(Workspace& workspace, const ContractRequest& request) {
  const Dialect& dialect = dialect_with(&Dialect::agent_contract);
  ContractFiles kept(workspace, *dialect.agent_contract(),
                     view_folder(workspace, dialect, request.dir));
  CLEW_TRY(kept.find_contract(request.contract));
  return kept;
}

Result<std::optional<Acknowledgment>> ContractFiles::acknowledgment_of(
    const std::string& agent) const {
  CLEW_ASSIGN(const auto own, read(format_->own_path(agent)));
  if (own) return own;
  // Other programs keep only the latest of all.
  auto latest = read(format_->latest_path());
  if (!latest || !*latest || (*latest)->agent != agent) return std::optional<Acknowledgment>();
  return latest;
}

Result<std::optional<Acknowledgment>> ContractFiles::read(const std::string& path) const {
  const auto folder = files().open_folder(folder_);
  if (!folder) return std::optional<Acknowledgment>();
  const auto text = read_whole_file(**folder, path);
  if (!text && text.error().code == ErrorCode::kNotFound) return std::optional<Acknowledgment>();
  if (!text) return text.error();
  auto parsed = format_->parse(*text);
  if (parsed) return std::optional(std::move(*parsed));
  Error error = parsed.error();
  error.subject = shown(path);
  return error;
}

std::vector<std::string> ContractFiles::own_paths() const {
  const std::string name = parent_of(format_->own_path("x"));
  std::vector<std::string> paths;
  const auto folder = files().open_folder(join_path(folder_, name));
  if (!folder) return paths;
  const auto names = (*folder)->list();
  if (!names) return paths;
  for (const auto& each : *names) {
    if (each.ends_with(".md")) paths.push_back(join_path(name, each));
  }
  return paths;
}

Status ContractFiles::write(const std::string& path, const std::string& text) const {
  const std::string whole = join_path(folder_, path);
  CLEW_ASSIGN(const auto folder, make_real_folders(files(), parent_of(whole)));
  return replace_guarded(workspace_->files(), workspace_->surroundings().cache_folder, *folder,
                         last_part_of(whole), text);
}

std::string ContractFiles::shown(const std::string& path) const {
  return shown_path(workspace_->surroundings().cwd, join_path(folder_, path));
}

Value ContractFiles::fields() const {
  Value document = Value::object();
  document.set("path", contract_.path);
  document.set("version", format_->version(contract_.text));
  document.set("sha256", format_->checksum(contract_.text));
  Value data = Value::object();
  data.set("contract", std::move(document));
  data.set("folder", folder_);
  return data;
}

Status ContractFiles::find_contract(const std::string& given) {
  if (!given.empty()) {
    const std::string path = caller_path(*workspace_, given);
    CLEW_ASSIGN(std::string text, read_whole_file(files(), path));
    contract_ = {path, given, std::move(text)};
    return success();
  }
  const std::string above = parent_of(folder_);
  for (const auto& folder : {folder_, above, join_path(above, "docs")}) {
    const std::string path = join_path(folder, format_->document_name());
    auto text = read_whole_file(files(), path);
    if (!text) {
      if (text.error().code == ErrorCode::kNotFound) continue;
      return text.error();
    }
    contract_ = {path, shown_path(workspace_->surroundings().cwd, path), std::move(*text)};
    return success();
  }
  return make_error(ErrorCode::kUsage,
                    fmt::format("cannot find the contract; name it with --contract PATH: there is "
                                "no {} in {}, above it or in docs there",
                                format_->document_name(), folder_),
                    "--contract", "clew contract show --contract PATH");
}

const char* state_word(AcknowledgmentState state) {
  switch (state) {
    case AcknowledgmentState::kAcknowledged:
      return "acknowledged";
    case AcknowledgmentState::kRequiredAgain:
      return "changed";
    case AcknowledgmentState::kMissing:
      break;
  }
  return "missing";
}

Value fields_of(const Acknowledgment& acknowledgment) {
  Value fields = Value::object();
  fields.set("agent", acknowledgment.agent);
  fields.set("date", acknowledgment.date);
  fields.set("version", acknowledgment.version);
  fields.set("sha256", acknowledgment.checksum);
  return fields;
}

std::string version_words(const ContractFiles& kept) {
  const Contract& contract = kept.contract();
  return fmt::format("{} version {}", contract.shown, kept.format().version(contract.text));
}

// The file for all agents holds the latest only: what another has said there, and nowhere else, is
// kept as that agent's own before it is replaced.
Status keep_other(const ContractFiles& kept, const Result<std::optional<Acknowledgment>>& latest,
                  const std::string& agent) {
  if (!latest || !*latest || (*latest)->agent == agent) return success();
  const std::string path = kept.format().own_path((*latest)->agent);
  const auto own = kept.read(path);
  if (!own || *own) return success();
  return kept.write(path, kept.format().render(**latest));
}

// What has to be said again to speak of the same folder and document.
std::string location_words(const ContractRequest& request) {
  std::string words;
  if (!request.contract.empty()) words += " --contract " + shell_word(request.contract);
  if (!request.dir.empty()) words += " --dir " + shell_word(request.dir);
  return words;
}

// " --as AGENT" for whoever has to say who they are.
std::string as_words(const std::string& agent, const Surroundings& around) {
  const std::string named = around.variable ? around.variable("CLEW_ACTOR") : std::string();
  const bool is_usual = agent == named || (named.empty() && agent.ends_with("@" + around.device));
  return is_usual ? std::string() : " --as " + shell_word(agent);
}

}  // namespace

Result<Answer> show_contract(Workspace& workspace, const ContractRequest& request) {
  CLEW_ASSIGN(const ContractFiles kept, ContractFiles::open(workspace, request));
  Answer answer;
  answer.data = kept.fields();
  answer.text = fmt::format("{}\nSHA-256  {}", version_words(kept),
                            kept.format().checksum(kept.contract().text));
  return answer;
}

Result<Answer> acknowledge_contract(Workspace& workspace, const ContractRequest& request) {
  CLEW_ASSIGN(const ContractFiles kept, ContractFiles::open(workspace, request));
  const std::string& agent = workspace.caller().actor.text;
  const Contract& contract = kept.contract();
  const KeyedAnswer key(workspace, {kept.folder(), contract.text, agent});
  CLEW_ASSIGN(const auto seen, key.find());
  if (seen) return *seen;
  // A record that cannot be read is replaced: that is what its own refusal advises.
  const auto own = kept.read(kept.format().own_path(agent));
  const bool stands =
      own && *own && kept.format().judge(*own, contract.text) == AcknowledgmentState::kAcknowledged;
  const auto latest = kept.read(kept.format().latest_path());
  const bool is_new = !stands || !latest || !*latest;
  const Acknowledgment said =
      stands ? **own : kept.format().acknowledge(contract.text, agent, workspace.now());
  if (is_new) {
    const Dialect& dialect = dialect_with(&Dialect::agent_contract);
    CLEW_ASSIGN(const std::string agreed,
                agreed_view_folder(workspace, dialect, request.dir,
                                   "clew contract ack" + location_words(request)));
    if (agreed != kept.folder()) {
      return make_error(ErrorCode::kConflict, "the folder was replaced in the meantime", agreed);
    }
    // The agent's own first: it is the one that verify looks at.
    if (!stands) CLEW_TRY(kept.write(kept.format().own_path(agent), kept.format().render(said)));
    CLEW_TRY(keep_other(kept, latest, agent));
    CLEW_TRY(kept.write(kept.format().latest_path(), kept.format().render(said)));
  }
  Answer answer;
  answer.data = kept.fields();
  answer.data.set("changed", is_new);
  answer.data.set("acknowledgment", fields_of(said));
  Value files = Value::list();
  for (const auto& path : {kept.format().own_path(agent), kept.format().latest_path()}) {
    files.push(join_path(kept.folder(), path));
  }
  answer.data.set("files", std::move(files));
  answer.text = fmt::format("{} {} {}", said.agent, stands ? "has acknowledged" : "acknowledges",
                            version_words(kept));
  if (stands) answer.text += fmt::format(", on {}", said.date);
  if (is_new) answer.text += "\nwritten " + kept.shown(kept.format().own_path(agent));
  CLEW_TRY(key.keep_alone(answer));
  return answer;
}

Result<Answer> verify_contract(Workspace& workspace, const ContractRequest& request) {
  CLEW_ASSIGN(const ContractFiles kept, ContractFiles::open(workspace, request));
  const std::string& agent = workspace.caller().actor.text;
  CLEW_ASSIGN(const auto said, kept.acknowledgment_of(agent));
  const AcknowledgmentState state = kept.format().judge(said, kept.contract().text);
  Answer answer;
  answer.data = kept.fields();
  answer.data.set("agent", agent);
  answer.data.set("state", state_word(state));
  answer.data.set("acknowledgment", said ? fields_of(*said) : Value());
  const std::string again =
      "clew contract ack" + as_words(agent, workspace.surroundings()) + location_words(request);
  switch (state) {
    case AcknowledgmentState::kAcknowledged:
      answer.text = fmt::format("{} acknowledged {} on {}", agent, version_words(kept), said->date);
      break;
    case AcknowledgmentState::kRequiredAgain:
      answer.refusal = make_error(
          ErrorCode::kInvalid,
          fmt::format("{}: {} has changed since {} acknowledged it on {}",
                      kept.format().to_words(state), kept.contract().shown, agent, said->date),
          kept.contract().shown, again);
      break;
    case AcknowledgmentState::kMissing:
      answer.refusal = make_error(ErrorCode::kInvalid,
                                  fmt::format("acknowledgment required: {} has not acknowledged {}",
                                              agent, version_words(kept)),
                                  kept.contract().shown, again);
      break;
  }
  return answer;
}

Result<Answer> list_acknowledgments(Workspace& workspace, const ContractRequest& request) {
  CLEW_ASSIGN(const ContractFiles kept, ContractFiles::open(workspace, request));
  std::map<std::string, Acknowledgment> said;  // by agent
  std::vector<Error> unreadable;
  std::vector<std::string> paths = kept.own_paths();
  paths.emplace_back(kept.format().latest_path());  // last: each agent's own counts
  for (const auto& path : paths) {
    auto read = kept.read(path);
    if (!read) {
      unreadable.push_back(read.error());
    } else if (*read) {
      said.emplace((*read)->agent, **read);
    }
  }
  Answer answer;
  answer.data = kept.fields();
  answer.text = version_words(kept);
  Value agents = Value::list();
  for (const auto& [agent, acknowledgment] : said) {
    const AcknowledgmentState state = kept.format().judge(acknowledgment, kept.contract().text);
    Value fields = fields_of(acknowledgment);
    fields.set("state", state_word(state));
    agents.push(std::move(fields));
    answer.text += fmt::format("\n{}  {}  version {} on {}", agent, kept.format().to_words(state),
                               acknowledgment.version, acknowledgment.date);
  }
  if (said.empty()) {
    answer.text +=
        "\nnobody has acknowledged it\nnext  clew contract ack" + location_words(request);
  }
  answer.data.set("agents", std::move(agents));
  Value broken = Value::list();
  for (const auto& error : unreadable) {
    Value fields = Value::object();
    fields.set("file", error.subject);
    fields.set("message", error.message);
    broken.push(std::move(fields));
    answer.text += fmt::format("\nwarning: {}: {}", error.subject, error.message);
  }
  answer.data.set("unreadable", std::move(broken));
  return answer;
}

}  // namespace clew
