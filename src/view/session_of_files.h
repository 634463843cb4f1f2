#pragma once
// ShownSessions: tells whose files were found on disk: the session whose view they are, or one that
// wrote the text they are a copy of.

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "discovery/found_session.h"
#include "view/view_record.h"

namespace clew {

class ShownSessions {
 public:
  explicit ShownSessions(Context& context) : context_(context) {}

  // The session whose view this is; else one whose files said, or say, just the same under the same
  // id. The views, and those there were, are looked up once.
  Result<std::optional<SessionId>> find(const FoundSession& found, const std::string& entry);

 private:
  struct Shown {
    SessionId session;
    std::optional<ViewState> view;  // unset: it was taken away
  };

  Status look_up();
  Result<bool> is_text_of(const Shown& shown, const FoundSession& found, const std::string& entry);

  Context& context_;
  // By dialect and entry.
  std::optional<std::map<std::pair<std::string, std::string>, std::vector<Shown>>> shown_;
};

}  // namespace clew
