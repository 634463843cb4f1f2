#include "command/convert/contract_desk.h"

#include <fmt/format.h>

#include "dialect/registry.h"
#include "discovery/found_session.h"
#include "engine/context.h"
#include "engine/session_view.h"
#include "files/guarded_file.h"
#include "files/make_folders.h"
#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr const char* kContractName = "session-state-spec.md";

}  // namespace

Result<ContractDesk> ContractDesk::open(Workspace& workspace, const ContractRequest& request) {
  CLEW_ASSIGN(const Dialect* feature, dialect_named("feature"));
  ContractDesk desk(workspace, view_folder(workspace, *feature, request.dir));
  CLEW_TRY(desk.find_contract(request.contract));
  return desk;
}

Result<std::optional<Acknowledgment>> ContractDesk::acknowledgment_of(
    const std::string& agent) const {
  CLEW_ASSIGN(const auto own, read(acknowledgment_path(agent)));
  if (own) return own;
  // Other programs keep only the latest of all.
  auto latest = read(kLatestAcknowledgment);
  if (!latest || !*latest || (*latest)->agent != agent) return std::optional<Acknowledgment>();
  return latest;
}

Result<std::optional<Acknowledgment>> ContractDesk::read(const std::string& path) const {
  const auto folder = files().open_folder(folder_);
  if (!folder) return std::optional<Acknowledgment>();
  const auto text = read_whole_file(**folder, path);
  if (!text && text.error().code == ErrorCode::kNotFound) return std::optional<Acknowledgment>();
  if (!text) return text.error();
  auto parsed = parse_acknowledgment(*text);
  if (parsed) return std::optional(std::move(*parsed));
  Error error = parsed.error();
  error.subject = shown(path);
  return error;
}

std::vector<std::string> ContractDesk::own_paths() const {
  const std::string name = parent_of(acknowledgment_path("x"));
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

Status ContractDesk::write(const std::string& path, const std::string& text) const {
  const std::string whole = join_path(folder_, path);
  CLEW_ASSIGN(const auto folder, make_folders(files(), parent_of(whole)));
  return replace_guarded(workspace_->files(), workspace_->surroundings().cache_folder, *folder,
                         last_part_of(whole), text);
}

std::string ContractDesk::shown(const std::string& path) const {
  return shown_path(workspace_->surroundings().cwd, join_path(folder_, path));
}

Value ContractDesk::fields() const {
  Value document = Value::object();
  document.set("path", contract_.path);
  document.set("version", contract_version(contract_.text));
  document.set("sha256", contract_checksum(contract_.text));
  Value data = Value::object();
  data.set("contract", std::move(document));
  data.set("folder", folder_);
  return data;
}

Status ContractDesk::find_contract(const std::string& given) {
  if (!given.empty()) {
    const std::string path = caller_path(*workspace_, given);
    CLEW_ASSIGN(std::string text, read_whole_file(files(), path));
    contract_ = {path, given, std::move(text)};
    return success();
  }
  const std::string above = parent_of(folder_);
  for (const auto& folder : {folder_, above, join_path(above, "docs")}) {
    const std::string path = join_path(folder, kContractName);
    auto text = read_whole_file(files(), path);
    if (!text) {
      if (text.error().code == ErrorCode::kNotFound) continue;
      return text.error();
    }
    contract_ = {path, shown_path(workspace_->surroundings().cwd, path), std::move(*text)};
    return success();
  }
  return make_error(
      ErrorCode::kUsage,
      fmt::format("which document is the contract? --contract PATH says it; there is no {} in {}, "
                  "above it or in docs there",
                  kContractName, folder_),
      "--contract", "clew contract show --contract PATH");
}

}  // namespace clew
