#pragma once
// What a client wants to be told, in both eras, and what it has been told last. Nothing is pushed:
// versions are compared whenever `poll` is called, so a change is told once and none is lost while
// nobody listens.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/value.h"
#include "interface/mcp/application.h"
#include "interface/mcp/message.h"

namespace clew {

class McpSubscriptions {
 public:
  static constexpr size_t kMaxListens = 1024;
  static constexpr size_t kMaxUris = 1024;  // per client or listen

  McpSubscriptions(McpApplication& application, const McpFeatures& features)
      : application_(application), features_(features) {}

  // Handshake era. Changes of lists count from `begin` on.
  void begin();
  bool subscribe(const std::string& uri);  // false: too many
  void unsubscribe(const std::string& uri);
  bool has_handshake() const;

  // Modern era: one listen per request id.
  struct Intent {
    bool tools = false;
    bool resources = false;
    bool prompts = false;
    std::vector<std::string> uris;
  };
  // What the server can keep of a intent, as the acknowledgement says it.
  Intent honoured(Intent intent) const;
  bool full() const { return listens_.size() >= kMaxListens; }
  void listen(const Value& id, Intent intent, std::shared_ptr<McpOutlet> outlet);
  bool listening() const { return !listens_.empty(); }
  void cancel(const Value& id);
  void forget(const std::shared_ptr<McpOutlet>& outlet);

  struct Ended {
    Value id;
    std::shared_ptr<McpOutlet> outlet;
  };
  std::vector<Ended> end_all();

  // `channel` is where the handshake era is told; null: not now.
  void poll(McpOutlet* channel);

 private:
  struct Watch {
    Intent intent;
    McpVersions reported;
    std::map<std::string, std::string> resources;  // by URI: the version that was told
  };
  struct Listen {
    Value id;
    Watch watch;
    std::shared_ptr<McpOutlet> outlet;
  };
  void tell(Watch& watch, const McpVersions& now, const Value* id, McpOutlet& outlet);

  McpApplication& application_;
  const McpFeatures& features_;
  std::optional<Watch> handshake_;
  std::vector<Listen> listens_;
};

}  // namespace clew
