#include "agent_client/codex/transcript_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "agent_client/codex/line_mark.h"
#include "agent_client/transcript/session_builder.h"
#include "agent_client/transcript/value_access.h"
#include "document/members.h"

namespace clew::transcript {
namespace {

// Lines that tell nothing about the work.
constexpr std::array kOtherCodexTypes = {"world_state", "token_usage_record", "ghost_snapshot",
                                         "thread_name"};

}  // namespace

CodexReader::CodexReader(TranscriptOptions options)
    : options_(std::move(options)),
      feed_(kCodexTranscripts.client, reading_.counts, reading_.findings,
            [this](const Value& line) { take_line(line); }) {
  about_.client = kCodexTranscripts.client;
}

// One reader reads the files of a session one after the other; what belongs to one file is reset
// here.
void CodexReader::begin(const TranscriptFile& file) {
  file_ = file;
  feed_.begin(file.name);
  if (file.agent.empty() && !file.id.empty()) about_.entry = file.id;
  turns_.clear();
  calls_.clear();
  done_.clear();
  folder_.clear();
  at_ = {};
  file_lines_ = 0;
  has_tasks_ = has_meta_ = ended_ = false;
}

void CodexReader::end() {
  feed_.end();
  if (file_.agent.empty() || file_lines_ == 0) return;
  SubagentReport reported;
  reported.id = file_.agent;
  reported.status = ended_ ? AgentStatus::kCompleted : AgentStatus::kRunning;
  add_item(std::move(reported));
}

// Every line moves the time on. Lines of the main conversation also say when it began and ended.
void CodexReader::take_line(const Value& line) {
  ++file_lines_;
  at_ = time_in(line, "timestamp").value_or(at_);
  const std::string type = text_in(line, "type");
  const Value& payload = member(line, "payload");
  if (file_.agent.empty()) {
    if (about_.began == Time()) about_.began = at_;
    about_.last = std::max(about_.last, at_);
    follow_fork(type, payload);
  }
  if (type == "session_meta") {
    read_meta(payload);
  } else if (type == "turn_context") {
    if (folder_.empty()) folder_ = text_in(payload, "cwd");
    if (file_.agent.empty()) about_.model = text_in(payload, "model");
  } else if (type == "response_item") {
    read_item(payload);
  } else if (type == "event_msg") {
    read_event(payload);
  } else if (type == "compacted") {
    has_compactions_ = true;
    add_item(Compacted{});
    if (std::string text = text_in(payload, "message"); !text.empty()) {
      add_item(Compacted{std::move(text)});
    }
  } else if (std::find(kOtherCodexTypes.begin(), kOtherCodexTypes.end(), type) ==
             kOtherCodexTypes.end()) {
    feed_.unknown(type);
  }
}

// Whether the line repeats the session that this one was forked from. The copy comes in one piece:
// the first line that nobody has told ends it.
// A fork copies the lines of its origin in front of its own. What was told before, or lies up to
// the line where the last import said that the copy ended, is repeated.
void CodexReader::follow_fork(const std::string& type, const Value& payload) {
  const bool is_meta = type == "session_meta";
  if (is_meta && !has_meta_) {
    forked_from_ = text_in(payload, "forked_from_id");
    repeating_ = !forked_from_.empty();
    if (repeating_ && options_.continues) options_.continues(forked_from_);
    return;
  }
  if (is_meta && repeating_) {  // of that session; it may have been forked itself
    const std::string further = text_in(payload, "forked_from_id");
    if (!further.empty() && options_.continues) options_.continues(further);
    ++copied_metas_;
    return;
  }
  const std::string mark = line_mark(type, payload);
  if (repeating_) {
    const bool is_reported = options_.is_reported && options_.is_reported(mark);
    repeating_ = is_reported || !options_.repeats_to.empty();
    if (mark == options_.repeats_to) options_.repeats_to.clear();
  }
  if (!repeating_) {
    reading_.lines.push_back(mark);
    return;
  }
  reading_.counts.repeated += 1 + std::exchange(copied_metas_, 0);
  reading_.repeats_to = mark;
}

// `standing` says how far the item can be trusted, because two lines may tell the same: an item of
// the model counts only where the client's events have none.
void CodexReader::add_item(TranscriptItemData data, Standing standing) {
  const bool repeated = repeating_ && file_.agent.empty();
  items_.push_back({
      TranscriptItem{at_, file_.agent, repeated, std::move(data)},
      standing
  });
}

// A turn can be rolled back, so the number of items before it is kept.
void CodexReader::begin_turn() {
  turns_.push_back({items_.size(), file_lines_});
  ended_ = false;
}

// The client went back: what the last turns told does not count.
void CodexReader::roll_back(int64_t turns) {
  for (; turns > 0 && !turns_.empty(); --turns) {
    const Turn& turn = turns_.back();
    reading_.counts.left_out += file_lines_ - turn.lines;
    file_lines_ = turn.lines;
    items_.resize(std::min(items_.size(), turn.first));
    turns_.pop_back();
  }
}

void CodexReader::read_meta(const Value& meta) {
  // A fork repeats the meta line of the session it came from.
  if (has_meta_) return;
  has_meta_ = true;
  folder_ = text_in(meta, "cwd");
  if (!file_.agent.empty()) {
    const Value& spawn = member(member(member(meta, "source"), "subagent"), "thread_spawn");
    SubagentReport reported;
    reported.id = file_.agent;
    reported.type = text_in(spawn, "agent_role");
    if (reported.type.empty()) reported.type = text_in(spawn, "agent_nickname");
    reported.status = AgentStatus::kRunning;
    add_item(std::move(reported));
    return;
  }
  if (about_.entry.empty()) about_.entry = text_in(meta, "id");
  about_.folder = folder_;
  about_.version = text_in(meta, "cli_version");
  about_.branch = text_in(member(meta, "git"), "branch");
  about_.commit = text_in(member(meta, "git"), "commit_hash");
  about_.began = time_in(meta, "timestamp").value_or(at_);
}

// Totals count from the session's beginning, also through a fork: what was inherited is taken off.
// Cached input is part of the input and told apart here.
void CodexReader::read_tokens(const Value& info) {
  const Value& total = member(info, "total_token_usage");
  if (!total.is_object()) return;
  const auto count = [&](const char* name) {
    return std::max<int64_t>(integer_in(total, name).value_or(0), 0);
  };
  const int64_t cached = count("cached_input_tokens");
  Tokens tokens{std::max<int64_t>(count("input_tokens") - cached, 0), count("output_tokens"),
                cached, 0};
  if (!repeating_ && file_.agent.empty()) {  // totals go on from those of the session before
    tokens.input = std::max<int64_t>(tokens.input - inherited_.input, 0);
    tokens.output = std::max<int64_t>(tokens.output - inherited_.output, 0);
    tokens.cache_read = std::max<int64_t>(tokens.cache_read - inherited_.cache_read, 0);
  }
  if (repeating_ && file_.agent.empty()) {
    inherited_ = tokens;
    return;
  }
  // Totals are told again whenever anything about them changes.
  Tokens& known = tokens_[file_.agent];
  if (tokens.fresh() == known.fresh() && tokens.cache_read == known.cache_read) return;
  known = tokens;
  ++messages_[file_.agent];
}

// Said once, when all of the files were read.
void CodexReader::report_fork() {
  if (forked_from_.empty()) return;
  const int64_t repeated = reading_.counts.repeated;
  if (repeated == 0) {
    feed_.report(Severity::kNote, "fork",
                 fmt::format("it continues {}, which is not imported; what it repeats of that "
                             "session is counted here",
                             forked_from_));
    return;
  }
  feed_.report(Severity::kNote, "repeats",
               fmt::format("{} lines repeat {}, which this one continues; they are counted there",
                           repeated, forked_from_));
}

// In order of time over all files. Items of lesser standing are left out when better ones exist.
TranscriptReading CodexReader::take() {
  feed_.end_all();
  if (reading_.counts.left_out > 0) {
    feed_.report(
        Severity::kNote, "branches",
        fmt::format("{} lines were rolled back and were skipped", reading_.counts.left_out));
  }
  report_fork();
  reading_.folder = about_.folder;
  std::stable_sort(items_.begin(), items_.end(),
                   [](const ReadItem& a, const ReadItem& b) { return a.item.at < b.item.at; });
  SessionBuilder builder(about_);
  for (const auto& [item, standing] : items_) {
    if (standing == Standing::kPromptByItem && has_prompts_) continue;
    if (standing == Standing::kCompactionByEvent && has_compactions_) continue;
    if (item.agent.empty() && is_work(item.data)) reading_.entry = about_.entry;
    builder.add(item);
  }
  for (const auto& [agent, tokens] : tokens_) builder.count(agent, tokens, messages_[agent]);
  reading_.session = builder.take();
  return std::move(reading_);
}

namespace {

// Enough of the first line to know whose file it is.
std::optional<TranscriptHint> read_codex_hint(const Value& line) {
  const Value& meta = member(line, "payload");
  if (text_in(line, "type") != "session_meta" || !meta.is_object()) return std::nullopt;
  TranscriptHint hint{&kCodexTranscripts, text_in(meta, "id")};
  const Value& spawn = member(member(member(meta, "source"), "subagent"), "thread_spawn");
  if (!spawn.is_object()) return hint;
  hint.parent = text_in(spawn, "parent_thread_id");
  if (!hint.parent.empty()) hint.agent = hint.session;
  return hint;
}

// The first line may be longer than what was read of it, so it is recognised by its beginning as
// text.
std::optional<TranscriptHint> read_cut_codex_hint(std::string_view start) {
  constexpr size_t kHead = 400;
  const bool is_codex =
      start.starts_with("{\"timestamp\":\"") &&
      start.substr(0, kHead).find("\"type\":\"session_meta\"") != std::string_view::npos;
  if (!is_codex) return std::nullopt;
  TranscriptHint hint{&kCodexTranscripts};
  constexpr std::string_view kId = "\"id\":\"";
  if (const size_t at = start.find(kId); at != std::string_view::npos) {
    const size_t from = at + kId.size();
    hint.session = start.substr(from, std::min(start.find('"', from), start.size()) - from);
  }
  return hint;
}

}  // namespace

const TranscriptFormat kCodexTranscripts{
    .client = "codex",
    .make_reader = [](TranscriptOptions options) -> std::unique_ptr<TranscriptReader> {
      return std::make_unique<CodexReader>(std::move(options));
    },
    .read_hint = read_codex_hint,
    .guess_hint = nullptr,
    .read_cut_hint = read_cut_codex_hint,
    .subagents = SubagentFiles::kOnTheirOwn,
};

}  // namespace clew::transcript
