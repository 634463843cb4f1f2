#pragma once
// The forms in which other programs write a session's document, beside the present one: conversions
// compare with the form that a file has, so that only what the target cannot tell is missing.

#include <string>

#include "document/document.h"

namespace clew::workflow {

// Empty: the present form. "legacy": without flags and structure. "status": the same with a word
// for the lifecycle, phase_timings and evidence_submitted.
std::string form_of(const Value& tree);
// A document as express tells it, told in that form.
Value in_form(const std::string& form, Value tree);

}  // namespace clew::workflow
