#include "remote/s3/http_client.h"

#include <curl/curl.h>

#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "base/text.h"

namespace clew {
namespace {

constexpr size_t kMaxHeaders = 64 << 10;
constexpr int64_t kBytesPerSecond = 16 << 10;
constexpr long kStallBytesPerSecond = 1 << 10;

struct Exchange {
  const OutgoingRequest& request;
  size_t sent = 0;
  size_t header_bytes = 0;
  bool is_too_large = false;
  HttpAnswer answer;
};

size_t read_body(char* into, size_t size, size_t count, void* data) {
  auto& exchange = *static_cast<Exchange*>(data);
  const size_t n = std::min(size * count, exchange.request.body.size() - exchange.sent);
  std::memcpy(into, exchange.request.body.data() + exchange.sent, n);
  exchange.sent += n;
  return n;
}

// A connection that was kept open may turn out closed: libcurl then sends again from the start.
int rewind_body(void* data, curl_off_t offset, int origin) {
  auto& exchange = *static_cast<Exchange*>(data);
  const auto size = static_cast<curl_off_t>(exchange.request.body.size());
  if (origin != SEEK_SET || offset < 0 || offset > size) return CURL_SEEKFUNC_FAIL;
  exchange.sent = static_cast<size_t>(offset);
  return CURL_SEEKFUNC_OK;
}

size_t take_body(char* bytes, size_t size, size_t count, void* data) {
  auto& exchange = *static_cast<Exchange*>(data);
  const size_t n = size * count;
  Bytes& body = exchange.answer.body;
  if (n > exchange.request.max_answer - body.size()) {
    exchange.is_too_large = true;
    return 0;  // ends the transfer
  }
  body.append(bytes, n);
  return n;
}

size_t take_header(char* bytes, size_t size, size_t count, void* data) {
  auto& exchange = *static_cast<Exchange*>(data);
  const std::string_view line(bytes, size * count);
  exchange.header_bytes += line.size();
  if (exchange.header_bytes > kMaxHeaders) return 0;
  const size_t colon = line.find(':');
  if (line.starts_with("HTTP/")) {
    exchange.answer.headers.clear();  // of an answer "100 Continue"
  } else if (colon != std::string_view::npos) {
    constexpr std::string_view kSpace = " \t\r\n";
    const size_t first = std::min(line.find_first_not_of(kSpace, colon + 1), line.size());
    std::string value(line.substr(first));
    while (!value.empty() && kSpace.find(value.back()) != std::string_view::npos) value.pop_back();
    exchange.answer.headers[lower_case(line.substr(0, colon))] = std::move(value);
  }
  return line.size();
}

void set_up_curl() {
  static const bool kReady = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  CLEW_CHECK(kReady);
}

HttpAnswer::Outcome outcome_of(CURLcode code, const Exchange& exchange) {
  if (exchange.is_too_large) return HttpAnswer::Outcome::kTooLarge;
  switch (code) {
    case CURLE_OK:
      return HttpAnswer::Outcome::kAnswered;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
      return HttpAnswer::Outcome::kUntrusted;
    default:
      return HttpAnswer::Outcome::kBroken;
  }
}

}  // namespace

struct HttpClient::Handle {
  CURL* curl = curl_easy_init();
  Handle() { CLEW_CHECK(curl != nullptr); }
  ~Handle() { curl_easy_cleanup(curl); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
};

HttpClient::HttpClient(HttpOptions options) : options_(std::move(options)) { set_up_curl(); }
HttpClient::~HttpClient() = default;

std::unique_ptr<HttpClient::Handle> HttpClient::take_handle() {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return std::make_unique<Handle>();
  auto handle = std::move(idle_.back());
  idle_.pop_back();
  return handle;
}

void HttpClient::give_back(std::unique_ptr<Handle> handle) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(handle));
}

HttpAnswer HttpClient::send(const OutgoingRequest& request) {
  auto handle = take_handle();
  CURL* curl = handle->curl;
  curl_easy_reset(curl);  // its connections stay
  Exchange exchange{.request = request, .answer = {}};
  char trouble[CURL_ERROR_SIZE] = "";

  const bool is_https = request.url.starts_with("https:");
  curl_easy_setopt(curl, CURLOPT_URL, request.url.c_str());
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, is_https ? "https" : "http");
  curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
  curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, trouble);
  curl_easy_setopt(curl, CURLOPT_USERAGENT, "clew");
  // Empty ones are also not those that the environment names.
  curl_easy_setopt(curl, CURLOPT_PROXY, is_https ? options_.proxy.c_str() : "");
  curl_easy_setopt(curl, CURLOPT_NOPROXY, options_.no_proxy.c_str());
  if (!options_.ca_file.empty()) {
    curl_easy_setopt(curl, CURLOPT_CAINFO, options_.ca_file.c_str());
    curl_easy_setopt(curl, CURLOPT_CAPATH, nullptr);
  }

  const auto bytes = static_cast<int64_t>(request.body.size() + request.max_answer);
  const Duration whole = options_.limits.answer + seconds(bytes / kBytesPerSecond);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(options_.limits.connect.ms));
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(whole.ms));
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, kStallBytesPerSecond);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME,
                   static_cast<long>(std::max<int64_t>(options_.limits.stall.ms / 1000, 1)));

  if (request.method == "PUT") {
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, read_body);
    curl_easy_setopt(curl, CURLOPT_READDATA, &exchange);
    curl_easy_setopt(curl, CURLOPT_SEEKFUNCTION, rewind_body);
    curl_easy_setopt(curl, CURLOPT_SEEKDATA, &exchange);
  } else if (request.method != "GET") {
    curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request.method.c_str());
  }
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &exchange);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, &exchange);
  curl_slist* headers = curl_slist_append(nullptr, "Expect:");  // leaves it out
  for (const auto& line : request.headers) headers = curl_slist_append(headers, line.c_str());
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);

  const CURLcode code = curl_easy_perform(curl);
  long status = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  curl_slist_free_all(headers);
  exchange.answer.status = static_cast<int>(status);
  exchange.answer.outcome = outcome_of(code, exchange);
  if (code != CURLE_OK) {
    exchange.answer.trouble = trouble[0] != '\0' ? trouble : curl_easy_strerror(code);
  }
  give_back(std::move(handle));
  return std::move(exchange.answer);
}

}  // namespace clew
