#pragma once
// One client's conversation: a line transport has one, HTTP has one per MCP session (handshake era)
// or one per request (modern era). It holds what the handshake settled, the calls that wait for the
// client's input, and the subscriptions.
//
// A request is answered once, through the outlet it came with: at once, or while a later message is
// handled when it needs the client's input (handshake) or is a subscription (modern). Its
// notifications and the server's own requests go through the same outlet before the answer. A
// cancelled request is not answered. A stream therefore stays open until its response was sent.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/value.h"
#include "interface/mcp/application.h"
#include "interface/mcp/call.h"
#include "interface/mcp/message.h"
#include "interface/mcp/protocol.h"

namespace clew {

class McpServer;
class McpInputRounds;
class McpSubscriptions;
struct McpMethod;
struct McpRequest;
struct McpWaitingCall;

using McpOutletPtr = std::shared_ptr<McpOutlet>;

// REQUIRES: one thread at a time for the server and all its connections.
class McpConnection {
 public:
  // The server must outlive its connections. `name` is for the application (McpCall::connection):
  // HTTP gives the session id, or what tells a modern client from others.
  explicit McpConnection(McpServer& server, std::string name = {});
  ~McpConnection();
  McpConnection(const McpConnection&) = delete;
  McpConnection& operator=(const McpConnection&) = delete;

  // Handles one parsed message. `version_header` is HTTP's MCP-Protocol-Version.
  void handle(const Value& message, const McpOutletPtr& outlet,
              std::string_view version_header = {});

  // Where the handshake era's unasked notifications go (stdio: its output; HTTP: the GET stream).
  // Null: nowhere; what changes meanwhile is told when there is an outlet again.
  void set_channel(McpOutletPtr channel) { channel_ = std::move(channel); }
  // Asks the application what has changed since the last time, and tells the subscribers. To be
  // called every now and then while `watching`.
  void poll();
  bool watching() const;
  // Whether requests were taken that are not answered yet.
  bool pending() const;
  // Drops what came through an outlet that is gone: nobody waits for it any more.
  void forget(const McpOutletPtr& outlet);
  // Answers the open subscriptions: the server is going away.
  void close();

  // Settled by the handshake; empty before it.
  const std::string& revision() const { return revision_; }

 private:
  friend struct McpMethod;

  void on_request(const Value& message, const McpOutletPtr& outlet, std::string_view header);
  void on_notification(const Value& message);
  void on_response(const Value& message);
  void open_handshake(McpRequest& request) const;
  void resume(const McpWaitingCall& waiting);
  void dispatch(const McpRequest& request);

  // One per method; each answers through request.outlet.
  void initialize(const McpRequest& request);
  void discover(const McpRequest& request);
  void ping(const McpRequest& request);
  void set_level(const McpRequest& request);
  void list_tools(const McpRequest& request);
  void call_tool(const McpRequest& request);
  void list_resources(const McpRequest& request);
  void list_templates(const McpRequest& request);
  void read_resource(const McpRequest& request);
  void subscribe(const McpRequest& request);
  void unsubscribe(const McpRequest& request);
  void listen(const McpRequest& request);
  void list_prompts(const McpRequest& request);
  void get_prompt(const McpRequest& request);
  void complete(const McpRequest& request);

  void send_result(const McpRequest& request, Value result);
  void send_list(const McpRequest& request, Value result, McpCacheable what);
  void reply(const McpRequest& request, const McpCall& call, McpReply reply,
             std::optional<McpCacheable> what = {});
  void ask(const McpRequest& request, const McpInputRequired& required);
  // Handshake era: no input can be had. A tool says so in its result, where the model sees it.
  void give_up(const McpRequest& request, const std::string& why);

  McpServer& server_;
  std::string name_;
  std::string revision_;
  McpClient client_;
  McpLogLevel log_from_ = McpLogLevel::kInfo;
  McpOutletPtr channel_;
  std::unique_ptr<McpInputRounds> rounds_;
  std::unique_ptr<McpSubscriptions> subscriptions_;
};

}  // namespace clew
