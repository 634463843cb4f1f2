// The part of a sync of a realm that seals again what is there, after somebody was removed or a
// session withdrawn: everything is sent whole with the new key, then what was there before goes.

#include <algorithm>

#include "command/sync/remote_sync.h"
#include "remote/drop_history.h"
#include "remote/object_names.h"

namespace clew {

Status RemoteSync::begin_rewriting() {
  const auto& withdraws = remote_.record().withdraws;
  for (const auto& [genesis, head] : heads_) {
    if (std::find(withdraws.begin(), withdraws.end(), genesis.hex()) != withdraws.end()) continue;
    const auto local = local_.find(genesis);
    bool has = false;
    if (local != local_.end() && !local->second.forgotten) {
      CLEW_ASSIGN(has, has_event(local->second.id, head.seq, head.hash));
    }
    if (has) {
      rewriting_.insert(genesis);
      continue;
    }
    // What only the remote has would be lost.
    rewriting_.clear();
    return make_error(ErrorCode::kConflict,
                      "it cannot be sealed again while " + head.session +
                          " is not here as it is "
                          "there",
                      remote_.record().url, "clew sync   tries again");
  }
  must_write_ = true;
  return success();
}

Status RemoteSync::finish_rewriting() {
  RemoteRecord& record = remote_.record();
  if (!rewriting_.empty() || rewritten_from_ == 0) return success();  // the next sync tries again
  const JournalPosition at = record.at();
  HeadsDraft heads;
  heads.first = rewritten_from_;
  for (uint64_t n = rewritten_from_; n <= at.n; ++n) {
    const auto entry = seen_.find(n);
    if (entry == seen_.end()) continue;
    for (const auto& row : entry->second.rows) {
      if (heads_.count(row.genesis) > 0) heads.rows.push_back(row);
    }
  }
  // Others may have written some as it was before.
  CLEW_TRY(remote_.store().remove(heads_name(at.n)));
  for (uint64_t n = at.n - 1; n > 0 && heads.entries.size() < kMaxHeadsEntries; --n) {
    const auto entry = seen_.find(n);
    if (entry == seen_.end()) break;
    heads.entries.push_back(entry->second.sealed);
  }
  CLEW_ASSIGN(const std::string newest, remote_.journal().newest_heads());
  CLEW_TRY(remote_.journal().write_heads(at, heads, newest));
  CLEW_TRY(drop_history(remote_.store(), remote_.membership().keys(), rewritten_from_, at.n));
  record.rewrites = false;
  rewritten_from_ = 0;
  return success();
}

}  // namespace clew
