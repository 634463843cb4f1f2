#include "command/retention/redact_kept_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "agent_client/transcript/transcript_record.h"
#include "base/shell_word.h"
#include "discovery/found_session.h"
#include "discovery/import_record.h"
#include "document/json/json.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "store/at_once.h"
#include "store/settings.h"
#include "view/view_record.h"

namespace clew {
namespace {

// Is it the session, or a fork of it or of its forks?
Result<bool> inherits(StoreReader& store, SessionId id, const SessionId& from) {
  std::set<SessionId> seen;
  while (!id.empty() && seen.insert(id).second) {
    if (id == from) return true;
    const auto summary = store.summary(id);
    if (!summary && summary.error().code != ErrorCode::kNotFound) return summary.error();
    id = summary ? summary->parent : SessionId();
  }
  return false;
}

class TextRedaction {
 public:
  TextRedaction(Transaction& transaction, const SessionId& session, const RedactedWords& words)
      : turn_(transaction), session_(session), words_(words) {}

  Result<bool> run() {
    CLEW_TRY(imports());
    CLEW_TRY(views());
    CLEW_ASSIGN(bool any, conversations());
    CLEW_TRY(turn_.release_unnamed(session_, [&](BytesView content) {
      const bool is_reported = tells(content, words_);
      any = any || is_reported;
      return is_reported;
    }));
    for (const auto& [owner, hashes] : replaced_) {
      CLEW_TRY(turn_.release_unnamed(
          owner, [&](BytesView content) { return hashes.count(sha256(content)) != 0; }));
      any = true;
    }
    return any;
  }

 private:
  // What to keep in the place of the content; empty: nothing.
  Result<Hash> freed(const std::string& path, const Hash& content, const SessionId& owner) {
    if (content.empty()) return content;
    auto text = turn_.blob(content);
    if (!text && text.error().code != ErrorCode::kNotFound) return text.error();
    if (!text) return Hash();
    if (!tells(*text, words_)) return content;
    auto clean = without_words({path, std::move(*text)}, words_);
    if (!clean) return Hash();
    const Hash hash = sha256(*clean);
    CLEW_TRY(turn_.put_blob({hash, std::move(*clean)}, owner));
    return hash;
  }

  Status imports() {
    CLEW_ASSIGN(const auto all, turn_.settings(std::string(kImportSettings)));
    for (const auto& [key, text] : all) {
      const auto tree = parse_json(text);
      if (!tree || !tree->is_list()) continue;
      std::vector<KnownImport> known;
      CLEW_TRY(from_value(*tree, known, key));
      for (const auto& each : known) {
        if (each.session != session_) continue;
        for (const auto& file : each.files) locations_.insert(join_path(each.folder, file.path));
      }
    }
    for (const auto& [key, text] : all) {
      const auto tree = parse_json(text);
      if (!tree) continue;
      Value now = *tree;
      if (tree->is_list()) {
        CLEW_TRY(files(key, now));
      } else {
        CLEW_TRY(transcript(key, now));
      }
      if (now != *tree) CLEW_TRY(turn_.put_setting(key, write_json(now)));
    }
    return success();
  }

  // What people said to an agent before it had a session, and what it is told of one.
  Result<bool> conversations() {
    bool any = false;
    for (const SettingFamily& family : kSettingFamilies) {
      if (family.scope != SettingScope::kActor || family.words == HoldsWords::kNo) continue;
      CLEW_ASSIGN(const auto all, turn_.settings(std::string(family.prefix)));
      for (const auto& [key, text] : all) {
        if (!tells(text, words_)) continue;
        CLEW_TRY(turn_.put_setting(key, ""));
        any = true;
      }
    }
    return any;
  }

  Status files(const std::string& key, Value& remembered) {
    std::vector<KnownImport> known;
    CLEW_TRY(from_value(remembered, known, key));
    bool changed = false;
    for (auto& each : known) {
      for (auto& file : each.files) {
        if (locations_.count(join_path(each.folder, file.path)) == 0) continue;
        CLEW_ASSIGN(const Hash now, freed(file.path, file.kept(), each.session));
        if (now != file.kept() && each.session != session_) {
          replaced_[each.session].insert(file.kept());
        }
        if (now.empty() || now == file.kept()) continue;  // gone: whoever looks for it is told so
        file.base = now;
        changed = true;
      }
    }
    if (changed) remembered = to_value(known);
    return success();
  }

  Status transcript(const std::string& key, Value& remembered) {
    KnownTranscript known;
    CLEW_TRY(from_value(remembered, known, key));
    if (known.session != session_) return success();
    CLEW_ASSIGN(const Hash now, freed("told.json", known.reported, session_));
    if (now == known.reported) return success();
    known.reported = now;
    known.redacted = true;
    remembered = to_value(known);
    return success();
  }

