#include "command/evidence.h"

#include <fmt/format.h>

#include <cmath>

#include "command/secret_shapes.h"
#include "dialect/json.h"
#include "dialect/yaml.h"
#include "files/run_process.h"
#include "files/whole_file.h"

namespace clew {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// `name` at `at`, any case, with '_', '-' and ' ' alike.
bool is_named_at(std::string_view output, size_t at, std::string_view name) {
  if (at + name.size() > output.size()) return false;
  const auto fold = [](char c) { return c == '-' || c == ' ' ? '_' : lower(c); };
  for (size_t i = 0; i < name.size(); ++i) {
    if (fold(output[at + i]) != fold(name[i])) return false;
  }
  return true;
}

void put(Evidence& evidence, std::string name, Value value, EvidenceSource source) {
  std::erase_if(evidence.items, [&](const EvidenceItem& item) { return item.name == name; });
  evidence.items.push_back({std::move(name), std::move(value), source});
}

std::string command_text(const std::vector<std::string>& command) {
  return fmt::format("{}", fmt::join(command, " "));
}

}  // namespace

Result<std::pair<std::string, std::string>> split_pair(const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    return make_error(ErrorCode::kUsage, fmt::format("\"{}\" is not of the form NAME=VALUE", text),
                      text, "clew done coverage=83");
  }
  return std::pair(text.substr(0, equals), text.substr(equals + 1));
}

Value typed(const std::string& text) {
  if (text == "true" || text == "false") return Value(text == "true");
  if (text == "null") return Value();
  const bool looks_json = !text.empty() && (text[0] == '"' || text[0] == '[' || text[0] == '{' ||
                                            text[0] == '-' || (text[0] >= '0' && text[0] <= '9'));
  if (looks_json) {
    auto parsed = parse_json(text);
    if (parsed) return std::move(*parsed);
  }
  return Value(text);
}

Result<Evidence> read_evidence(Workspace& workspace, const EvidenceWords& words) {
  Evidence evidence;
  if (!words.file.empty()) {
    CLEW_ASSIGN(const Bytes text, read_whole_file(workspace.files(), words.file));
    workspace.count_as_request(text);
    CLEW_ASSIGN(const Value document, parse_document(text, words.file));
    if (!document.is_object()) {
      return make_error(ErrorCode::kInvalid, "evidence is one object with a name for each value",
                        words.file);
    }
    for (const auto& [name, value] : document.as_object()) {
      put(evidence, name, value, EvidenceSource::kClaimed);
    }
  }
  for (const auto& text : words.json) {
    CLEW_ASSIGN(const auto pair, split_pair(text));
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
    put(evidence, pair.first, typed(pair.second), EvidenceSource::kClaimed);
  }
  return evidence;
}

Value find_measured(std::string_view output, std::string_view name) {
  Value found;
  for (size_t at = 0; at + name.size() <= output.size(); ++at) {
    if (!is_named_at(output, at, name)) continue;
    if (at > 0 && is_word(output[at - 1])) continue;
    size_t i = at + name.size();
    if (i < output.size() && is_word(output[i])) continue;
    // A few marks may stand between the name and its value: "coverage ....: 83 %", "coverage = 83".
    while (i < output.size() && i < at + name.size() + 40 && !is_word(output[i]) &&
           output[i] != '-' && output[i] != '\n') {
      ++i;
    }
    size_t end = i;
    while (end < output.size() &&
           (is_word(output[end]) || output[end] == '.' || (end == i && output[end] == '-'))) {
      ++end;
    }
    std::string text(output.substr(i, end - i));
    while (!text.empty() && text.back() == '.') text.pop_back();
    Value value = typed(text);
    if (value.is_number() || value.is_bool()) found = std::move(value);
  }
  return found;
}

Status measure(Workspace& workspace, const std::vector<std::string>& command, const Gate* gate,
               Evidence& evidence) {
  ProcessRequest request;
  request.argv = command;
  request.folder = workspace.surroundings().cwd;
  request.input = Input::kInherit;
  request.echo = Echo::kToStderr;
  CLEW_ASSIGN(const ProcessResult result, run_process(request));
  if (std::holds_alternative<Signalled>(result.end)) {
    const int signal = std::get<Signalled>(result.end).signal;
    return make_error(ErrorCode::kFailed,
                      fmt::format("{} was ended by signal {}", command[0], signal),
                      command_text(command), "run it again; nothing was recorded");
  }
  const int exit_code =
      std::holds_alternative<Exited>(result.end) ? std::get<Exited>(result.end).code : 1;
  const std::string output = result.output.text() + result.errors.text();
  Blob blob{sha256(output), output};
  evidence.measurement = Measurement{command, exit_code, result.duration, blob.hash};
  workspace.keep_blob(std::move(blob));
  if (gate == nullptr) return success();
  for (const auto& wanted : gate->required) {
    Value value =
        wanted.name == "exit_code" ? Value(exit_code) : find_measured(output, wanted.name);
    if (wanted.name == "duration_ms") value = Value(result.duration.ms);
    if (!value.is_null()) put(evidence, wanted.name, std::move(value), EvidenceSource::kMeasured);
  }
  return success();
}

}  // namespace clew
