# A structural analysis of a tariff engine is taken in from its file; the next reader needs its scope, symbols, decisions and open questions.

## story
@ 2026-11-12T09:00
> src/tariff/engine.py: class TariffEngine: pass
> src/tariff/rounding.py: def round_half_even(x): return x
$ copy files/structural structural
$ clew import structural

## brief cli

## questions
goal: tariff
decision: Split TariffEngine & fan-out
decision: round_half_even & regulator
blocker: legacy_mode
blocker: district heating
files: src/tariff/engine.py
files: src/tariff/rounding.py
remaining: TariffEngine & calls & round_half_even
  or: TariffEngine & round_half_even & depend
  or: TariffEngine → round_half_even
verified: confidence & medium
files: Rounding & Tariff engine
  or: scope & Rounding
never: completed
never: is not there
never: structural_version
