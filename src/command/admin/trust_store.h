#pragma once
// `clew trust`: whether the store in a project's .clew/ is believed. One that came with a clone, or
// that somebody else can write, is not, until the person who works there says so.

#include "command/verb.h"

namespace clew {

struct TrustRequest {
  std::string folder;
  bool list = false;
  bool remove = false;
  std::optional<uint32_t> owner;
  static constexpr auto params() {
    using R = TrustRequest;
    return field_list(positional("folder", &R::folder, "DIR",
                                 "the project (default: the nearest folder with a .clew/store.db)",
                                 Need::kOptional),
                      flag("list", &R::list, "list the trusted stores"),
                      flag("remove", &R::remove, "do not trust it any more"),
                      option("owner", &R::owner, "UID",
                             "trust a store that belongs to this user, as in a container"));
  }
};

Result<Answer> trust_store(Workspace& workspace, const TrustRequest& request);

}  // namespace clew
