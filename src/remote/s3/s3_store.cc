#include "remote/s3/s3_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "files/backoff.h"

namespace clew {
namespace {

constexpr Duration kFirstPause{200};
constexpr Duration kLongestPause = seconds(8);
constexpr int64_t kLongestWish = 20;  // seconds of Retry-After
constexpr int kTriesToReach = 3;      // of a server that never answered: offline is said soon
constexpr size_t kMaxKeyBytes = 1024;
constexpr size_t kMaxListAnswer = size_t{8} << 20;
constexpr size_t kPage = 1000;
constexpr size_t kMaxForeignPages = 100;
constexpr size_t kFaultRoom = size_t{64} << 10;

bool is_good(int status) { return status >= 200 && status < 300; }

bool is_passing(const HttpAnswer& answer) {
  if (answer.outcome == HttpAnswer::Outcome::kBroken) return true;
  if (answer.outcome != HttpAnswer::Outcome::kAnswered) return false;
  const int status = answer.status;
  if (status == 409 || status == 429) return true;
  if (status >= 500) return status != 501 && status != 505;
  return status == 400 && read_fault(answer.body).code == "RequestTimeout";
}

std::string header_of(const HttpAnswer& answer, const std::string& name) {
  const auto found = answer.headers.find(name);
  return found == answer.headers.end() ? std::string() : found->second;
}

Duration wish_of_server(const HttpAnswer& answer) {
  const std::string text = header_of(answer, "retry-after");
  int64_t wish = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), wish);
  if (error != std::errc() || end != text.data() + text.size() || wish < 0) return {};
  return seconds(std::min(wish, kLongestWish));
}

std::string shown(std::string_view of_server) { return visible(one_line(cut(of_server, 80))); }

// What a fault means, and what to do about it.
struct FaultRow {
  const char* code;
  ErrorCode error;
  const char* message;
  const char* next;
};
constexpr const char* kCheckKeys =
    "check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE";
constexpr const char* kRenewKeys =
    "get new ones: eval \"$(aws configure export-credentials --format env)\"";
constexpr FaultRow kFaults[] = {
    {"InvalidAccessKeyId",           ErrorCode::kNotAllowed, "the server does not know this access key id",
     kCheckKeys                                                                                                                       },
    {"SignatureDoesNotMatch",        ErrorCode::kNotAllowed,
     "the secret does not belong to this access key id",                                                    kCheckKeys                },
    {"RequestTimeTooSkewed",         ErrorCode::kNotAllowed,
     "the clocks of this machine and the server differ too much",                                           "timedatectl set-ntp true"},
    {"ExpiredToken",                 ErrorCode::kNotAllowed, "these temporary keys have expired",           kRenewKeys                },
    {"InvalidToken",                 ErrorCode::kNotAllowed, "the session token is not valid",              kRenewKeys                },
    {"AuthorizationHeaderMalformed", ErrorCode::kNotAllowed, "the bucket is in another region",
     "export AWS_REGION=REGION"                                                                                                       },
    {"NoSuchBucket",                 ErrorCode::kNotFound,   "there is no such bucket",
     "create it, for example: aws s3 mb s3://BUCKET"                                                                                  },
};

}  // namespace

S3Store::S3Store(S3Place place, S3Options options, std::function<Time()> clock, Machine& machine)
    : place_(std::move(place)),
      options_(std::move(options)),
      clock_(std::move(clock)),
      machine_(machine),
      http_(options_.http),
      region_(options_.region.empty() ? kUsualRegion : options_.region) {}

std::string S3Store::region() const {
  const std::lock_guard lock(mutex_);
  return region_;
}

HttpAnswer S3Store::ask_once(const Ask& what, const std::string& region) {
  S3Call call;
  call.method = what.method;
  call.host = host_of(place_, region);
  call.path = path_of(place_, what.key);
  call.query = what.query;
  if (what.when == When::kAbsent) call.headers.emplace_back("if-none-match", "*");
  call.body = what.body;
  OutgoingRequest request;
  request.method = what.method;
  request.url =
      fmt::format("{}://{}{}", place_.scheme, call.host, percent_encoded(call.path, Slash::kKept));
  if (!call.query.empty()) request.url += '?' + query_text(call.query);
  request.headers = signed_headers(call, options_.keys, region, clock_());
  request.body = what.body;
  request.max_answer = what.max_answer;
  return http_.send(request);
}

bool S3Store::is_region_learned(const HttpAnswer& answer, const std::string& tried) {
  const bool may_name_it =
      answer.status == 301 || answer.status == 307 || answer.status == 400 || answer.status == 403;
  if (!may_name_it) return false;
  std::string named = header_of(answer, "x-amz-bucket-region");
  if (named.empty()) named = read_fault(answer.body).region;
  if (!is_region(named) || named == tried) return false;
  const std::lock_guard lock(mutex_);
  if (is_region_known_ && region_ != named) return false;  // it says one thing, then another
  is_region_known_ = true;
  region_ = named;
  return true;
}

