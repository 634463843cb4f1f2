#pragma once
// Small answers that a long-lived process was given, for as long as nothing in the store has
// changed: `version` is that of log_version.h. A commit of our own moves it on by one: what its
// turn did not touch still holds. So every turn says what it changes, before it is committed.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "store/event_store.h"

namespace clew {

class RememberedReads {
 public:
  template <class T>
  using Known = std::map<std::string, T>;

  Known<std::string> settings;                      // by their key
  Known<std::vector<StoreSetting>> setting_groups;  // by how their keys begin
  Known<SessionId> resolved;                        // by what they were called
  Known<SessionCard> cards;                         // by id
  Known<std::vector<SessionCard>> lists;            // all of them, by what they are lists of

  // Before anything is looked up: what is of another version is forgotten.
  void see(const std::string& version);
  const std::string& version() const { return version_; }
  template <class T>
  void keep(Known<T>& kind, const std::string& key, const T& answer) {
    if (!is_small(answer)) return;
    if (kind.size() == kMostOfAKind) kind.clear();
    kind.insert_or_assign(key, answer);
  }

  // What a turn changes.
  void forget_all();
  void forget_settings();
  void append(const Append& append, const Head& head);  // not to a fork
  // It was committed, and the version before became the one after; empty where that is not known.
  void move_on(const std::string& before, const std::string& after);

 private:
  static constexpr size_t kMostOfAKind = 32;
  static bool is_small(const std::string& text);
  static bool is_small(const SessionId&) { return true; }
  static bool is_small(const SessionCard& card);
  static bool is_small(const std::vector<StoreSetting>& settings);
  static bool is_small(const std::vector<SessionCard>& cards);

  std::string version_;
};

}  // namespace clew
