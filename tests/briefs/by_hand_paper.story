# A person keeps the work on a paper by hand, with nothing but clew commands, over four days.

## story
@ 2026-11-02T08:30
> paper/main.tex: \section{Introduction}
$ clew start "Camera-ready version of the tide gauge paper" --id tides --step "Answer reviewer 2" --step "Redo figure 4" --step "Shorten to 12 pages" --gate "pages <= 12" --step "Upload" --constraint "anonymous supplement stays anonymous" --constraint "deadline 20 November, 23:59 AoE"
@ +2h
$ clew decide "report medians instead of means" --because "three gauges have outliers from the 2011 tsunami" --over "drop the gauges"
$ clew tried "LOESS smoothing for figure 4" --because "it invents a trend at both ends of the series"
$ clew ask "May we cite the unpublished Hokkaido data?"
$ clew done
@ +1d
$ clew ask "Does the journal take colour figures?"
$ clew answer 14 "yes, without a fee"
$ clew ran --failed --duration 12s -- latexmk -pdf paper/main.tex
$ clew ran --exit-code 0 --duration 14s -- latexmk -pdf paper/main.tex
> paper/figures/fig4.py: plot()
$ clew changed paper/figures/fig4.py
$ clew note "figure 4 uses the detided series from run 31, not 29"
$ clew done
@ +1d
$ clew decide "move the error budget to the appendix" --because "it costs a page and only reviewer 1 asked for it"
$ clew done pages=14
$ clew tried "a smaller font for the tables" --because "the style file resets it and the checker rejects it"
$ clew set next="cut section 5.2, it repeats the introduction"
@ +14h

## brief cli

## questions
goal: tide gauge
next: 5.2
  or: pages & 12
limit: anonymous
limit: 20 November
fails: pages 14
  or: pages & 14 & 12
blocker: Hokkaido
failed: LOESS & trend
failed: smaller font & style file
decision: medians & tsunami
decision: appendix & reviewer 1
verified: latexmk
  or: fig4
files: paper/figures/fig4.py
remaining: Upload
never: colour figures?
never: latexmk & failed
never: colour & open
