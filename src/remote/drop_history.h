#pragma once
// What is taken out of a remote that was sealed again with another key: entries, heads and packs of
// before. Who has the old key and the objects keeps what they say; here they are gone.

#include "bundle/device_key.h"
#include "remote/object_store.h"

namespace clew {

// Entries before `first`, all heads but those after entry `heads`, and the packs that only these
// name. Packs go first: cut off, the next call finds what is left. A pack that nothing names stays:
// somebody may be about to.
Status drop_history(ObjectStore& store, const std::vector<AgeIdentity>& keys, uint64_t first,
                    uint64_t heads);
// Everything but the marker and the epochs, which tell members and others that it is over.
Status drop_all_history(ObjectStore& store);

}  // namespace clew