  Status views() {
    CLEW_ASSIGN(const auto all, shown_with(turn_, session_));
    for (const auto& id : all) {
      CLEW_ASSIGN(auto state, load_view(turn_, id));
      if (!state) continue;
      const ViewState before = *state;
      for (auto& file : state->files) {
        CLEW_ASSIGN(file.base, freed(file.path, file.base, id));
      }
      if (*state != before) CLEW_TRY(save_view(turn_, id, *state));
    }
    return success();
  }

  Transaction& turn_;
  const SessionId& session_;
  const RedactedWords& words_;
  // Files that it was imported from. A folder's list of sessions is kept with each of them.
  std::set<std::string> locations_;
  std::map<SessionId, std::set<Hash>> replaced_;  // of other sessions
};

class TellingFiles {
 public:
  TellingFiles(Workspace& workspace, const RedactedWords& words)
      : workspace_(workspace), words_(words), here_(real_here(workspace)) {}

  void view(const ViewState& state, const SessionSummary& summary) {
    for (const auto& file : state.files) {
      const std::string path = join_path(state.folder, file.path);
      if (state.seq < summary.head.seq) {
        say(path, when_written(summary.id, summary.status));
      } else {
        say(path,
            "from an event, or in a part that clew does not write; remove the latter by hand");
      }
      const std::string backup = path + ".bak";
      say(backup, fmt::format("it has the text from before this change; to remove it:  rm {}",
                              shell_word(shown_path(here_, backup))));
    }
  }

  void import(const KnownImport& known) {
    for (const auto& file : known.files) {
      say(join_path(known.folder, file.path),
          "the session was imported from it, and clew never changes it; remove it there too");
    }
  }

  void transcript(const KnownTranscript& known) {
    for (const auto& file : known.files) {
      said_.push_back(
          fmt::format("the transcript {}, which the session was imported from, belongs to the "
                      "agent and is left unchanged",
                      file.name));
    }
  }

  std::vector<std::string> take() { return std::move(said_); }

 private:
  void say(const std::string& path, const std::string& more) {
    if (!seen_.insert(path).second) return;
    const auto text = read_whole_file(workspace_.files(), path);
    if (!text || !tells(*text, words_)) return;
    said_.push_back(
        fmt::format("{} still contains redacted text: {}", shown_path(here_, path), more));
  }

  Workspace& workspace_;
  const RedactedWords& words_;
  const std::string here_;
  std::set<std::string> seen_;
  std::vector<std::string> said_;
};

}  // namespace

Result<std::vector<SessionId>> shown_with(StoreReader& store, const SessionId& session) {
  CLEW_ASSIGN(const auto all, sessions_with_views(store));
  std::vector<SessionId> shown;
  for (const auto& id : all) {
    CLEW_ASSIGN(const bool is_reported, inherits(store, id, session));
    if (is_reported) shown.push_back(id);
  }
  return shown;
}

Result<bool> redact_texts(Transaction& transaction, const SessionId& session,
                          const RedactedWords& words) {
  return TextRedaction(transaction, session, words).run();
}

Result<std::vector<uint32_t>> events_that_tell(StoreReader& store, const SessionId& session,
                                               const RedactedWords& words) {
  std::vector<uint32_t> found;
  if (words.named.empty()) return found;
  for (Seq from{1};;) {
    CLEW_ASSIGN(const auto page, store.read(session, from, kEventsAtOnce));
    if (page.empty()) return found;
    for (const auto& stored : page) {
      // What was recorded in a parent is redacted there.
      if (stored.session != session) continue;
      if (tells(write_json(data_to_value(stored.event.data)), words)) {
        found.push_back(stored.event.header.seq.number);
      }
    }
    from = Seq{page.back().event.header.seq.number + 1};
  }
}

bool is_in_id(const SessionId& id, const RedactedWords& words) {
  constexpr size_t kTelling = 4;
  const std::string word = id.text.substr(0, id.text.find('-'));
  return word.size() >= kTelling &&
         std::any_of(words.named.begin(), words.named.end(), [&](std::string text) {
           for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
           return text.find(word) != std::string::npos;
         });
}

Result<std::vector<std::string>> files_that_tell(Workspace& workspace, const SessionId& session,
                                                 const RedactedWords& words) {
  EventStore& store = workspace.store();
  TellingFiles telling(workspace, words);
  CLEW_ASSIGN(const auto shown, shown_with(store, session));
  for (const auto& id : shown) {
    CLEW_ASSIGN(const auto view, load_view(store, id));
    CLEW_ASSIGN(const SessionSummary summary, store.summary(id));
    if (view) telling.view(*view, summary);
  }
  CLEW_ASSIGN(const auto all, store.settings(std::string(kImportSettings)));
  for (const auto& [key, text] : all) {
    const auto tree = parse_json(text);
    if (!tree) continue;
    if (!tree->is_list()) {
      KnownTranscript known;
      CLEW_TRY(from_value(*tree, known, key));
      if (known.session == session) telling.transcript(known);
      continue;
    }
    std::vector<KnownImport> known;
    CLEW_TRY(from_value(*tree, known, key));
    for (const auto& each : known) {
      if (each.session == session) telling.import(each);
    }
  }
  return telling.take();
}

}  // namespace clew
