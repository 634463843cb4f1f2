#include "command/record/record_claim.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "engine/reply.h"

namespace clew {
namespace {

std::optional<Seq> as_number(const std::string& text) {
  const bool digits =
      !text.empty() && text.size() < 10 &&
      std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!digits) return std::nullopt;
  return Seq{static_cast<uint32_t>(std::stoul(text))};
}

// The open claim made in the same words; saying it again is about that one.
std::optional<Seq> as_open_claim(const Session& session, const std::string& text) {
  std::optional<Seq> found;
  for (const auto& claim : session.claims.items) {
    if (claim.open() && claim.text == text) found = claim.origin.id;
  }
  return found;
}

std::string said_of(const std::string& because, const std::string& result) {
  if (because.empty() || result.empty()) return because + result;
  return fmt::format("{} · {}", because, result);
}

Result<RecordFact::Fact> fact_for(const Session& session, const ClaimRequest& request,
                                  ClaimStatus status) {
  std::optional<Seq> made = as_number(request.claim);
  if (!made) made = as_open_claim(session, request.claim);
  if (made) {
    return RecordFact::Fact(ClaimChanged{*made, status, said_of(request.because, request.result)});
  }
  if (status == ClaimStatus::kResolved || status == ClaimStatus::kReconfirmed) {
    return make_error(ErrorCode::kNotFound,
                      fmt::format("there is no open claim \"{}\"", request.claim), request.claim,
                      "clew log --type claim_made");
  }
  ClaimMade claim;
  claim.text = request.claim;
  claim.status = status;
  claim.result = request.result;
  (status == ClaimStatus::kOverridden ? claim.rationale : claim.reason) = request.because;
  return RecordFact::Fact(claim);
}

const Claim* find_claim(const Session& session, Seq id) {
  for (const auto& claim : session.claims.items) {
    if (claim.origin.id == id) return &claim;
  }
  return nullptr;
}

}  // namespace

Result<Answer> record_claim(Workspace& workspace, const ClaimRequest& request, ClaimStatus status) {
  if (status == ClaimStatus::kOverridden && request.because.empty()) {
    return make_error(
        ErrorCode::kUsage, "an override needs a reason", "--because",
        fmt::format("clew claim override {} --because \"…\"", shell_word(request.claim)));
  }
  const auto intents = [&](const Session& session) -> Result<std::vector<Intent>> {
    CLEW_ASSIGN(const std::optional<StepId> step, optional_step(session, request.step));
    CLEW_ASSIGN(const RecordFact::Fact fact, fact_for(session, request, status));
    return std::vector<Intent>{
        RecordFact{fact, step}
    };
  };
  CLEW_ASSIGN(const Done done, workspace.execute(intents));
  Seq id;
  for (const auto& event : done.events) {
    if (holds<ClaimMade>(event.data)) id = event.header.seq;
    if (const auto* changed = get_if<ClaimChanged>(&event.data)) id = changed->claim;
  }
  const Claim* claim = find_claim(done.after, id);
  Answer answer = said(workspace, done,
                       fmt::format("claim {} is {}{}", id.number, name_of(status),
                                   claim == nullptr ? "" : ": " + claim->text));
  answer.data.set("claim", id.number);
  if (claim != nullptr && claim->open()) {
    answer.text +=
        fmt::format("\nnext  clew claim {} {}",
                    status == ClaimStatus::kDeferred ? "resolve" : "reconfirm", id.number);
  }
  return answer;
}

}  // namespace clew
