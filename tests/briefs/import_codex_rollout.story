# A rollout of Codex in code mode about an accessibility audit is imported; the brief is read by an MCP client.

## story
@ 2026-11-05T08:00
$ copy files/codex rollouts
$ clew import rollouts

## brief mcp

## questions
goal: accessibility
  or: WCAG
next: slider
  or: Labels of the date slider
limit: inline styles
limit: Internet Archive
limit: NVDA
limit: Firefox 78
limit: 21 November
fails: announces the year range
  or: 3 failed, 48
blocker: user agent
failed: assertive
failed: polyfill & twice
decision: native
verified: 9 passed
  or: 9 dialog tests
files: js/focus.js
files: templates/search_dialog.html
remaining: auditor
never: 14 failed
never: 2 failed, 7 passed
never: 9 failed, 42
never: 9 tests of the audit suite
