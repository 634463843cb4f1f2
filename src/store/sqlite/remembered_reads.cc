#include "store/sqlite/remembered_reads.h"

#include <algorithm>

#include "store/session_card.h"
#include "store/sqlite/log_version.h"

namespace clew {
namespace {

constexpr size_t kMostBytes = 1024;  // of one text
constexpr size_t kMostItems = 32;    // of one list

// As refresh_card (append.h) leaves it and read_card (list.cc) finds it.
void renew_card(SessionCard& card, const Session& session, const EventHeader& last,
                const Head& head) {
  CardText text = card_text(session, last.actor, last.at);
  card.goal = std::move(text.goal);
  card.project_path = std::move(text.project_path);
  card.actor = std::move(text.actor);
  card.step = std::move(text.step);
  card.percent = text.percent;
  card.open_ended = text.open_ended;
  card.project = session.identity.project;
  card.status = session.lifecycle.status;
  card.archived = session.lifecycle.archived;
  card.touched_at = std::max(card.touched_at, last.at);
  card.head = head;
}

}  // namespace

void RememberedReads::see(const std::string& version) {
  if (version_ == version) return;
  forget_all();
  version_ = version;
}

void RememberedReads::forget_all() { *this = RememberedReads(); }

void RememberedReads::forget_settings() {
  settings.clear();
  setting_groups.clear();
}

void RememberedReads::append(const Append& append, const Head& head) {
  lists.clear();
  if (append.expected.number == 0) resolved.clear();  // what was one session may be two now
  const auto card = cards.find(append.session.text);
  if (card == cards.end()) return;
  if (append.after == nullptr) {
    cards.erase(card);
  } else {
    renew_card(card->second, *append.after, append.events.back().header, head);
  }
}

void RememberedReads::move_on(const std::string& before, const std::string& after) {
  if (after.empty() || version_ != before) return forget_all();
  version_ = after;
}

bool RememberedReads::is_small(const std::string& text) { return text.size() <= kMostBytes; }

bool RememberedReads::is_small(const SessionCard& card) {
  return is_small(card.goal) && is_small(card.step) && is_small(card.project_path);
}

bool RememberedReads::is_small(const std::vector<StoreSetting>& settings) {
  return settings.size() <= kMostItems &&
         std::all_of(settings.begin(), settings.end(),
                     [](const StoreSetting& each) { return is_small(each.value); });
}

bool RememberedReads::is_small(const std::vector<SessionCard>& cards) {
  return cards.size() <= kMostItems &&
         std::all_of(cards.begin(), cards.end(),
                     [](const SessionCard& card) { return is_small(card); });
}

}  // namespace clew