Result<HttpAnswer> S3Store::ask(const Ask& what) {
  Backoff backoff(machine_, options_.patience, kFirstPause, kLongestPause);
  bool was_answered = false;
  for (int tries = 1;; ++tries) {
    const std::string tried = region();
    HttpAnswer answer = ask_once(what, tried);
    if (answer.outcome == HttpAnswer::Outcome::kAnswered) {
      was_answered = true;
      if (is_region_learned(answer, tried)) continue;
    }
    if (!is_passing(answer)) {
      if (answer.outcome == HttpAnswer::Outcome::kUntrusted) return broken(answer);
      return answer;
    }
    const bool is_out_of_reach = !was_answered && answer.status == 0 && tries >= kTriesToReach;
    if (!is_out_of_reach) {
      const Duration wish = wish_of_server(answer);
      if (wish.ms > 0) machine_.sleep(wish);
      if (backoff.wait() == Backoff::Verdict::kTryAgain) continue;
    }
    if (answer.outcome == HttpAnswer::Outcome::kBroken) return broken(answer);
    return answer;
  }
}

Error S3Store::broken(const HttpAnswer& answer) const {
  const std::string server = host_of(place_, region());
  if (answer.outcome == HttpAnswer::Outcome::kUntrusted) {
    return make_error(ErrorCode::kFailed,
                      "the server's certificate is not trusted: " + shown(answer.trouble),
                      place_.url + " at " + server,
                      "for a certificate of your own: export AWS_CA_BUNDLE=/path/to/ca.pem");
  }
  return make_error(ErrorCode::kFailed, "cannot reach the server: " + shown(answer.trouble),
                    place_.url + " at " + server, "try again later");
}

Error S3Store::refusal(const HttpAnswer& answer) const {
  const std::string subject = place_.url + " at " + host_of(place_, region());
  if (answer.outcome == HttpAnswer::Outcome::kTooLarge) {
    return make_error(ErrorCode::kInvalid, "the server's answer is larger than any that is needed",
                      subject, "check that the endpoint is an S3 server");
  }
  const S3Fault fault = read_fault(answer.body);
  for (const auto& row : kFaults) {
    if (fault.code == row.code) return make_error(row.error, row.message, subject, row.next);
  }
  const std::string said = fault.code.empty()
                               ? std::to_string(answer.status)
                               : fmt::format("{} {}", answer.status, shown(fault.code));
  if (answer.status == 401 || answer.status == 403) {
    return make_error(ErrorCode::kNotAllowed,
                      fmt::format("these keys may not do that in this bucket ({})", said), subject,
                      "allow s3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject");
  }
  if (answer.status >= 300 && answer.status < 400) {
    return make_error(
        ErrorCode::kInvalid,
        fmt::format(
            "the server sends clew to another address, which it does not follow ({}{})", said,
            header_of(answer, "location").empty() ? ""
                                                  : ": " + shown(header_of(answer, "location"))),
        subject, "name the bucket's own server with --endpoint, or its region with AWS_REGION");
  }
  if (is_passing(answer)) {
    return make_error(ErrorCode::kFailed,
                      fmt::format("the server is busy or out of order ({})", said), subject,
                      "try again later");
  }
  return make_error(ErrorCode::kInvalid,
                    fmt::format("the server answers in no way of S3 ({})", said), subject,
                    "check that the endpoint is an S3 server");
}

Status S3Store::check(const std::string& name, BytesView bytes) const {
  CLEW_TRY(check_object_name(name));
  if (place_.prefix.size() + name.size() > kMaxKeyBytes) {
    return make_error(ErrorCode::kInvalid, "the name of an object and the prefix are too long",
                      visible(cut(name, 80)));
  }
  if (bytes.empty()) {
    return make_error(ErrorCode::kInvalid, "an object without bytes", name);
  }
  return success();
}

Result<PutOutcome> S3Store::put_object(const std::string& key, BytesView bytes, When when) {
  CLEW_ASSIGN(const HttpAnswer answer,
              ask({.method = "PUT", .key = key, .query = {}, .body = bytes, .when = when}));
  if (answer.outcome == HttpAnswer::Outcome::kAnswered) {
    if (is_good(answer.status)) return PutOutcome::kCreated;
    if (when == When::kAbsent && answer.status == 412) return PutOutcome::kExists;
    if (when == When::kAbsent && answer.status == 501) {
      return make_error(ErrorCode::kInvalid,
                        "this server cannot create an object only where there is none "
                        "(PUT with If-None-Match), which clew needs",
                        place_.url + " at " + host_of(place_, region()),
                        "use another server, or a newer version of it");
    }
  }
  return refusal(answer);
}

// An honest server refuses the second creation, and one that has been in use the first.
Status S3Store::prove_create_if_absent() {
  const std::lock_guard lock(proof_mutex_);
  if (is_proven_) return success();
  if (!options_.is_proven || !options_.is_proven()) {
    const std::string key = place_.prefix + kProbeName;
    bool is_refused = false;
    for (int tries = 0; tries < 2 && !is_refused; ++tries) {
      CLEW_ASSIGN(const PutOutcome outcome, put_object(key, "clew\n", When::kAbsent));
      is_refused = outcome == PutOutcome::kExists;
    }
    if (!is_refused) {
      return make_error(ErrorCode::kInvalid,
                        "this server replaces an object that it was to create only if absent "
                        "(it ignores If-None-Match): two machines would lose each other's work",
                        place_.url + " at " + host_of(place_, region()),
                        "use another server, or a newer version of it");
    }
    if (options_.note_proven) options_.note_proven();
  }
  is_proven_ = true;
  return success();
}

