#pragma once
// Gemini CLI: ~/.gemini/tmp/<name>/chats/session-<time>-<start of the id>.jsonl. A line is a
// header, a message, a patch of the header, or a step back. The same message may come again: the
// last one counts, in the place of the first. Private to agent_client.
//
//   {"sessionId": "…", "projectHash": "…", "startTime": "…", "kind": "main"}
//   {"id": "…", "timestamp": "…", "type": "user", "content": [{"text": "go"}]}
//   {"id": "…", "type": "gemini", "content": "…", "model": "…", "tokens": {…}, "toolCalls": [{"id",
//    "name", "args", "status", "result", "resultDisplay"}]}
//   {"$set": {"lastUpdated": "…", "messages": […]}}
//   {"$rewindTo": ID}   this message, and what came after it, does not count

#include <map>

#include "agent_client/transcript/line_feed.h"
#include "agent_client/transcript/transcript_item.h"

namespace clew::transcript {

class GeminiReader final : public TranscriptReader {
 public:
  explicit GeminiReader(TranscriptOptions options);

  void begin(const TranscriptFile& file) override {
    is_part_ = !file.agent.empty();
    feed_.begin(file.name);
  }
  void add(BytesView piece) override { feed_.add(piece); }
  void end() override { feed_.end(); }
  TranscriptReading take() override;

 private:
  struct Message {
    std::string id;
    std::vector<TranscriptItem> items;
    Tokens tokens;
    bool is_answer = false;
  };

  void take_line(const Value& line);
  void take_header(const Value& line);
  void take_message(const Value& line);
  void rewind_to(const std::string& id);
  void read_user(const Value& line, Message& message);
  void read_answer(const Value& line, Message& message);
  void read_call(const Value& call, Message& message);

  TranscriptReading reading_;
  LineFeed feed_;
  About about_;
  Time at_;
  bool is_part_ = false;  // of a subagent, whose work is not told apart
  std::vector<Message> messages_;
};

extern const TranscriptFormat kGeminiTranscripts;

}  // namespace clew::transcript
