#pragma once
// Documents made from a shape: valid ones, and valid ones with something done to them. The same
// chance gives the same documents. For tests that compare two judges of a shape.

#include <random>
#include <string>

#include "document/shape/shape.h"

namespace clew {

using Chance = std::mt19937_64;

// A document the shape accepts. Required members are all there; of the optional ones, and of
// entries beyond what is wanted, `fullness` percent.
Value sample_document(const Shape& shape, Chance& chance, unsigned fullness);

// A text that a pattern accepts: anchors, sets, groups, alternatives and repeats are understood.
std::string sample_text(const std::string& pattern, Chance& chance);

// Does one thing to one value somewhere in a document, mostly one that breaks a rule and sometimes
// one that just does not. Answers what it did.
std::string mutate_document(const Shape& shape, Value& document, Chance& chance);

// Everything a shape can say, at least once.
const Shape& specimen_shape();

}  // namespace clew
