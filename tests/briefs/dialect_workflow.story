# A release workflow for pump firmware is taken in; its third phase stopped at a failed checkpoint.

## story
@ 2026-11-09T08:00
$ copy files/workflow sessions
$ copy workflow/workflows definitions
$ clew import sessions --workflow definitions
$ clew tried "the leak test on bench 1" --because "bench 1 has no adapter for the 4.2 housing"
$ clew decide "ship without the new telemetry" --because "it needs a privacy review"

## brief cli

## questions
goal: pump 4.2
fails: leak rate
  or: 4.1 ml/min
blocker: bench 2 & calibration
failed: bench 1 & adapter
decision: telemetry & privacy
verified: coverage & 88
  or: tests & 412
verified: release/4.2
  or: v4.2.0-rc1
files: CHANGELOG.md
remaining: Announce
next: Tag
  or: leak
never: phase_artifacts
never: completed & 100 %
never: zero_based
