#include "store/searchable_text.h"

#include <algorithm>

namespace clew {
namespace {

class Words {
 public:
  Words& add(const std::string& text) {
    if (text.empty()) return *this;
    if (!all_.empty()) all_ += '\n';
    all_ += text;
    return *this;
  }
  Words& add(const std::vector<std::string>& texts) {
    for (const auto& text : texts) add(text);
    return *this;
  }
  Words& add(const std::optional<std::string>& text) { return text ? add(*text) : *this; }

  void operator()(const SessionStarted& e) { add(e.goal).add(e.constraints); }
  void operator()(const IdentityChanged& e) { add(e.goal); }
  void operator()(const StepAdded& e) { add(e.title).add(e.description); }
  void operator()(const StepCompleted& e) { add(e.overridden); }
  void operator()(const AttemptFailed& e) { add(e.reason); }
  void operator()(const StepStatusChanged& e) { add(e.reason); }
  void operator()(const SessionPaused& e) { add(e.reason).add(e.context); }
  void operator()(const SessionEnded& e) { add(e.reason); }
  void operator()(const SessionReopened& e) { add(e.reason); }
  void operator()(const DecisionMade& e) {
    add(e.topic).add(e.options).add(e.choice).add(e.reason);
  }
  void operator()(const QuestionAsked& e) { add(e.text); }
  void operator()(const QuestionAnswered& e) { add(e.answer); }
  void operator()(const ApproachFailed& e) { add(e.what).add(e.why); }
  void operator()(const NoteAdded& e) { add(e.text); }
  void operator()(const CommandRan& e) { add(e.error); }
  void operator()(const ErrorRecorded& e) { add(e.text); }
  void operator()(const ClaimMade& e) { add(e.text).add(e.reason).add(e.rationale); }
  void operator()(const ClaimChanged& e) { add(e.reason); }
  void operator()(const AgentChanged& e) {
    add(e.summary);
    if (e.error) add(e.error->message);
  }
  void operator()(const ArtifactAdded& e) { add(e.path); }
  void operator()(const StepRevisited& e) { add(e.reason); }
  void operator()(const CheckpointMade& e) { add(e.label).add(e.note); }
  void operator()(const InstructionGiven& e) { add(e.text); }
  void operator()(const NextActionSet& e) { add(e.text); }
  void operator()(const SessionForked& e) { add(e.reason); }
  template <class Other>
  void operator()(const Other&) {}

  std::string take() { return std::move(all_); }

 private:
  std::string all_;
};

// Walks the type's description, and skips what can hold no hash.
void collect(const TypeInfo& type, const void* x, std::vector<Hash>& out) {
  if (type.form == TypeForm::kHash) {
    const Hash& hash = *static_cast<const Hash*>(x);
    if (!hash.empty() && std::find(out.begin(), out.end(), hash) == out.end()) out.push_back(hash);
    return;
  }
  if ((forms_in(type) & form_bit(TypeForm::kHash)) == 0) return;
  for_each_part(type, x,
                [&](const TypeInfo& inner, const void* part) { collect(inner, part, out); });
}

}  // namespace

std::string searchable_text(const EventData& data) {
  Words words;
  visit([&](const auto& event) { words(event); }, data);
  return words.take();
}

std::vector<Hash> hashes_in(const EventData& data) {
  std::vector<Hash> out;
  collect(type_of(data), data.content(), out);
  return out;
}

Hash artifact_in(const EventData& data) {
  const auto* artifact = get_if<ArtifactAdded>(&data);
  return artifact == nullptr ? Hash{} : artifact->content;
}

}  // namespace clew
