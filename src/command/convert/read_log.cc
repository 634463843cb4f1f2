#include "command/convert/read_log.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "command/convert/log_contents.h"
#include "document/json/json_lines.h"
#include "engine/log/own_log.h"
#include "store/codec/chain_check.h"
#include "store/codec/large_payload.h"

namespace clew {
namespace {

class LogReader {
 public:
  LogReader(const std::string& file, const FindHead& find_head)
      : file_(file), find_head_(find_head) {}

  Status take(const JsonLine& line) {
    number_ = line.number;
    if (line.text.empty()) return success();
    auto value = parse_json_line(line);
    if (!value && sections_.empty()) return not_a_log();
    if (!value) return named(value.error(), ErrorCode::kInvalid);
    if (is_log_opening(*value)) return open(*value);
    if (sections_.empty()) return not_a_log();
    return is_content_line(*value) ? add_content(*value) : add(*value);
  }

  Status finish() {
    if (sections_.empty()) return not_a_log();
    return close_section();
  }

  std::vector<LogSection> sections() { return std::move(sections_); }

 private:
  Status not_a_log() const {
    return make_error(ErrorCode::kInvalid, fmt::format("{} is not a log exported by clew", file_),
                      file_, "clew export --log ID --out FILE   writes one");
  }

  // The reader of JSON names the line itself.
  Error named(const Error& error, ErrorCode code) const {
    const bool has_line = error.message.compare(0, 5, "line ") == 0;
    return make_error(code,
                      has_line ? error.message : fmt::format("line {}: {}", number_, error.message),
                      file_, "clew export --log ID   again where it came from");
  }
  Error wrong(const std::string& what) const {
    return named(make_error(ErrorCode::kCorrupt, what), ErrorCode::kCorrupt);
  }

  Status open(const Value& value) {
    if (!sections_.empty()) CLEW_TRY(close_section());
    auto opening = read_opening(value);
    if (!opening) return named(opening.error(), ErrorCode::kInvalid);
    Head before;
    if (opening->fork) {
      CLEW_ASSIGN(before, fork_head(*opening->fork));
    }
    chain_.emplace(opening->session, before);
    sections_.push_back({std::move(*opening), {}, {}});
    contents_.emplace();
    return success();
  }

  Result<Head> fork_head(const Fork& fork) const {
    for (const auto& section : sections_) {
      if (section.opening.name() != fork.parent) continue;
      for (const auto& event : section.events) {
        if (event.header.seq == fork.parent_seq) return Head{fork.parent_seq, event.hash};
      }
    }
    auto there = find_head_(fork.parent, fork.parent_seq);
    if (there) return there;
    return make_error(
        ErrorCode::kNotFound,
        fmt::format("line {}: forked from {}@{}, which is neither in this file nor in the store",
                    number_, fork.parent.text, fork.parent_seq.number),
        fork.parent.text, fmt::format("clew import the log of {} first", fork.parent.text));
  }

  Status add(const Value& value) {
    LogSection& section = sections_.back();
    auto event = read_event_line(value);
    if (!event) return named(event.error(), ErrorCode::kInvalid);
    if (event->session != section.opening.session) {
      return wrong(fmt::format("an event of {} is in the log of {}", event->session.text,
                               section.opening.session.text));
    }
    if (const auto problem = chain_->check(*event)) {
      return wrong(fmt::format("event {} of {}: {}", event->header.seq.number, event->session.text,
                               *problem));
    }
    section.events.push_back(std::move(*event));
    return success();
  }

  Status add_content(const Value& value) {
    const LogSection& section = sections_.back();
    auto piece = read_content_line(value);
    if (!piece) return named(piece.error(), ErrorCode::kInvalid);
    if (piece->session != section.opening.session) {
      return wrong(fmt::format("content of {} is in the log of {}", piece->session.text,
                               section.opening.session.text));
    }
    const Status added = contents_->add(std::move(*piece));
    return added ? success() : Status(named(added.error(), ErrorCode::kCorrupt));
  }

  // Only what its own events name: a log brings nothing else into a store.
  Status take_contents() {
    LogSection& section = sections_.back();
    if (const Status whole = contents_->finish(); !whole) {
      return named(whole.error(), ErrorCode::kCorrupt);
    }
    if (contents_->count() != section.opening.contents) {
      return wrong(fmt::format("the log of {} has {} of its {} contents",
                               section.opening.session.text, contents_->count(),
                               section.opening.contents));
    }
    section.contents = contents_->take();
    CLEW_TRY(fetch_payloads(section));
    if (section.contents.empty()) return success();
    const auto hashes = hashes_named(section.events);
    const std::set<Hash> known(hashes.begin(), hashes.end());
    for (const auto& blob : section.contents) {
      if (known.count(blob.hash) > 0) continue;
      return wrong(fmt::format("content {} is not referenced by any event of {}", blob.hash.brief(),
                               section.opening.session.text));
    }
    return success();
  }

  // The chain has confirmed the references; their hashes confirm what is put in their place.
  Status fetch_payloads(LogSection& section) const {
    std::map<Hash, const Bytes*> contents;
    for (const Blob& blob : section.contents) contents.emplace(blob.hash, &blob.data);
    for (RawEvent& event : section.events) {
      if (!is_reference(event.payload)) continue;
      const auto found = contents.find(*content_of_payload(event.payload));
      if (found == contents.end() || found->second->size() <= kMaxEventBytes) {
        return wrong(fmt::format("event {} of {}: its content is missing", event.header.seq.number,
                                 event.session.text));
      }
      event.payload = *found->second;
    }
    return success();
  }

  Status close_section() {
    const LogOpening& opening = sections_.back().opening;
    const auto& events = sections_.back().events;
    if (events.size() != opening.events || chain_->head() != opening.head) {
      return wrong(fmt::format("the log of {} has {} of its {} events", opening.session.text,
                               events.size(), opening.events));
    }
    for (const Seq seq : chain_->unexplained()) {
      return wrong(fmt::format("event {} of {}: its payload was replaced, and no event records why",
                               seq.number, opening.session.text));
    }
    return take_contents();
  }

  const std::string& file_;
  const FindHead& find_head_;
  size_t number_ = 0;
  std::optional<ChainCheck> chain_;
  std::optional<ContentJoiner> contents_;
  std::vector<LogSection> sections_;
};

}  // namespace

Result<std::vector<LogSection>> read_log(BytesView bytes, const std::string& file,
                                         const FindHead& find_head) {
  LineReader lines;
  lines.add(bytes);
  lines.finish();
  LogReader reader(file, find_head);
  while (true) {
    CLEW_ASSIGN(const auto line, lines.next());
    if (!line) break;
    CLEW_TRY(reader.take(*line));
  }
  CLEW_TRY(reader.finish());
  return reader.sections();
}

}  // namespace clew
