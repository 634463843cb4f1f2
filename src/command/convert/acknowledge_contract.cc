#include "command/convert/acknowledge_contract.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/shell_word.h"
#include "command/convert/contract_desk.h"
#include "engine/idempotency.h"
#include "files/relative_path.h"

namespace clew {
namespace {

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

std::string version_words(const Contract& contract) {
  return fmt::format("{} version {}", contract.shown, contract_version(contract.text));
}

// The file for all agents holds the latest only: what another has said there, and nowhere else, is
// kept as that agent's own before it is replaced.
Status keep_other(const ContractDesk& desk, const Result<std::optional<Acknowledgment>>& latest,
                  const std::string& agent) {
  if (!latest || !*latest || (*latest)->agent == agent) return success();
  const std::string path = acknowledgment_path((*latest)->agent);
  const auto own = desk.read(path);
  if (!own || *own) return success();
  return desk.write(path, render_acknowledgment(**latest));
}

// What has to be said again to speak of the same folder and document.
std::string place_words(const ContractRequest& request) {
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
  CLEW_ASSIGN(const ContractDesk desk, ContractDesk::open(workspace, request));
  Answer answer;
  answer.data = desk.fields();
  answer.text = fmt::format("{}\nSHA-256  {}", version_words(desk.contract()),
                            contract_checksum(desk.contract().text));
  return answer;
}

Result<Answer> acknowledge_contract(Workspace& workspace, const ContractRequest& request) {
  CLEW_ASSIGN(const ContractDesk desk, ContractDesk::open(workspace, request));
  const std::string& agent = workspace.caller().actor.text;
  const Contract& contract = desk.contract();
  const KeyedAnswer key(workspace, {desk.folder(), contract.text, agent});
  CLEW_ASSIGN(const auto seen, key.find());
  if (seen) return *seen;
  // A record that cannot be read is replaced: that is what its own refusal advises.
  const auto own = desk.read(acknowledgment_path(agent));
  const bool stands =
      own && *own && judge(*own, contract.text) == AcknowledgmentState::kAcknowledged;
  const auto latest = desk.read(kLatestAcknowledgment);
  const bool is_new = !stands || !latest || !*latest;
  const Acknowledgment said = stands ? **own : acknowledge(contract.text, agent, workspace.now());
  if (is_new) {
    // The agent's own first: it is the one that verify looks at.
    if (!stands) CLEW_TRY(desk.write(acknowledgment_path(agent), render_acknowledgment(said)));
    CLEW_TRY(keep_other(desk, latest, agent));
    CLEW_TRY(desk.write(kLatestAcknowledgment, render_acknowledgment(said)));
  }
  Answer answer;
  answer.data = desk.fields();
  answer.data.set("changed", is_new);
  answer.data.set("acknowledgment", fields_of(said));
  Value files = Value::list();
  for (const auto& path : {acknowledgment_path(agent), std::string(kLatestAcknowledgment)}) {
    files.push(join_path(desk.folder(), path));
  }
  answer.data.set("files", std::move(files));
  answer.text = fmt::format("{} {} {}", said.agent, stands ? "has acknowledged" : "acknowledges",
                            version_words(contract));
  if (stands) answer.text += fmt::format(", on {}", said.date);
  if (is_new) answer.text += "\nwritten " + desk.shown(acknowledgment_path(agent));
  CLEW_TRY(key.keep_alone(answer));
  return answer;
}

Result<Answer> verify_contract(Workspace& workspace, const ContractRequest& request) {
  CLEW_ASSIGN(const ContractDesk desk, ContractDesk::open(workspace, request));
  const std::string& agent = workspace.caller().actor.text;
  CLEW_ASSIGN(const auto said, desk.acknowledgment_of(agent));
  const AcknowledgmentState state = judge(said, desk.contract().text);
  Answer answer;
  answer.data = desk.fields();
  answer.data.set("agent", agent);
  answer.data.set("state", state_word(state));
  answer.data.set("acknowledgment", said ? fields_of(*said) : Value());
  const std::string again =
      "clew contract ack" + as_words(agent, workspace.surroundings()) + place_words(request);
  switch (state) {
    case AcknowledgmentState::kAcknowledged:
      answer.text = fmt::format("{} acknowledged {} on {}", agent, version_words(desk.contract()),
                                said->date);
      break;
    case AcknowledgmentState::kRequiredAgain:
      answer.refusal =
          make_error(ErrorCode::kInvalid,
                     fmt::format("{}: {} has changed since {} acknowledged it on {}",
                                 to_words(state), desk.contract().shown, agent, said->date),
                     desk.contract().shown, again);
      break;
    case AcknowledgmentState::kMissing:
      answer.refusal = make_error(ErrorCode::kInvalid,
                                  fmt::format("acknowledgment required: {} has not acknowledged {}",
                                              agent, version_words(desk.contract())),
                                  desk.contract().shown, again);
      break;
  }
  return answer;
}

Result<Answer> list_acknowledgments(Workspace& workspace, const ContractRequest& request) {
  CLEW_ASSIGN(const ContractDesk desk, ContractDesk::open(workspace, request));
  std::map<std::string, Acknowledgment> said;  // by agent
  std::vector<Error> unreadable;
  std::vector<std::string> paths = desk.own_paths();
  paths.emplace_back(kLatestAcknowledgment);  // last: each agent's own counts
  for (const auto& path : paths) {
    auto read = desk.read(path);
    if (!read) {
      unreadable.push_back(read.error());
    } else if (*read) {
      said.emplace((*read)->agent, **read);
    }
  }
  Answer answer;
  answer.data = desk.fields();
  answer.text = version_words(desk.contract());
  Value agents = Value::list();
  for (const auto& [agent, acknowledgment] : said) {
    const AcknowledgmentState state = judge(acknowledgment, desk.contract().text);
    Value fields = fields_of(acknowledgment);
    fields.set("state", state_word(state));
    agents.push(std::move(fields));
    answer.text += fmt::format("\n{}  {}  version {} on {}", agent, to_words(state),
                               acknowledgment.version, acknowledgment.date);
  }
  if (said.empty()) {
    answer.text += "\nnobody has acknowledged it\nnext  clew contract ack" + place_words(request);
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
