# A transcript of Claude Code about a variant caller is imported on another machine, two days later.

## story
@ 2026-11-03T09:00
$ copy files/claude transcripts
$ clew import transcripts

## brief cli

## questions
goal: deletions
next: window.rs
  or: Run all chromosomes
limit: 99.2 %
limit: /data/clinical
limit: htslib
fails: chr3
  or: bin/call --all
blocker: Thursday
  or: cluster queue
failed: mask & true deletions
  or: UCSC
decision: strand & learned filter
decision: both strands
  or: two & strands
verified: 212 passed
  or: 212 tests
verified: 75.2 %
files: src/filter.rs
remaining: validation report
never: 211 passed; 1 failed
never: subtract with overflow & fail
never: 98.1 % & bin/call
never: toolu_
