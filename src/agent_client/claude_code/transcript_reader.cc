#include "agent_client/claude_code/transcript_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "agent_client/transcript/session_builder.h"
#include "agent_client/transcript/value_access.h"
#include "document/json/json.h"
#include "document/members.h"

namespace clew::transcript {
namespace {

// A line without a time is as old as the one before it; the first ones are as old as what follows.
template <class Lines>
void date_beginning(Lines& lines) {
  const auto dated =
      std::find_if(lines.begin(), lines.end(), [](const auto& line) { return line.at != Time(); });
  if (dated == lines.end()) return;
  std::for_each(lines.begin(), dated, [&](auto& line) { line.at = dated->at; });
}

}  // namespace

// Lines are kept until all files were read: which of the branches counts is known only then.
ClaudeReader::ClaudeReader(TranscriptOptions options)
    : options_(std::move(options)),
      feed_(kClaudeTranscripts.client, reading_.counts, reading_.findings,
            [this](const Value& line) { take_line(line); }) {
  about_.client = kClaudeTranscripts.client;
}

void ClaudeReader::begin(const TranscriptFile& file) {
  file_ = file;
  side_begin_ = side_.size();
  feed_.begin(file.name);
  if (file.agent.empty() && !file.id.empty()) about_.entry = file.id;
}

void ClaudeReader::end() {
  feed_.end();
  if (!file_.agent.empty()) {
    report_subagent();
    report_subagent_end();
  }
}

// Unknown types are counted; lines about the client only are passed over. Subagents' lines go into
// a list of their own, by whichever way they came.
void ClaudeReader::take_line(const Value& tree) {
  ClaudeLine line;
  const auto kind = lines_.read(tree, line);
  if (kind == ClaudeLines::Kind::kUnknown) feed_.unknown(text_in(tree, "type"));
  if (line.link.id.empty() || kind == ClaudeLines::Kind::kOther) return;
  if (!file_.agent.empty() && line.agent.empty()) line.agent = file_.agent;
  if (line.agent.empty()) {
    if (about_.folder.empty()) about_.folder = line.folder;
    if (!line.branch.empty()) about_.branch = line.branch;
    if (!line.version.empty()) about_.version = line.version;
    if (!line.model.empty()) about_.model = line.model;
    if (!line.session.empty()) last_session_ = line.session;
  }
  const Time before = line.agent.empty() ? (main_.empty() ? Time() : main_.back().at)
                                         : (side_.empty() ? Time() : side_.back().at);
  Kept kept{line.at.value_or(before), line.agent,  line.session,      line.copied,
            std::move(line.items),    line.tokens, line.link.message, line.link.id};
  if (!line.agent.empty()) {
    if (side_ids_.insert(kept.id).second) {
      side_.push_back(std::move(kept));
    } else {
      ++reading_.counts.repeated;
    }
    return;
  }
  main_.push_back(std::move(kept));
  links_.push_back(std::move(line.link));
}

// What stands beside the file of a subagent. The meta file names the type and the task of the
// subagent.
void ClaudeReader::report_subagent() {
  if (side_begin_ >= side_.size() || file_.about.empty()) return;
  const auto about = parse_json(file_.about);
  if (!about) return;
  SubagentReport reported;
  reported.id = file_.agent;
  reported.type = text_in(*about, "agentType");
  reported.description = text_in(*about, "description");
  auto& items = side_[side_begin_].items;
  items.insert(items.begin(), std::move(reported));
}

// A subagent whose last line is an answer has ended, whether or not somebody heard of it.
void ClaudeReader::report_subagent_end() {
  if (side_begin_ >= side_.size()) return;
  bool ended = false;
  for (size_t i = side_begin_; i < side_.size(); ++i) {
    for (const auto& item : side_[i].items) {
      if (const auto* said = std::get_if<AgentMessage>(&item))
        ended = said->turn == TurnState::kEnds;
      if (std::holds_alternative<ToolCallStarted>(item)) ended = false;
      if (std::holds_alternative<ToolCallEnded>(item)) ended = false;
    }
  }
  SubagentReport reported;
  reported.id = file_.agent;
  reported.status = ended ? AgentStatus::kCompleted : AgentStatus::kRunning;
  side_.back().items.push_back(std::move(reported));
}

// In this order: the session's id, the branch that counts, what was told before, and then the
// session.
TranscriptReading ClaudeReader::take() {
  feed_.end_all();
  settle_entry();
  choose();
  mark_repeated();
  build();
  return std::move(reading_);
}

// The id of the file's name, else the last that its lines mention.
void ClaudeReader::settle_entry() {
  if (about_.entry.empty()) about_.entry = last_session_;
  reading_.folder = about_.folder;
}

// Whoever goes back in a conversation leaves a branch behind. The lines of those are left out and
// counted. A line that comes twice with one id counts once.
void ClaudeReader::choose() {
  const std::vector<bool> chosen = choose_branch(links_);
  std::unordered_set<std::string> ids;
  size_t kept = 0;
  for (size_t i = 0; i < main_.size(); ++i) {
    const bool is_copy = !ids.insert(main_[i].id).second;
    if (is_copy) ++reading_.counts.repeated;
    if (!chosen[i] && !is_copy) ++reading_.counts.left_out;
    if (!chosen[i]) continue;
    if (kept != i) main_[kept] = std::move(main_[i]);
    ++kept;
  }
  main_.resize(kept);
  links_.clear();
  date_beginning(main_);
  date_beginning(side_);
  if (reading_.counts.left_out == 0) return;
  feed_.report(
      Severity::kNote, "branches",
      fmt::format("{} lines are on abandoned branches and were skipped", reading_.counts.left_out));
}

// Whatever comes up to the last line that another session told was taken over from there.
void ClaudeReader::mark_repeated() {
  repeated_.assign(main_.size(), false);
  size_t shared = 0;
  for (size_t i = 0; i < main_.size(); ++i) {
    const Kept& line = main_[i];
    const bool is_foreign =
        !line.session.empty() && line.session != about_.entry && last_session_ == about_.entry;
    const bool is_reported = options_.is_reported && options_.is_reported(line.id);
    const bool is_last = !options_.repeats_to.empty() && line.id == options_.repeats_to;
    if (line.copied || is_foreign || is_reported || is_last) shared = i + 1;
  }
  std::fill_n(repeated_.begin(), shared, true);
  reading_.counts.repeated += static_cast<int64_t>(shared);
  if (shared > 0) reading_.repeats_to = main_[shared - 1].id;
  for (size_t i = shared; i < main_.size(); ++i) reading_.lines.push_back(main_[i].id);
  if (shared == 0) return;
  feed_.report(
      Severity::kNote, "repeats",
      fmt::format("{} lines repeat the session that this one continues; they are counted there",
                  shared));
}

// Tokens are counted once per message: its lines repeat them, and the last one has the whole.
void ClaudeReader::build() {
  // The conversation keeps its order whatever its clock did; the others fall in by time.
  std::vector<std::pair<Time, TranscriptItem>> items;
  std::map<std::string, Spent> spent;
  bool began = false;
  Time order;
  const auto take = [&](Kept& line, bool repeated) {
    order = line.agent.empty() ? std::max(order, line.at) : line.at;
    about_.last = std::max(about_.last, line.at);
    if (!repeated && line.tokens) {
      Spent& message = spent[line.message.empty() ? line.id : line.message];
      message = {line.agent, *line.tokens};
    }
    if (!repeated && !began) about_.began = line.at;
    began = began || !repeated;
    for (auto& data : line.items) {
      items.emplace_back(order, TranscriptItem{line.at, line.agent, repeated, std::move(data)});
    }
  };
  for (size_t i = 0; i < main_.size(); ++i) take(main_[i], repeated_[i]);
  if (!began && !main_.empty()) about_.began = main_.front().at;
  for (auto& line : side_) take(line, false);
  std::stable_sort(items.begin(), items.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  SessionBuilder builder(about_);
  for (const auto& [unused, item] : items) {
    if (item.agent.empty() && is_work(item.data)) reading_.entry = about_.entry;
    builder.add(item);
  }
  for (const auto& [id, message] : spent) {
    if (message.tokens.fresh() > 0) builder.count(message.agent, message.tokens, 1);
  }
  reading_.session = builder.take();
}

namespace {

// Version and variant are not looked at.
bool looks_like_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    const bool digit = (text[i] >= '0' && text[i] <= '9') || (text[i] >= 'a' && text[i] <= 'f');
    if (dash ? text[i] != '-' : !digit) return false;
  }
  return true;
}

std::optional<TranscriptHint> read_claude_hint(const Value& line) {
  const bool is_linked = line.find("parentUuid") != nullptr && line.find("uuid") != nullptr;
  const std::string session = text_in(line, "sessionId");
  if (!is_linked || session.empty()) return std::nullopt;
  TranscriptHint hint{&kClaudeTranscripts, session};
  if (member(line, "isSidechain").as_bool() && !text_in(line, "agentId").empty()) {
    hint.agent = text_in(line, "agentId");
    hint.parent = session;
  }
  return hint;
}

// For lines that are not linked: a session id that looks like one, and a type.
std::optional<TranscriptHint> guess_claude_hint(const Value& line) {
  const std::string session = text_in(line, "sessionId");
  const bool fits = looks_like_uuid(session) && !text_in(line, "type").empty();
  return fits ? std::optional(TranscriptHint{&kClaudeTranscripts, session}) : std::nullopt;
}

std::optional<TranscriptHint> read_cut_claude_hint(std::string_view start) {
  if (!start.starts_with("{\"parentUuid\":")) return std::nullopt;
  return TranscriptHint{&kClaudeTranscripts};
}

}  // namespace

const TranscriptFormat kClaudeTranscripts{
    .client = "claude-code",
    .make_reader = [](TranscriptOptions options) -> std::unique_ptr<TranscriptReader> {
      return std::make_unique<ClaudeReader>(std::move(options));
    },
    .read_hint = read_claude_hint,
    .guess_hint = guess_claude_hint,
    .read_cut_hint = read_cut_claude_hint,
    .subagents = SubagentFiles::kPartOfSession,
};

}  // namespace clew::transcript
