#pragma once
// Handshake era: calls that wait for the client to answer the server's own requests. The modern era
// has no such thing, its client asks again by itself; this makes both look the same to an
// application.

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/value.h"
#include "interface/mcp/reply.h"
#include "interface/mcp/request.h"

namespace clew {

// The client capabilities that the requests need together; none when one of them is of a kind that
// the protocol does not have.
std::optional<Value> needed_capabilities(const McpInputRequired& required);

struct McpWaitingCall {
  Value id;
  std::string method;
  Value params;
  std::shared_ptr<McpOutlet> outlet;
  int round = 0;
  Value input = Value::object();
  std::optional<std::string> state = {};
  // Our requests that are not answered: their id, and the key the answer goes by.
  std::vector<std::pair<std::string, std::string>> open = {};
  std::string failure = {};  // what went wrong with one of them
};

class McpInputRounds {
 public:
  static constexpr int kMaxRounds = 8;
  static constexpr size_t kMaxCalls = 64;  // waiting at the same time

  bool full() const { return waiting_.size() >= kMaxCalls; }
  bool empty() const { return waiting_.empty(); }
  // REQUIRES: required.requests is not empty, !full().
  void ask(const McpRequest& request, const McpInputRequired& required);
  // The call that can go on with this response, or has failed by it.
  std::optional<McpWaitingCall> answer(const Value& response);
  // Forgets the call of that id and takes its requests back.
  void cancel(const Value& id);
  void forget(const std::shared_ptr<McpOutlet>& outlet);

 private:
  static void withdraw(const McpWaitingCall& call);

  uint64_t last_ = 0;
  std::list<McpWaitingCall> waiting_;
};

}  // namespace clew
