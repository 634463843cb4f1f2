// The facts of two sessions compared, kind by kind.

#include <fmt/format.h>

#include <algorithm>

#include "brief/diff_lines.h"
#include "brief/standing.h"

namespace clew {
namespace {

std::string because(const std::string& text, const std::string& reason) {
  return reason.empty() ? text : text + ": " + reason;
}

std::string words(const Decision& d) {
  return because(d.topic.empty() ? d.choice : because(d.topic, d.choice), d.reason);
}
std::string words(const Question& q) { return q.text; }
std::string words(const FailedApproach& f) { return because(f.what, f.why); }
std::string words(const Note& n) { return n.text; }
std::string words(const CommandRun& r) {
  const std::string line = r.arguments.empty() ? r.command : r.command + " " + r.arguments;
  return r.outcome == RunOutcome::kFailure ? because("failed: " + line, r.error) : line;
}
std::string words(const ErrorFact& e) { return e.text; }
std::string words(const Claim& c) { return c.text; }
std::string words(const Revision& r) {
  return because(fmt::format("{} revisit, {} affected", name_of(r.impact),
                             counted(r.affected.size(), "step", "steps")),
                 r.reason);
}
std::string words(const Checkpoint& c) {
  return because(c.name.empty() ? "checkpoint" : c.name, c.note);
}

// A change that an open fact went through.
template <class T>
void diff_open(const std::string&, const T&, const T&, DiffLines&) {}

void diff_open(const std::string& subject, const Question& a, const Question& b, DiffLines& lines) {
  if (a.answer == b.answer && a.open() == b.open()) return;
  if (b.open()) return lines.say(subject, "open again", a.answer, "");
  lines.say(subject, "answered: " + b.answer, a.answer, b.answer);
}

void diff_open(const std::string& subject, const Claim& a, const Claim& b, DiffLines& lines) {
  if (a.status == b.status) return;
  const std::string& why =
      b.status == ClaimStatus::kOverridden || b.status == ClaimStatus::kReconfirmed ? b.rationale
                                                                                    : b.reason;
  lines.say(subject, because(fmt::format("{} → {}", name_of(a.status), name_of(b.status)), why),
            name_of(a.status), name_of(b.status));
}

template <class T>
bool is_same(const T& a, const T& b) {
  return a.origin.id == b.origin.id && a.origin.at == b.origin.at &&
         a.origin.actor == b.origin.actor && words(a) == words(b);
}

// Whether a fact of this number would still be kept there. Open ones always are; closed ones leave
// in the order they came, and while none has left, `total` counts exactly those that are there.
template <class T>
bool would_be_kept(const Kept<T>& kept, Seq id) {
  if (kept.total <= kept.items.size()) return true;
  const auto oldest = std::find_if(kept.items.begin(), kept.items.end(), [](const T& fact) {
    if constexpr (requires { fact.open(); }) return !fact.open();
    return true;
  });
  return oldest == kept.items.end() || id > oldest->origin.id;
}

template <class T>
void diff_kept(const char* noun, const Kept<T>& a, const Kept<T>& b, DiffLines& lines) {
  const auto find_in = [](const Kept<T>& kept, const T& fact) {
    return std::find_if(kept.items.begin(), kept.items.end(),
                        [&](const T& other) { return is_same(other, fact); });
  };
  const auto subject = [&](const T& fact) {
    return fmt::format("{} {}", noun, fact.origin.id.number);
  };
  size_t came = 0;
  for (const auto& fact : b.items) {
    const auto before = find_in(a, fact);
    if (before != a.items.end()) {
      diff_open(subject(fact), *before, fact, lines);
      if constexpr (requires { fact.attributes; }) {
        lines.attributes(subject(fact), before->attributes, fact.attributes);
      }
    } else if (would_be_kept(a, fact.origin.id)) {
      lines.added(subject(fact), words(fact));
      ++came;
    }
  }
  size_t left = 0;
  for (const auto& fact : a.items) {
    if (find_in(b, fact) != b.items.end() || !would_be_kept(b, fact.origin.id)) continue;
    lines.removed(subject(fact), words(fact));
    ++left;
  }
  const size_t now = b.total + left;
  const size_t then = a.total + came;
  if (now == then) return;
  lines.say(fmt::format("{}s", noun),
            now > then ? fmt::format("{} more recorded", now - then)
                       : fmt::format("{} fewer recorded", then - now),
            std::to_string(a.total), std::to_string(b.total));
}

template <class T, class Key>
const T* find_by(const std::vector<T>& items, const Key& key, Key T::* member) {
  for (const auto& item : items) {
    if (item.*member == key) return &item;
  }
  return nullptr;
}

std::string words(const FileChange& f) {
  const bool is_counted = f.lines_added > 0 || f.lines_removed > 0;
  if (!is_counted) return name_of(f.action);
  return fmt::format("{}, +{} −{}", name_of(f.action), f.lines_added, f.lines_removed);
}

void diff_files(const Session& a, const Session& b, DiffLines& lines) {
  for (const auto& file : b.files.items) {
    const FileChange* before = find_by(a.files.items, file.path, &FileChange::path);
    if (before == nullptr) {
      lines.added("file " + file.path, words(file));
    } else if (words(*before) != words(file)) {
      lines.changed("file " + file.path, words(*before), words(file));
    } else if (before->hash_after != file.hash_after) {
      lines.say("file " + file.path, "other content", before->hash_after.hex(),
                file.hash_after.hex());
    }
  }
  for (const auto& file : a.files.items) {
    if (find_by(b.files.items, file.path, &FileChange::path) != nullptr) continue;
    if (would_be_kept(b.files, file.origin.id)) lines.removed("file " + file.path, words(file));
  }
}

std::string words(const Artifact& artifact) {
  const std::string version = fmt::format("version {}", artifact.version);
  return artifact.archived_as.empty() ? version : version + ", archived as " + artifact.archived_as;
}

void diff_artifacts(const Session& a, const Session& b, DiffLines& lines) {
  for (const auto& artifact : b.artifacts.items) {
    const Artifact* before = find_by(a.artifacts.items, artifact.path, &Artifact::path);
    if (before == nullptr) {
      lines.added("artifact " + artifact.path, words(artifact));
    } else if (words(*before) != words(artifact)) {
      lines.changed("artifact " + artifact.path, words(*before), words(artifact));
    } else if (before->content != artifact.content) {
      lines.say("artifact " + artifact.path, "other content", before->content.hex(),
                artifact.content.hex());
    }
  }
  for (const auto& artifact : a.artifacts.items) {
    if (find_by(b.artifacts.items, artifact.path, &Artifact::path) != nullptr) continue;
    if (would_be_kept(b.artifacts, artifact.origin.id)) {
      lines.removed("artifact " + artifact.path, words(artifact));
    }
  }
}

std::string words(const Agent& agent) {
  std::string text = name_of(agent.status);
  if (agent.status == AgentStatus::kRunning && agent.progress) {
    text += fmt::format(", {:.0f} %", *agent.progress * 100);
  }
  if (agent.error && !agent.error->message.empty()) text += ": " + agent.error->message;
  return text;
}

void diff_agents(const Session& a, const Session& b, DiffLines& lines) {
  for (const auto& agent : b.agents.items) {
    const std::string subject = "agent " + agent.id.text;
    const Agent* before = find_by(a.agents.items, agent.id, &Agent::id);
    if (before == nullptr) {
      lines.added(subject, agent.type.empty() ? words(agent) : agent.type + ", " + words(agent));
      continue;
    }
    lines.changed(subject, words(*before), words(agent));
    lines.changed(subject + " summary", before->summary, agent.summary);
    lines.attributes(subject, before->attributes, agent.attributes);
  }
  if (b.agents.total > b.agents.items.size()) return;  // the ended ones may only have left memory
  for (const auto& agent : a.agents.items) {
    if (find_by(b.agents.items, agent.id, &Agent::id) != nullptr) continue;
    lines.removed("agent " + agent.id.text, words(agent));
  }
}

void diff_context(const ContextUsage& a, const ContextUsage& b, DiffLines& lines) {
  lines.changed("context tokens", std::to_string(a.estimated_tokens),
                std::to_string(b.estimated_tokens));
  lines.changed("context compressions", std::to_string(a.compressions),
                std::to_string(b.compressions));
}

}  // namespace

void diff_facts(const Session& a, const Session& b, DiffLines& lines) {
  diff_kept("decision", a.decisions, b.decisions, lines);
  diff_kept("question", a.questions, b.questions, lines);
  diff_kept("failure", a.failed_approaches, b.failed_approaches, lines);
  diff_kept("claim", a.claims, b.claims, lines);
  diff_kept("note", a.notes, b.notes, lines);
  diff_files(a, b, lines);
  diff_artifacts(a, b, lines);
  diff_kept("command", a.runs, b.runs, lines);
  diff_kept("error", a.errors, b.errors, lines);
  diff_agents(a, b, lines);
  diff_kept("revisit", a.revisions, b.revisions, lines);
  diff_kept("checkpoint", a.checkpoints, b.checkpoints, lines);
  diff_context(a.context, b.context, lines);
}

}  // namespace clew
