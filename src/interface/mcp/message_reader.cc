#include "interface/mcp/message_reader.h"

#include <charconv>
#include <utility>

#include "command/json_text.h"

namespace clew {
namespace {

constexpr size_t kMostBytes = 4096;  // of a line that is remembered
constexpr size_t kMostDigits = 15;   // of an id that is read here
constexpr std::string_view kDigits = "0123456789";

struct Span {
  size_t begin = 0;
  size_t end = 0;
};

// Where the id seems to stand: a number behind the first "id" that has one.
std::optional<Span> find_id(std::string_view line, const std::string& digits) {
  constexpr std::string_view kKey = "\"id\"";
  for (size_t at = 0; (at = line.find(kKey, at)) != std::string_view::npos;) {
    at += kKey.size();
    const size_t begin = line.find_first_not_of(": ", at);
    if (begin == std::string_view::npos || !line.substr(begin).starts_with(digits)) continue;
    return Span{begin, begin + digits.size()};
  }
  return std::nullopt;
}

}  // namespace

Result<std::shared_ptr<const Value>> McpMessageReader::read(std::string_view line) {
  const std::optional<int64_t> id = id_of_same(line);
  const bool is_ours = message_ != nullptr && message_.use_count() == 1;
  if (id && proven_ && is_ours) {
    message_->set("id", *id);
    return std::shared_ptr<const Value>(message_);
  }
  CLEW_ASSIGN(Value parsed, read_json_text(line));
  auto message = std::make_shared<Value>(std::move(parsed));
  if (!id) {
    remember(line, message);
  } else if (!proven_ && is_ours) {
    proven_ = tell_apart(*message, *id);
  }
  return std::shared_ptr<const Value>(std::move(message));
}

// The number that stands where the other line has its id, when all else is the same.
std::optional<int64_t> McpMessageReader::id_of_same(std::string_view line) const {
  if (message_ == nullptr || line.size() <= before_.size() + behind_.size()) return std::nullopt;
  if (!line.starts_with(before_) || !line.ends_with(behind_)) return std::nullopt;
  line.remove_prefix(before_.size());
  line.remove_suffix(behind_.size());
  const bool is_number = line.size() <= kMostDigits && (line[0] != '0' || line.size() == 1) &&
                         line.find_first_not_of(kDigits) == std::string_view::npos;
  if (!is_number) return std::nullopt;
  int64_t id = 0;
  std::from_chars(line.data(), line.data() + line.size(), id);
  return id;
}

// Two numbers at one place that were both read as the id: that is where it stands, for any number.
// Inside of a text, or of another member, they would have changed something else.
bool McpMessageReader::tell_apart(const Value& message, int64_t id) {
  const Value* earlier = message_->find("id");
  if (earlier == nullptr || *earlier == Value(id)) return false;
  message_->set("id", id);
  return *message_ == message;
}

void McpMessageReader::remember(std::string_view line, std::shared_ptr<Value> message) {
  message_.reset();
  proven_ = false;
  const Value* id = message->find("id");
  if (line.size() > kMostBytes || id == nullptr || !id->is_int() || id->as_int() < 0) return;
  const auto span = find_id(line, std::to_string(id->as_int()));
  if (!span) return;
  before_ = line.substr(0, span->begin);
  behind_ = line.substr(span->end);
  message_ = std::move(message);
}

}  // namespace clew
