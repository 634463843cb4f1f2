#include "interface/mcp/stdio.h"

#include <deque>
#include <memory>
#include <utility>

#include "document/json/lenient_json.h"
#include "interface/mcp/connection.h"
#include "interface/mcp/lines.h"

namespace clew {
namespace {

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r") == std::string_view::npos;
}

// The id that a notifications/cancelled names, or null.
const Value* cancelled_id(const Value& message) {
  const Value* method = message.find("method");
  if (method == nullptr || method->as_string() != "notifications/cancelled") return nullptr;
  const Value* params = message.find("params");
  return params == nullptr ? nullptr : params->find("requestId");
}

// The input as messages. Reads ahead when asked whether a request was cancelled.
class Inbox {
 public:
  Inbox(const McpStreams& streams, const McpStdioOptions& options)
      : streams_(streams), lines_(options.most_line_bytes), most_(options.most_line_bytes) {}

  struct Item {
    Value message;
    std::optional<McpMessage> refusal;  // the line was no message
  };
  // What has come already.
  std::optional<Item> take() {
    fill();
    if (items_.empty()) return std::nullopt;
    Item item = std::move(items_.front());
    items_.pop_front();
    if (cancels(item)) --cancellations_;
    return item;
  }
  // False when there is nothing left to wait for.
  bool wait(std::optional<Duration> at_most) {
    if (ended_) return false;
    ended_ = streams_.read(lines_.buffer(), at_most) == McpRead::kEnd;
    return true;
  }
  bool take_cancellation(const Value& id) {
    if (cancellations_ == 0) return false;
    for (auto item = items_.begin(); item != items_.end(); ++item) {
      if (!cancels(*item) || *cancelled_id(item->message) != id) continue;
      items_.erase(item);
      --cancellations_;
      return true;
    }
    return false;
  }
  void read_ahead() {
    if (!ended_) ended_ = streams_.read(lines_.buffer(), Duration{0}) == McpRead::kEnd;
    fill();
  }

 private:
  static bool cancels(const Item& item) { return cancelled_id(item.message) != nullptr; }

  void fill() {
    using Input = McpLineReader::Input;
    while (auto line = lines_.next(ended_ ? Input::kEnded : Input::kGoesOn)) add(*line);
  }

  void add(const McpLine& line) {
    if (line.kind == McpLine::Kind::kTooLong) {
      items_.push_back({{},
                        mcp_error(line.id, kMcpParseError,
                                  "the message is over the limit of " + std::to_string(most_) +
                                      " bytes per line")});
      return;
    }
    if (is_blank(line.text)) return;
    auto message = parse_cut_json(line.text);
    if (message) {
      items_.push_back({std::move(*message), std::nullopt});
    } else {
      items_.push_back(
          {{}, mcp_error(unread_message_id(line.text), kMcpParseError, message.error().message)});
    }
    if (cancels(items_.back())) ++cancellations_;
  }

  const McpStreams& streams_;
  McpLineReader lines_;
  size_t most_;
  std::deque<Item> items_;
  size_t cancellations_ = 0;  // among them
  bool ended_ = false;
};

class LineOutlet : public McpOutlet {
 public:
  LineOutlet(const McpStreams& streams, Inbox& inbox) : streams_(streams), inbox_(inbox) {}

  void send(McpMessage message) override {
    if (!open_) return;
    message.text += '\n';
    open_ = streams_.write(message.text);
  }

  bool wanted(const Value& request_id) override {
    inbox_.read_ahead();
    return open_ && !inbox_.take_cancellation(request_id);
  }

  bool open() const { return open_; }

 private:
  const McpStreams& streams_;
  Inbox& inbox_;
  bool open_ = true;
};

}  // namespace

void serve_stdio(McpServer& server, const McpStreams& streams, const McpStdioOptions& options) {
  Inbox inbox(streams, options);
  const auto outlet = std::make_shared<LineOutlet>(streams, inbox);
  McpConnection connection(server);
  connection.set_channel(outlet);
  while (outlet->open()) {
    if (auto item = inbox.take()) {
      if (item->refusal) {
        outlet->send(std::move(*item->refusal));
        continue;
      }
      const Value* id = item->message.find("id");
      if (id == nullptr || !inbox.take_cancellation(*id)) connection.handle(item->message, outlet);
      continue;
    }
    std::optional<Duration> at_most;
    if (connection.watching()) {
      connection.poll();
      at_most = options.poll_every;
    }
    if (!inbox.wait(at_most)) break;
  }
  connection.close();
}

}  // namespace clew
