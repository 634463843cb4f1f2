#include "agent_client/transcript/branch.h"

#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace clew::transcript {
namespace {

class Chooser {
 public:
  explicit Chooser(const std::vector<ChainLink>& links)
      : links_(links), chosen_(links.size()), is_first_(links.size()) {
    for (size_t i = 0; i < links.size(); ++i) {
      is_first_[i] = first_.emplace(links[i].id, i).second;
    }
  }

  std::vector<bool> run() {
    for (std::optional<size_t> at = last(); at && !chosen_[*at]; at = before(*at)) choose(*at);
    for (size_t i = 0; i < links_.size(); ++i) {
      const ChainLink& link = links_[i];
      if (!is_first_[i] || chosen_[i]) continue;
      if (!link.message.empty() && messages_.contains(link.message)) choose(i);
    }
    for (size_t i = 0; i < links_.size(); ++i) {
      if (is_first_[i] && !chosen_[i] && answers(links_[i])) chosen_[i] = true;
    }
    return std::move(chosen_);
  }

 private:
  // Clients put notices of their own at the end, some of them without a parent.
  std::optional<size_t> last() const {
    std::vector<bool> seen(links_.size());
    for (size_t i = links_.size(); i-- > 0;) {
      if (!is_first_[i]) continue;
      std::optional<size_t> at = i;
      for (; at && !seen[*at] && links_[*at].quarantined; at = before(*at)) seen[*at] = true;
      if (at && !links_[*at].quarantined) return i;
    }
    return std::nullopt;
  }

  std::optional<size_t> before(size_t at) const {
    const std::string& parent = links_[at].parent;
    if (parent.empty()) return std::nullopt;
    if (const auto found = first_.find(parent); found != first_.end()) return found->second;
    while (at-- > 0) {
      if (is_first_[at]) return at;
    }
    return std::nullopt;
  }

  void choose(size_t at) {
    chosen_[at] = true;
    if (!links_[at].message.empty()) messages_.insert(links_[at].message);
    calls_.insert(links_[at].calls.begin(), links_[at].calls.end());
  }

  bool answers(const ChainLink& link) const {
    for (const auto& result : link.results) {
      if (calls_.contains(result)) return true;
    }
    return false;
  }

  const std::vector<ChainLink>& links_;
  std::vector<bool> chosen_;
  std::vector<bool> is_first_;
  std::unordered_map<std::string, size_t> first_;
  std::unordered_set<std::string> messages_;
  std::unordered_set<std::string> calls_;
};

}  // namespace

std::vector<bool> choose_branch(const std::vector<ChainLink>& links) {
  return Chooser(links).run();
}

}  // namespace clew::transcript
