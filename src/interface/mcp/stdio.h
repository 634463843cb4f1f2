#pragma once
// MCP over two byte streams: one JSON message a line, both ways. The streams arrive as functions;
// this file makes no system call.
//
// A line that is no JSON, or longer than the limit, is answered with an error, for its id where
// that can be told, and passed over; the conversation goes on. Empty lines mean nothing; a line may
// end in CRLF. What stands unterminated at the end of input is a message too. Ends with the input,
// or when nobody reads the output.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "interface/mcp/server.h"

namespace clew {

enum class McpRead { kBytes, kNothing, kEnd };

struct McpStreams {
  // Appends what has come to `into`, waiting for it at most `wait`: none is for ever, zero is not
  // at all. kNothing: the time is over. kEnd: there will be no more, or reading failed.
  std::function<McpRead(std::string& into, std::optional<Duration> wait)> read;
  // All of it, at once visible to the reader. False: nobody reads any more.
  std::function<bool(std::string_view bytes)> write;
};

struct McpStdioOptions {
  size_t most_line_bytes = size_t{8} << 20;
  Duration poll_every = {500};  // how often changes are looked for, while anything is subscribed to
};

void serve_stdio(McpServer& server, const McpStreams& streams, const McpStdioOptions& options = {});

}  // namespace clew
