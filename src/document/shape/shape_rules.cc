#include "document/shape/shape_rules.h"

namespace clew {

const std::vector<Rule>& shape_rules() {
  static const std::vector<Rule> rules = {
      {"syntax",   Severity::kError,   "the text cannot be parsed",                        "clew repair PATH"},
      {"type",     Severity::kError,   "a value has the wrong type for its field",         ""                },
      {"missing",  Severity::kError,   "a required field is missing",                      ""                },
      {"word",     Severity::kError,   "a value is not one of those the field accepts",    ""                },
      {"length",   Severity::kError,   "a text is too long or too short",                  ""                },
      {"pattern",  Severity::kError,   "a text does not have the form its field requires", ""                },
      {"range",    Severity::kError,   "a number is too small or too large",               ""                },
      {"entries",  Severity::kError,   "there are too many or too few entries",            ""                },
      {"distinct", Severity::kError,   "a list has a duplicate entry",                     ""                },
      {"unknown",  Severity::kError,   "there is no such field",                           ""                },
      {"zone",     Severity::kWarning, "a time has no zone and is read as UTC",            ""                },
  };
  return rules;
}

}  // namespace clew
