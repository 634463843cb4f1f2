#include "command/change_places.h"

#include <algorithm>

#include "command/answer.h"
#include "command/json_text.h"

namespace clew {
namespace {

std::string places_key(const SessionId& session) { return "places:" + session.text; }

bool is_file_change(const Event& event) { return get_if<FileChanged>(&event.data) != nullptr; }

}  // namespace

ChangePlaces::ChangePlaces(EventStore& store, const Session& session) : session_(session) {
  const auto text = store.setting(places_key(session.identity.id));
  if (!text || text->empty()) return;
  // What cannot be read is as if nothing had been noted.
  const auto tree = read_json_text(*text);
  if (!tree || !from_value(*tree, places_, "list")) places_.clear();
}

const std::string& ChangePlaces::of(Seq seq) const {
  const auto found = std::find_if(places_.rbegin(), places_.rend(),
                                  [&](const Place& place) { return place.from <= seq; });
  return found == places_.rend() ? session_.identity.project_path : found->root;
}

bool has_file_change(const std::vector<Event>& events) {
  return std::any_of(events.begin(), events.end(), is_file_change);
}

Status note_change_place(EventStore& store, WriteTurn& turn, const Session& session,
                         const std::vector<Event>& events, const std::string& root) {
  const auto change = std::find_if(events.begin(), events.end(), is_file_change);
  if (change == events.end()) return success();
  const Seq seq = change->header.seq;
  ChangePlaces known(store, session);
  // Of events that were cut off nothing is left.
  std::erase_if(known.places_, [&](const ChangePlaces::Place& place) { return place.from >= seq; });
  if (known.of(seq) == root) return success();
  known.places_.push_back({seq, root});
  return turn.put_setting(places_key(session.identity.id), json_line(to_value(known.places_)));
}

Status copy_change_places(EventStore& store, WriteTurn& turn, const SessionId& parent,
                          const SessionId& fork) {
  CLEW_ASSIGN(const std::string places, store.setting(places_key(parent)));
  return places.empty() ? success() : turn.put_setting(places_key(fork), places);
}

Status forget_change_places(WriteTurn& turn, const SessionId& session) {
  return turn.put_setting(places_key(session), "");
}

}  // namespace clew
