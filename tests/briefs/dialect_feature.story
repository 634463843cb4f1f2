# A feature session about seat maps is taken in, its active task failing a test, and noted further by hand.

## story
@ 2026-11-05T09:00
$ copy files/feature .ai-session
> .ai-session/seat-maps-2026-10-28/docs/hall-plans.md: x
$ clew import .ai-session
$ clew tried "a unique index on (show, seat)" --because "held seats that expired keep the row, so nobody can book them again"
$ clew decide "an exclusion constraint on the time range" --because "an expired hold then stops counting by itself" --over "a cleaning job"

## brief cli

## questions
goal: seat
next: Hold seats
  or: hold-seats
limit: wheelchair
fails: G14
  or: 3 of 22
failed: unique index & expired
decision: exclusion constraint & expired hold
files: hall-plans.md
verified: svg-import
  or: Import the hall plans
remaining: Release seats
remaining: box office
never: model_in_use
never: is not there
never: abandoned
