#pragma once
// The plan of a fresh essay session: four stages, and what each must show before it counts as done.
// Stages 3 and 4 get their sections when the outline is settled, sections their paragraphs when
// they are begun. A section of stage 4 may be written as soon as its arguments are complete, while
// the rest of stage 3 is still open.

#include <vector>

#include "dialect/dialect.h"

namespace clew {

std::vector<PlannedStep> essay_plan();
// Sections `first` to `last` of stage 3 or 4, to be added to that stage. Those of stage 4 need
// those of stage 3, which must be in the plan already. `titles`: of all sections, from 1 on; where
// there is none it is "Section N".
std::vector<PlannedStep> essay_sections(int stage, int64_t first, int64_t last,
                                        const std::vector<std::string>& titles = {});
// Paragraphs of a section of stage 4, to be added to it.
std::vector<PlannedStep> essay_paragraphs(int64_t section, int64_t first, int64_t last);
// What a fresh session is given: pushback_level and voice_reference_mode as the format's template
// has them.
std::vector<Attribute> essay_defaults();

}  // namespace clew
