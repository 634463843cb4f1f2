#include "command/admin/trust_store.h"

#include <fmt/format.h>

#include "base/shell_word.h"
#include "base/text.h"
#include "brief/standing.h"
#include "engine/confirm.h"
#include "engine/context.h"
#include "files/relative_path.h"
#include "project/trusted_stores.h"
#include "store/store_factory.h"

namespace clew {
namespace {

TrustedStores trusted_stores(Workspace& workspace) {
  const Surroundings& around = workspace.surroundings();
  return {workspace.files(), around.state_folder, around.user};
}

// The folder that was named, or the nearest from here up that has a store.
Result<std::string> folder_of(Workspace& workspace, const std::string& named) {
  if (!named.empty()) return caller_path(workspace, named);
  for (std::string folder = workspace.surroundings().cwd; folder.size() > 1;
       folder = parent_of(folder)) {
    const std::string store = join_path(join_path(folder, kProjectFolder), kProjectStore);
    if (workspace.files().info(store)) return folder;
  }
  return make_error(ErrorCode::kNotFound, "there is no .clew/store.db here or above",
                    workspace.surroundings().cwd, "clew init");
}

Answer list_trusted(Workspace& workspace) {
  TrustedStores stores = trusted_stores(workspace);
  Answer answer;
  Value list = Value::list();
  for (const TrustedStore& each : stores.list()) {
    const auto facts = stores.look_at(parent_of(parent_of(each.path)));
    const auto against =
        facts ? stores.reason_against(*facts) : std::optional<std::string>("it is gone");
    Value item = Value::object();
    item.set("store", each.path);
    item.set("owner", each.owner);
    item.set("trusted", !against.has_value());
    if (against) item.set("reason", *against);
    list.push(std::move(item));
    answer.text +=
        fmt::format("{}{}{}", answer.text.empty() ? "" : "\n", visible(one_line(each.path)),
                    against ? fmt::format("  not trusted: {}", *against) : "");
  }
  if (answer.text.empty()) answer.text = "No trusted stores.";
  answer.data.set("stores", std::move(list));
  return answer;
}

struct StoreCounts {
  int64_t sessions = 0;
  int64_t events = 0;
};

// Numbers only: no text of a store that is not trusted is shown.
Result<StoreCounts> count_in(Workspace& workspace, const std::string& path) {
  StoreLocation location;
  location.address = path;
  CLEW_ASSIGN(const auto store, workspace.surroundings().stores->open(location, StoreOptions{}));
  CLEW_ASSIGN(const VerifyReport report, store->verify(std::nullopt));
  if (!report.problems.empty()) {
    return make_error(ErrorCode::kCorrupt, "this store is damaged, or was tampered with", path,
                      fmt::format("clew verify --all --store {}", shell_word(path)));
  }
  return StoreCounts{static_cast<int64_t>(report.sessions), static_cast<int64_t>(report.events)};
}

Status check_owner(Workspace& workspace, const ProjectStoreFacts& facts,
                   const TrustRequest& request) {
  const uint32_t expected = request.owner.value_or(workspace.surroundings().user);
  if (facts.owner == expected) return success();
  return make_error(ErrorCode::kNotAllowed,
                    fmt::format("this store belongs to user {}, not to {}", facts.owner, expected),
                    facts.path, fmt::format("clew trust --owner {}", facts.owner));
}

Answer trusted_answer(const ProjectStoreFacts& facts, bool changed) {
  Answer answer;
  answer.data.set("store", facts.path);
  answer.data.set("owner", facts.owner);
  answer.data.set("trusted", true);
  answer.data.set("changed", changed);
  answer.text = fmt::format("{} {}", visible(one_line(facts.path)),
                            changed ? "is trusted from now on" : "is already trusted");
  return answer;
}

Result<Answer> stop_trusting(Workspace& workspace, const std::string& path) {
  CLEW_TRY(trusted_stores(workspace).remove(path));
  Answer answer;
  answer.data.set("store", path);
  answer.data.set("trusted", false);
  answer.data.set("changed", true);
  answer.text =
      fmt::format("{} is no longer trusted; its files are untouched", visible(one_line(path)));
  return answer;
}

}  // namespace

Result<Answer> trust_store(Workspace& workspace, const TrustRequest& request) {
  if (request.list) return list_trusted(workspace);
  CLEW_ASSIGN(const std::string folder, folder_of(workspace, request.folder));
  TrustedStores stores = trusted_stores(workspace);
  auto facts = stores.look_at(folder);
  if (request.remove) {
    const std::string path = join_path(join_path(folder, kProjectFolder), kProjectStore);
    return stop_trusting(workspace, facts ? facts->path : path);
  }
  if (!facts) return facts.error();
  if (!stores.reason_against(*facts)) return trusted_answer(*facts, false);
  CLEW_TRY(check_can_be_trusted(*facts));
  CLEW_TRY(check_owner(workspace, *facts, request));
  CLEW_ASSIGN(const StoreCounts counts, count_in(workspace, facts->path));
  const std::string question = fmt::format(
      "{} (owner {}, folder {:04o}, store {:04o}, {}, {} events) was not created here by clew "
      "init. "
      "Let it brief agents and record their work?",
      visible(one_line(facts->path)), facts->owner, facts->folder_mode, facts->store_mode,
      counted(static_cast<size_t>(counts.sessions), "session", "sessions"), counts.events);
  const std::string owner = request.owner ? fmt::format(" --owner {}", *request.owner) : "";
  CLEW_TRY(agree(workspace, question, facts->path,
                 fmt::format("clew trust {}{}", shell_word(folder), owner)));
  CLEW_TRY(stores.add(folder, to_hex(workspace.random(16))));
  Answer answer = trusted_answer(*facts, true);
  answer.data.set("sessions", counts.sessions);
  answer.data.set("events", counts.events);
  return answer;
}

}  // namespace clew
