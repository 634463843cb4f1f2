#include "store/sqlite/sqlite_factory.h"

#include "store/sqlite/inspect_store.h"
#include "store/sqlite/sqlite_store.h"

namespace clew {
namespace {

Error needs_network(const StoreLocation& location) {
  return make_error(ErrorCode::kInvalid, "this build has no PostgreSQL support", location.address,
                    "use sqlite:PATH");
}

class SqliteFactory : public StoreFactory {
 public:
  Result<std::unique_ptr<EventStore>> open(const StoreLocation& location,
                                           const StoreOptions& options) const override {
    if (location.backend == StoreLocation::Backend::kPostgres) return needs_network(location);
    return std::unique_ptr<EventStore>(std::make_unique<SqliteStore>(location.address, options));
  }
  Result<std::string> restore(const StoreLocation& location, const StoreOptions& options,
                              const std::string& path) const override {
    if (location.backend == StoreLocation::Backend::kPostgres) return needs_network(location);
    return SqliteStore(location.address, options).replace_by(path);
  }
  Result<StoreFacts> inspect(const StoreLocation& location,
                             const StoreOptions& options) const override {
    return inspect_store(location, options);
  }
};

}  // namespace

const StoreFactory& sqlite_factory() {
  static const SqliteFactory factory;
  return factory;
}

}  // namespace clew
