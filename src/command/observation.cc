#include "command/observation.h"

#include "files/run_process.h"

namespace clew {
namespace {

int64_t second_of(Time time) { return time.ms >= 0 ? time.ms / 1000 : (time.ms - 999) / 1000; }

}  // namespace

Time Observation::now() {
  asked_time_ = true;
  return clock_();
}

void Observation::use(EventStore* store) {
  store_ = store == nullptr ? nullptr : as_versioned(*store);
  ++stores_;
}

std::optional<SettingsVersion> Observation::settings_version() {
  const auto number = store_ == nullptr ? std::nullopt : store_->settings_version();
  if (!number) return std::nullopt;
  return SettingsVersion{stores_, *number};
}

void Observation::begin() {
  version_ = version();
  began_ = clock_();
  programs_ = programs_started();
  asked_time_ = false;
  files_.watch();
}

std::optional<AnswerInputs> Observation::end() {
  SeenFiles seen = files_.take();
  if (!version_ || version_ != version() || programs_ != programs_started()) return std::nullopt;
  if (!seen.exact(began_)) return std::nullopt;
  AnswerInputs inputs{std::move(*version_), std::move(seen), std::nullopt, std::nullopt};
  if (!asked_time_) return inputs;
  inputs.second = second_of(began_);
  // It may have been made on both sides of a tick.
  if (inputs.second != second_of(clock_())) return std::nullopt;
  return inputs;
}

bool Observation::still_so(AnswerInputs& inputs) {
  const int64_t second = second_of(clock_());
  if (inputs.second && inputs.second != second) return false;
  return store_is_at(inputs.store) && files_still_so(inputs, second);
}

bool Observation::files_still_so(AnswerInputs& inputs, int64_t second) {
  if (inputs.files.empty()) return true;
  if (inputs.checked && *inputs.checked == AnswerInputs::Check{bell_.rings(), second}) return true;
  // What happens while they are being looked at rings after this.
  const auto rings = bell_.listen(inputs.files.folders());
  if (!inputs.files.still_so(files_.unwatched())) return false;
  inputs.checked.reset();
  if (rings) inputs.checked = AnswerInputs::Check{*rings, second};
  return true;
}

}  // namespace clew
