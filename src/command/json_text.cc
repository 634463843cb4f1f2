#include "command/json_text.h"

#include "dialect/cut_json.h"

namespace clew {

Result<Value> read_json_text(std::string_view text) { return parse_cut_json(text); }

}  // namespace clew
