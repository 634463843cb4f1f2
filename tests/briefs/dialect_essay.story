# An essay about night trains is taken in at its third stage, with a claim that could not be checked, and noted further by hand.

## story
@ 2026-11-09T10:00
$ copy files/essay essays
$ clew import essays
$ clew decide "open with the Vienna sleeper of 1997" --because "it is the only eyewitness account"
$ clew tried "statistics in the first paragraph" --because "three readers stopped there"
$ clew ask "May the interview with the dispatcher be quoted by name?"

## brief cli

## questions
goal: essay
  or: night train
next: section 2
  or: stage 3
  or: argument
blocker: two thirds of their routes
blocker: dispatcher
decision: Vienna sleeper & eyewitness
failed: statistics & readers
verified: 4 & claims
  or: verified & section 1
decision: Nobody asked the passengers
  or: overrid
decision: shorter sentences
files: stage-1-thesis.md
  or: stage-2-outline.md
remaining: paragraph
  or: stage 4
never: is not there
never: pushback_level
never: null
