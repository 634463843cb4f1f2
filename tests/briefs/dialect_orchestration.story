# An orchestration of three agents on a timetable importer is taken in; one failed, one waits for it.

## story
@ 2026-11-10T09:00
> importer/stop_times.py: x
> docs/gtfs-mapping.md: x
$ copy files/orchestration orchestration
$ clew import orchestration

## brief cli

## questions
goal: ferry timetable & GTFS
next: island line 7
fails: imp-1 & 14 trips
  or: arrive before they depart
blocker: test-1 & imp-1
decision: explicit trips & journey planners
failed: frequencies.txt
verified: Frequencies become explicit trips
  or: arch-1 & success
files: importer/stop_times.py
files: docs/gtfs-mapping.md
remaining: feed validator
remaining: staging bucket
blocker: 25 November
never: "retry_count"
never: schema_version
never: test-1 & failed
