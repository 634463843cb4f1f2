#include "brief/status_rows.h"

#include <fmt/format.h>

#include <cstdint>

#include "base/quote.h"
#include "base/quote_name.h"
#include "base/shell_word.h"
#include "brief/sections.h"
#include "brief/stored_text.h"

namespace clew {
namespace {

constexpr size_t kBranchColumns = 30;

// Adds at most a few rows under one word, and says how many there are besides.
class Rows {
 public:
  Rows(std::vector<StatusRow>& out, const char* word, size_t most, StatusExtent extent)
      : out_(out), word_(word), most_(extent == StatusExtent::kWhole ? SIZE_MAX : most) {}

  void add(std::string text, std::string remark = {}, std::string command = {}) {
    if (++count_ > most_) return;
    out_.push_back(
        {count_ == 1 ? word_ : "", std::move(text), std::move(remark), std::move(command)});
  }
  void finish(const std::string& command) {
    if (count_ <= most_) return;
    out_.push_back({"", fmt::format("+{} more: ", count_ - most_), "", command});
  }

 private:
  std::vector<StatusRow>& out_;
  const char* word_;
  size_t most_;
  size_t count_ = 0;
};

void add_lifecycle(const Session& session, const World& world, const Standing& standing,
                   std::vector<StatusRow>& out) {
  const LifecycleState& lifecycle = session.lifecycle;
  if (is_closed(lifecycle.status)) {
    out.push_back({"closed",
                   lifecycle.reason.empty()
                       ? name_of(lifecycle.status)
                       : fmt::format("{}: {}", name_of(lifecycle.status), lifecycle.reason),
                   lifecycle.ended_at ? ago(*lifecycle.ended_at, world.now) : "", ""});
    return;
  }
  if (standing.state == Lifecycle::kPaused) {
    std::string text = lifecycle.reason.empty() ? "no reason given" : lifecycle.reason;
    if (lifecycle.status != Lifecycle::kPaused)
      text = "by inactivity; resumes with the next activity";
    else if (!lifecycle.context.empty())
      text += "; was at " + lifecycle.context;
    out.push_back(
        {"paused", text, standing.paused_since ? ago(*standing.paused_since, world.now) : "", ""});
  }
  if (world.now - session.last_activity > kStaleWarning) {
    const std::string id = id_of(session);
    out.push_back({"stale",
                   fmt::format("no activity for {}: ", to_words(world.now - session.last_activity)),
                   "", world.worded(fmt::format("clew resume {0}   or  clew archive {0}", id))});
  }
}

void add_holder(const Session& session, const World& world, std::vector<StatusRow>& out) {
  const auto& handoff = session.handoff;
  if (!handoff || world.holder == Holder::kNobody) return;
  const std::string since = ago(handoff->origin.at, world.now);
  if (world.holder == Holder::kElsewhere) {
    out.push_back({"held by", handoff->device + "; what is recorded here goes into a fork",
                   "handed off " + since, ""});
    return;
  }
  const std::string from = handoff->from.empty() ? "" : ", handed off by " + handoff->from;
  out.push_back({"held by", "this device" + from, since, ""});
}

void add_open_end(const Standing& standing, std::vector<StatusRow>& out) {
  if (!standing.progress.open_ended) return;
  out.push_back({"limited", "the number of phases is unknown: no percentage, no estimate", "", ""});
}

void add_error(const Session& session, const World& world, const Standing& standing,
               std::vector<StatusRow>& out) {
  const LifecycleState& lifecycle = session.lifecycle;
  if (lifecycle.last_error.empty() || !lifecycle.last_error_at) return;
  if (*lifecycle.last_error_at < standing.last_pass) return;
  out.push_back({"error", lifecycle.last_error, ago(*lifecycle.last_error_at, world.now), ""});
}

void add_agents(const Session& session, const World& world, StatusExtent extent,
                std::vector<StatusRow>& out) {
  Rows rows(out, "agents", 2, extent);
  for (const auto& agent : session.agents.items) {
    const bool failed =
        agent.status == AgentStatus::kError || agent.status == AgentStatus::kTimeout;
    if (!failed && agent.status != AgentStatus::kRunning) continue;
    std::string text = agent.id.text;
    if (!agent.type.empty()) text += fmt::format(" ({})", agent.type);
    text += fmt::format(" {}", name_of(agent.status));
    if (!failed && agent.progress) text += fmt::format(", {:.0f} %", *agent.progress * 100);
    if (!agent.blocking_on.empty()) text += ", waits for " + agent.blocking_on.text;
    if (failed && agent.error) text += ": " + agent.error->message;
    const auto since = failed ? agent.ended_at : agent.started_at;
    rows.add(std::move(text), since ? ago(*since, world.now) : "");
  }
  rows.finish(world.worded("clew show " + id_of(session)));
}

void add_open(const Session& session, const World& world, StatusExtent extent,
              std::vector<StatusRow>& out) {
  Rows rows(out, "open", 3, extent);
  const auto& questions = session.questions.items;
  for (auto question = questions.rbegin(); question != questions.rend(); ++question) {
    if (!question->open()) continue;
    rows.add(question->text,
             "asked " + ago(question->origin.at, world.now) + file_mark(question->origin));
  }
  const auto& claims = session.claims.items;
  for (auto claim = claims.rbegin(); claim != claims.rend(); ++claim) {
    if (!claim->open()) continue;
    rows.add(quote(claim->text),
             fmt::format("{} {}{}", name_of(claim->status), ago(claim->origin.at, world.now),
                         file_mark(claim->origin)));
  }
  rows.finish(world.worded("clew show " + id_of(session)));
}

// The command that a sentence of drift ends with; empty when it names none.
std::string command_at_end(const Session& session, const World& world,
                           const std::string& sentence) {
  for (const auto& artifact : session.artifacts.items) {
    if (!sentence.starts_with("artifact " + quote_name(artifact.path) + " ")) continue;
    std::string command = restore_command(world, artifact);
    if (sentence.ends_with(": " + command)) return command;
  }
  return {};
}

void add_drift(const Session& session, const World& world, StatusExtent extent,
               std::vector<StatusRow>& out) {
  Rows rows(out, "drift", 2, extent);
  for (const auto& each : world.drift) {
    const std::string& sentence = each.text;
    const std::string command = command_at_end(session, world, sentence);
    rows.add(sentence.substr(0, sentence.size() - command.size()), "", command);
  }
  rows.finish(world.worded("clew verify " + id_of(session)));
}

void add_stale(const Session& session, const World& world, StatusExtent extent,
               std::vector<StatusRow>& out) {
  Rows rows(out, "stale", 2, extent);
  for (const auto& each : world.stale) rows.add(stale_sentence(each));
  const std::string again = world.worded("clew recheck " + id_of(session));
  if (!world.stale.empty()) out.push_back({"", "run it again: ", "", again});
}

}  // namespace

std::string stale_sentence(const StaleEvidence& stale) {
  const std::string whose = stale.number.empty()
                                ? "the session"
                                : fmt::format("step {} {}", stale.number, quote(stale.title));
  return fmt::format("{}: {}", whose, stale.words);
}

std::string restore_command(const World& world, const Artifact& artifact) {
  return world.worded("clew artifact restore " + shell_word(artifact.path));
}

std::vector<StatusRow> status_rows(const Session& session, const World& world,
                                   const Standing& standing, StatusExtent extent) {
  std::vector<StatusRow> out;
  add_lifecycle(session, world, standing, out);
  add_holder(session, world, out);
  if (!is_closed(session.lifecycle.status)) {
    add_open_end(standing, out);
    add_error(session, world, standing, out);
    add_agents(session, world, extent, out);
    add_open(session, world, extent, out);
  }
  if (std::string branch = branch_words(session, world, kBranchColumns); !branch.empty()) {
    out.push_back({"branch", std::move(branch), "", ""});
  }
  add_drift(session, world, extent, out);
  add_stale(session, world, extent, out);
  if (const auto next = next_words(session, world, standing)) {
    const ActorId by = standing.at == kRoot ? ActorId() : standing.step->words_by;
    const std::string mark = session.next_action.empty() ? edited_mark(by) : "";
    out.push_back({"next", next->text + mark + next->glue, "", next->command});
  }
  return out;
}

}  // namespace clew
