#include "command/plan/evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "command/plan/output_metrics.h"
#include "document/json/json.h"
#include "document/json/typed_text.h"
#include "document/yaml/yaml.h"
#include "files/whole_file.h"
#include "secrets/find_secrets.h"

namespace clew {
namespace {

constexpr size_t kMaxQuoted = 120;
constexpr size_t kMaxListed = 5;

void put(Evidence& evidence, std::string name, Value value, EvidenceSource source) {
  std::erase_if(evidence.items, [&](const EvidenceItem& item) { return item.name == name; });
  evidence.items.push_back({std::move(name), std::move(value), source});
}

// Adds what was printed for the field; says it when the lines leave a choice.
void put_measured(const Gate& gate, const GateField& wanted, const PrintedText& printed,
                  Evidence& evidence, std::vector<std::string>& remarks) {
  const MeasuredValues measured = find_measured(printed, wanted.name);
  if (!measured.doubtful.empty()) {
    remarks.push_back(fmt::format("{} was not measured: \"{}\" is ambiguous", wanted.name,
                                  cut(one_line(without_secrets(measured.doubtful)), kMaxQuoted)));
    return;
  }
  Value value = least_favourable(gate, wanted, measured.values);
  if (measured.values.size() > 1) {
    std::vector<std::string> texts;
    for (size_t i = 0; i < std::min(measured.values.size(), kMaxListed); ++i) {
      texts.push_back(to_text(measured.values[i]));
    }
    if (measured.values.size() > kMaxListed) texts.emplace_back("…");
    remarks.push_back(fmt::format("{} was printed as {}: {}", wanted.name, fmt::join(texts, ", "),
                                  value.is_null()
                                      ? "no value was measured"
                                      : fmt::format("the gate uses {}", to_text(value))));
  }
  if (!value.is_null()) put(evidence, wanted.name, std::move(value), EvidenceSource::kMeasured);
}

// What is kept of what a program printed: whole lines, without secrets. The kinds of those go to
// `kinds`, each once.
std::string output_to_keep(const BoundedText& printed, std::vector<std::string>& kinds) {
  const std::string text = printed.whole_lines();
  const auto findings = find_secrets(text);
  for (const auto& finding : findings) {
    if (std::find(kinds.begin(), kinds.end(), finding.kind) == kinds.end()) {
      kinds.emplace_back(finding.kind);
    }
  }
  return without_secrets(text, findings);
}

}  // namespace

Result<Evidence> read_evidence(Workspace& workspace, const EvidenceWords& words) {
  Evidence evidence;
  if (!words.file.empty()) {
    CLEW_ASSIGN(const Bytes text, read_whole_file(workspace.files(), words.file));
    workspace.count_as_request(text);
    CLEW_ASSIGN(const Value document, parse_document(text, words.file));
    if (!document.is_object()) {
      return make_error(ErrorCode::kInvalid,
                        "evidence must be one object with a name for each value", words.file);
    }
    for (const auto& [name, value] : document.as_object()) {
      put(evidence, name, value, EvidenceSource::kClaimed);
    }
  }
  // What is typed goes before what a file says; of two that are typed nobody knows which is meant.
  std::set<std::string> typed_names;
  const auto check_new = [&](const std::string& name) -> Status {
    if (typed_names.insert(name).second) return success();
    return make_error(ErrorCode::kUsage, fmt::format("{} is given twice", name), name,
                      fmt::format("clew done {}=…", name));
  };
  for (const auto& text : words.json) {
    CLEW_ASSIGN(const auto pair, split_pair(text));
    CLEW_TRY(check_new(pair.first));
    auto value = parse_json(pair.second);
    if (!value) {
      return make_error(
          ErrorCode::kUsage,
          fmt::format("the value of {} is not JSON: {}", pair.first, value.error().message),
          pair.first, fmt::format("--evidence '{}=\"text\"'", pair.first));
    }
    put(evidence, pair.first, *value, EvidenceSource::kClaimed);
  }
  for (const auto& text : words.pairs) {
    CLEW_ASSIGN(const auto pair, split_pair(text));
    CLEW_TRY(check_new(pair.first));
    put(evidence, pair.first, typed(pair.second), EvidenceSource::kClaimed);
  }
  return evidence;
}

Result<ProcessResult> run_to_measure(const std::vector<std::string>& command,
                                     const std::string& folder) {
  ProcessRequest request;
  request.argv = command;
  request.folder = folder;
  request.input = Input::kInherit;
  request.echo = Echo::kToStderr;
  return run_process(request);
}

std::vector<std::string> take_measured(Workspace& workspace,
                                       const std::vector<std::string>& command,
                                       const ProcessResult& result, const Gate* gate,
                                       Evidence& evidence) {
  const auto* exited = std::get_if<Exited>(&result.end);
  const auto* signalled = std::get_if<Signalled>(&result.end);
  // As a shell tells it.
  const int exit_code = exited != nullptr      ? exited->code
                        : signalled != nullptr ? 128 + signalled->signal
                                               : 1;
  // The terminal has shown all of it and the gate reads all of it; the store gets it redacted.
  std::vector<std::string> kinds;
  std::string output = output_to_keep(result.output, kinds);
  output += output_to_keep(result.errors, kinds);
  const Hash hash = sha256(output);
  Blob blob{hash, std::move(output)};
  evidence.measurement = Measurement{command, exit_code, result.duration, blob.hash,
                                     signalled == nullptr ? "" : signal_name(signalled->signal)};
  workspace.keep_blob(std::move(blob));
  std::vector<std::string> remarks;
  if (!kinds.empty()) {
    remarks.push_back(
        fmt::format("redacted in the output that was kept: {}", fmt::join(kinds, ", ")));
  }
  if (gate == nullptr) return remarks;
  const std::string stdout_text = result.output.text();
  const std::string stderr_text = result.errors.text();
  const PrintedText printed{stdout_text, stderr_text};
  for (const auto& wanted : gate->required) {
    if (wanted.name == "exit_code") {
      put(evidence, wanted.name, Value(exit_code), EvidenceSource::kMeasured);
    } else if (wanted.name == "duration_ms") {
      put(evidence, wanted.name, Value(result.duration.ms), EvidenceSource::kMeasured);
    } else {
      put_measured(*gate, wanted, printed, evidence, remarks);
    }
  }
  return remarks;
}

}  // namespace clew
