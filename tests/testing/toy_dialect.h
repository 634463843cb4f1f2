#pragma once
// A small dialect for tests of what is the same for all dialects: a ledger in YAML, with notes as
// JSON lines beside it.
//
//   <id>/ledger.yaml    {ledger: 1, title, status, items: [{id, made, note}], receipt}
//   <id>/notes.jsonl    {at, text}

#include "dialect/dialect.h"

namespace clew {

const Dialect& toy_dialect();

}  // namespace clew