Result<PutOutcome> S3Store::put_if_absent(const std::string& name, BytesView bytes) {
  CLEW_TRY(check(name, bytes));
  CLEW_TRY(prove_create_if_absent());
  return put_object(place_.prefix + name, bytes, When::kAbsent);
}

Status S3Store::put(const std::string& name, BytesView bytes) {
  CLEW_TRY(check(name, bytes));
  CLEW_TRY(put_object(place_.prefix + name, bytes, When::kAlways));
  return success();
}

Result<std::optional<Bytes>> S3Store::get(const std::string& name, size_t max_bytes) {
  CLEW_TRY(check(name, "x"));
  Ask what{.method = "GET", .key = place_.prefix + name, .query = {}, .body = {}};
  what.max_answer = std::max(max_bytes, kFaultRoom);
  CLEW_ASSIGN(HttpAnswer answer, ask(what));
  const bool is_answered = answer.outcome == HttpAnswer::Outcome::kAnswered;
  const bool is_too_large = is_answered ? answer.body.size() > max_bytes
                                        : answer.outcome == HttpAnswer::Outcome::kTooLarge;
  if (answer.status == 200 && is_too_large) {
    return make_error(ErrorCode::kInvalid,
                      fmt::format("an object is larger than {} bytes", max_bytes),
                      place_.url + ": " + name);
  }
  if (is_answered && answer.status == 200) return std::optional(std::move(answer.body));
  // Any other 404 may be of somebody in between, who does not know.
  const bool is_nothing =
      is_answered && answer.status == 404 && read_fault(answer.body).code == "NoSuchKey";
  if (is_nothing) return std::optional<Bytes>();
  return refusal(answer);
}

Result<S3ListPage> S3Store::list_page(const std::string& prefix, const std::string& start_after,
                                      size_t max) {
  Ask what{.method = "GET", .key = {}, .query = {}, .body = {}};
  what.max_answer = kMaxListAnswer;
  what.query = {
      {"list-type", "2"                },
      {"max-keys",  std::to_string(max)}
  };
  if (!prefix.empty()) what.query.emplace_back("prefix", prefix);
  if (!start_after.empty()) what.query.emplace_back("start-after", start_after);
  CLEW_ASSIGN(const HttpAnswer answer, ask(what));
  if (answer.outcome != HttpAnswer::Outcome::kAnswered || answer.status != 200) {
    return refusal(answer);
  }
  auto page = read_list_page(answer.body);
  if (!page) {
    Error error = page.error();
    error.subject = place_.url + " at " + host_of(place_, region());
    error.next = "check that the endpoint is an S3 server";
    return error;
  }
  return page;
}

// Pages go on by start-after, from the last name of the one before: a continuation token would mean
// the same, in words of the server that nobody can check.
Result<std::vector<std::string>> S3Store::list(const std::string& prefix,
                                               const std::string& start_after, size_t max) {
  const auto bad_list = [&](const char* why) {
    return make_error(ErrorCode::kInvalid, std::string("the server's list cannot be right: ") + why,
                      place_.url + " at " + host_of(place_, region()),
                      "check that the endpoint is an S3 server");
  };
  std::vector<std::string> names;
  std::string last = start_after.empty() ? "" : place_.prefix + start_after;
  for (size_t foreign_pages = 0; names.size() < max;) {
    CLEW_ASSIGN(const S3ListPage page,
                list_page(place_.prefix + prefix, last, std::min(kPage, max - names.size())));
    const size_t before = names.size();
    for (const auto& key : page.keys) {
      if (!key.starts_with(place_.prefix + prefix)) return bad_list("a name of another prefix");
      if (key <= last) return bad_list("its names are not in order");
      last = key;
      std::string name = key.substr(place_.prefix.size());
      if (is_object_name(name) && names.size() < max) names.push_back(std::move(name));
    }
    if (!page.is_truncated) break;
    if (page.keys.empty()) return bad_list("it goes on, and does not");
    if (names.size() == before && ++foreign_pages > kMaxForeignPages) {
      return bad_list("too many objects that are not clew's");
    }
  }
  return names;
}

Status S3Store::remove(const std::string& name) {
  CLEW_TRY(check(name, "x"));
  CLEW_ASSIGN(const HttpAnswer answer,
              ask({.method = "DELETE", .key = place_.prefix + name, .query = {}, .body = {}}));
  if (answer.outcome == HttpAnswer::Outcome::kAnswered) {
    const bool is_gone = is_good(answer.status) ||
                         (answer.status == 404 && read_fault(answer.body).code == "NoSuchKey");
    if (is_gone) return success();
  }
  return refusal(answer);
}

}  // namespace clew
