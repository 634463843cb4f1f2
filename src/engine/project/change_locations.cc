#include "engine/project/change_locations.h"

#include <algorithm>

#include "document/json/json.h"
#include "document/json/lenient_json.h"
#include "store/settings.h"

namespace clew {
namespace {

// Only a repository has other checkouts.
bool is_repository(const std::string& id) { return !id.empty() && !id.starts_with("path:"); }

bool is_file_change(const Event& event) { return get_if<FileChanged>(&event.data) != nullptr; }

}  // namespace

ChangeLocations::ChangeLocations(StoreReader& store, const Session& session) : session_(session) {
  const auto text = store.setting(locations_setting(session.identity.id));
  if (!text || text->empty()) return;
  // What cannot be read is as if nothing had been noted.
  const auto tree = parse_cut_json(*text);
  if (!tree || !from_value(*tree, locations_, "list")) locations_.clear();
}

const std::string& ChangeLocations::of(Seq seq) const {
  const auto found = std::find_if(locations_.rbegin(), locations_.rend(),
                                  [&](const Location& location) { return location.from <= seq; });
  return found == locations_.rend() ? session_.identity.project_path : found->root;
}

// Noted is only the change of place: an entry holds for every change from its seq up to the next
// entry.
Status keep_change_locations(Context& context, Via via, Transaction& transaction,
                             const Session& after, const std::vector<Event>& events) {
  const auto change = std::find_if(events.begin(), events.end(), is_file_change);
  if (change == events.end() || !is_repository(context.project().repository)) return success();
  // An agent edits files of several checkouts from one folder: where is not known.
  const std::string root = via == Via::kHook ? std::string() : context.project().root;
  const Seq seq = change->header.seq;
  ChangeLocations known(transaction, after);
  // Of events that were cut off nothing is left.
  std::erase_if(known.locations_,
                [&](const ChangeLocations::Location& location) { return location.from >= seq; });
  if (known.of(seq) == root) return success();
  known.locations_.push_back({seq, root});
  return transaction.put_setting(locations_setting(after.identity.id),
                                 write_json(to_value(known.locations_)));
}

Status keep_parent_locations(Transaction& transaction, const SessionId& parent,
                             const SessionId& fork) {
  CLEW_ASSIGN(const std::string locations, transaction.setting(locations_setting(parent)));
  return locations.empty() ? success()
                           : transaction.put_setting(locations_setting(fork), locations);
}

}  // namespace clew
