#pragma once
// One HTTP request and its answer, by libcurl: the only file that knows it. Certificates are
// verified, redirects are never followed, no proxy or password is taken from the environment, no
// answer is larger than the caller allows, and nobody is waited for without end. Threads may share
// a client; connections stay open for the next request.

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "base/time.h"

namespace clew {

struct TransferLimits {
  Duration connect = seconds(10);
  Duration stall = seconds(30);   // with less than 1 KiB a second
  Duration answer = seconds(60);  // for the whole exchange, and a second more for each 16 KiB
};

struct OutgoingRequest {
  std::string method;
  std::string url;
  std::vector<std::string> headers;  // "Name: value"
  BytesView body;
  size_t max_answer = 0;
};

struct HttpAnswer {
  // What the caller does next differs: another try may help after kBroken alone.
  enum class Outcome { kAnswered, kBroken, kUntrusted, kTooLarge };
  Outcome outcome = Outcome::kBroken;
  std::string trouble;  // unless answered: what libcurl says
  int status = 0;
  std::map<std::string, std::string> headers;  // names in lower case
  Bytes body;
};

struct HttpOptions {
  TransferLimits limits;
  std::string ca_file;   // certificates to trust; empty: the system's
  std::string proxy;     // for https; empty: none
  std::string no_proxy;  // hosts that are reached without it, with commas between
};

class HttpClient {
 public:
  explicit HttpClient(HttpOptions options);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  HttpAnswer send(const OutgoingRequest& request);

 private:
  struct Handle;
  std::unique_ptr<Handle> take_handle();
  void give_back(std::unique_ptr<Handle> handle);

  HttpOptions options_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Handle>> idle_;  // guarded by mutex_
};

}  // namespace clew
