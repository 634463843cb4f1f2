#include "command/sync/session_part.h"

#include <fmt/format.h>

#include "bundle/field_reader.h"
#include "command/convert/log_contents.h"
#include "document/json/json_lines.h"
#include "engine/log/log_lines.h"
#include "store/codec/chain_check.h"

namespace clew {
namespace {

constexpr uint64_t kPartVersion = 1;

Error unreadable(const SentRow& row, const std::string& what) {
  return make_error(ErrorCode::kCorrupt,
                    fmt::format("what was sent of {} cannot be read: {}", row.session, what),
                    row.session);
}

Status check_chain(const ArrivingSession& part, const Head& before) {
  ChainCheck chain(part.id, before);
  for (const auto& event : part.events) {
    RawEvent own = event;
    own.session = part.id;
    const auto problem = chain.check(own);
    if (!problem) continue;
    return make_error(ErrorCode::kCorrupt,
                      fmt::format("event {} of {}: {}; nothing of it was sent",
                                  event.header.seq.number, part.id.text, *problem),
                      part.id.text, "clew verify " + part.id.text);
  }
  return success();
}

Status read_opening_line(const Value& line, const SentRow& row, ArrivingSession& part) {
  FieldReader fields(line);
  const uint64_t version = fields.number("clew_part", 1'000'000);
  part.id = SessionId(fields.text("session"));
  part.genesis = fields.hash("genesis");
  part.head.seq = Seq{static_cast<uint32_t>(fields.number("seq", UINT32_MAX))};
  part.head.hash = fields.hash("hash");
  if (fields.has("parent")) {
    Fork fork;
    fork.parent = SessionId(fields.text("parent"));
    fork.parent_seq = Seq{static_cast<uint32_t>(fields.number("parent_seq", UINT32_MAX))};
    part.parent = fields.hash_or_none("parent_hash");
    part.fork = fork;
  }
  if (!fields.wrong().empty()) return unreadable(row, "\"" + fields.wrong() + "\"");
  if (version != kPartVersion) return unreadable(row, "a newer clew wrote it");
  const bool same = part.id.text == row.session && part.genesis == row.genesis &&
                    part.head == Head{Seq{row.seq}, row.hash};
  return same ? success() : Status(unreadable(row, "it is of another session"));
}

}  // namespace

Result<Bytes> write_part(const ArrivingSession& part, const Head& before) {
  CLEW_TRY(check_chain(part, before));
  Value opening = Value::object();
  opening.set("clew_part", static_cast<int64_t>(kPartVersion));
  opening.set("session", part.id.text);
  opening.set("genesis", part.genesis.hex());
  if (part.fork) {
    opening.set("parent", part.fork->parent.text);
    opening.set("parent_seq", part.fork->parent_seq.number);
    if (!part.parent.empty()) opening.set("parent_hash", part.parent.hex());
  }
  opening.set("seq", part.head.seq.number);
  opening.set("hash", part.head.hash.hex());
  Bytes text = line_text(opening) + "\n";
  for (const auto& event : part.events) {
    CLEW_ASSIGN(const Value line, event_line_of(event));
    text += line_text(line) + "\n";
  }
  for (const auto& content : part.contents) {
    size_t at = 0;
    do {  // an empty content has one piece, too
      const ContentPiece piece{part.id, content.hash, content.data.size(), at,
                               content.data.substr(at, kContentPiece)};
      text += line_text(content_line(piece)) + "\n";
      at += kContentPiece;
    } while (at < content.data.size());
  }
  return text;
}

Result<ArrivingSession> read_part(BytesView text, const SentRow& row) {
  LineReader lines;
  lines.add(text);
  lines.finish();
  ArrivingSession part;
  ContentJoiner contents;
  bool is_first = true;
  while (true) {
    const auto line = lines.next();
    if (!line) return unreadable(row, line.error().message);
    if (!*line) break;
    const auto value = parse_json_line(**line);
    if (!value) return unreadable(row, value.error().message);
    if (is_first) {
      CLEW_TRY(read_opening_line(*value, row, part));
    } else if (is_content_line(*value)) {
      auto piece = read_content_line(*value);
      if (!piece) return unreadable(row, piece.error().message);
      if (const Status added = contents.add(std::move(*piece)); !added) {
        return unreadable(row, added.error().message);
      }
    } else {
      auto event = read_event_line(*value);
      if (!event) return unreadable(row, event.error().message);
      part.events.push_back(std::move(*event));
    }
    is_first = false;
  }
  if (is_first) return unreadable(row, "it is empty");
  if (const Status whole = contents.finish(); !whole) {
    return unreadable(row, whole.error().message);
  }
  part.contents = contents.take();
  return part;
}

void join_parts(ArrivingSession& part, ArrivingSession next) {
  for (auto& event : next.events) {
    const bool known = !part.events.empty() && event.header.seq <= part.events.back().header.seq;
    if (!known) part.events.push_back(std::move(event));
  }
  for (auto& content : next.contents) part.contents.push_back(std::move(content));
  if (next.head.seq >= part.head.seq) part.head = next.head;
}

}  // namespace clew
