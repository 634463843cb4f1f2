#pragma once
// A bucket, or what has one prefix in it, as an object store: Amazon's S3 or any server that speaks
// its protocol (MinIO, Ceph, R2 …). Threads may share one.
//
// What is asked of the server beyond the usual is that PUT with "If-None-Match: *" creates, and
// never replaces. Some ignore that header, and two machines would lose each other's work: before
// the first put_if_absent it is tried out, on an object of its own (kProbeName) that stays. That
// costs one request where it is there already, and nothing when the caller knows the answer.
//
// A request is sent again, after a pause, when the connection broke or the server says 409, 429 or
// 5xx. So kExists may be about bytes that this very call put before its connection broke: whoever
// must know compares them. A server in another region is asked there; any other redirect is
// refused, and nothing signed goes to a host that the user did not name, Amazon's own apart.
//
// Besides what object_store.h says: kNotFound when there is no such bucket.

#include <functional>
#include <mutex>

#include "files/machine.h"
#include "remote/object_store.h"
#include "remote/s3/aws_settings.h"
#include "remote/s3/http_client.h"
#include "remote/s3/s3_place.h"
#include "remote/s3/signature.h"
#include "remote/s3/xml_answer.h"

namespace clew {

// Not the name of an object, so that no list shows it.
inline constexpr const char* kProbeName = ".create-if-absent";
inline constexpr const char* kUsualRegion = "us-east-1";

struct S3Options {
  AwsKeys keys;
  std::string region = {};  // empty: kUsualRegion, or the one that the server names
  HttpOptions http = {};
  Duration patience = seconds(45);  // how long a request is tried again
  // Whether this server was found to create only what is absent, and who is told when it is.
  // Unset: it is tried out once for each S3Store.
  std::function<bool()> is_proven = {};
  std::function<void()> note_proven = {};
};

class S3Store final : public ObjectStore {
 public:
  // Nothing is asked of the server yet.
  S3Store(S3Place place, S3Options options, std::function<Time()> clock, Machine& machine);

  Result<PutOutcome> put_if_absent(const std::string& name, BytesView bytes) override;
  Status put(const std::string& name, BytesView bytes) override;
  Result<std::optional<Bytes>> get(const std::string& name, size_t max_bytes) override;
  Result<std::vector<std::string>> list(const std::string& prefix, const std::string& start_after,
                                        size_t max) override;
  Status remove(const std::string& name) override;

 private:
  enum class When { kAlways, kAbsent };

  struct Ask {
    std::string method;
    std::string key;  // of the object; empty: the bucket is meant
    S3Query query;
    BytesView body;
    When when = When::kAlways;
    size_t max_answer = size_t{64} << 10;
  };
  // An answer that needs no second try, whatever it says.
  Result<HttpAnswer> ask(const Ask& what);
  HttpAnswer ask_once(const Ask& what, const std::string& region);
  // The error that such an answer is when it is not what was asked for.
  Error refusal(const HttpAnswer& answer) const;
  Error broken(const HttpAnswer& answer) const;
  bool is_region_learned(const HttpAnswer& answer, const std::string& tried);
  std::string region() const;
  Result<PutOutcome> put_object(const std::string& key, BytesView bytes, When when);
  Status prove_create_if_absent();
  Status check(const std::string& name, BytesView bytes) const;
  Result<S3ListPage> list_page(const std::string& prefix, const std::string& start_after,
                               size_t max);

  const S3Place place_;
  const S3Options options_;
  const std::function<Time()> clock_;
  Machine& machine_;
  HttpClient http_;
  mutable std::mutex mutex_;
  std::string region_;            // guarded by mutex_
  bool is_region_known_ = false;  // the same: the server named it
  std::mutex proof_mutex_;
  bool is_proven_ = false;  // guarded by proof_mutex_
};

}  // namespace clew
