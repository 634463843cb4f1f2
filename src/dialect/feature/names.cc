#include "dialect/feature/names.h"

#include "base/pattern.h"
#include "dialect/dialect.h"

namespace clew::feature {
namespace {

constexpr size_t kLongestSlug = 48;

std::string slug_of(std::string_view text) {
  std::string slug;
  for (const char c : text) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if ((lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9')) {
      slug += lower;
    } else if (!slug.empty() && slug.back() != '-') {
      slug += '-';
    }
  }
  if (slug.size() > kLongestSlug) {
    const size_t end = slug.rfind('-', kLongestSlug);
    slug.resize(end == std::string::npos ? kLongestSlug : end);
  }
  while (slug.ends_with('-')) slug.pop_back();
  return slug.empty() ? "feature" : slug;
}

}  // namespace

const char* const kIdPattern =
    "^[a-z0-9]+(-[a-z0-9]+)*-[0-9][0-9][0-9][0-9]-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$";

bool is_feature_id(const std::string& text) {
  static const Pattern pattern(kIdPattern);
  return text.find('\n') == std::string::npos && pattern.found_in(text);
}

std::string impossible_day(const std::string& id) {
  constexpr size_t kDay = 10;  // YYYY-MM-DD
  if (!is_feature_id(id)) return {};
  const std::string day = id.substr(id.size() - kDay);
  return parse_time(day).ok() ? std::string() : day;
}

std::string make_feature_id(std::string_view goal, Time day, uint32_t attempt) {
  std::string slug = slug_of(goal);
  if (attempt > 0) slug += "-" + std::to_string(attempt + 1);
  return slug + "-" + to_iso(day).substr(0, 10);
}

std::string id_of(const Session& session) {
  if (const std::string* id = external_id(session.root(), kName)) return *id;
  return make_feature_id(session.identity.goal, session.identity.created_at, 0);
}

StepNames::StepNames(const Session& session) : names_(session.steps.size()) {
  for (size_t i = 1; i < session.steps.size(); ++i) {
    const std::string* id = external_id(session.steps[i], kName);
    if (id == nullptr) continue;
    names_[i] = *id;
    taken_.insert(*id);
  }
  std::vector<bool> aids(session.steps.size());
  for (size_t i = 1; i < session.steps.size(); ++i) {
    const Step& step = session.steps[i];
    aids[i] =
        step.quarantined.value_or(false) || (step.parent.number < i && aids[step.parent.number]);
    if (!names_[i].empty()) continue;
    // Somebody who counts the steps on meets no aid.
    const char* kind = aids[i] ? "aid-" : "step-";
    std::string name = step.key.empty() ? kind + std::to_string(i) : step.key;
    while (taken_.contains(name)) name += "-" + std::to_string(i);
    taken_.insert(name);
    names_[i] = std::move(name);
  }
  if (!session.steps.empty()) names_[0] = id_of(session);
}

const std::string& StepNames::of(StepId step) const {
  static const std::string kNone;
  return step.number < names_.size() ? names_[step.number] : kNone;
}

std::string folder_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

std::string last_part(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string join_path(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

}  // namespace clew::feature
