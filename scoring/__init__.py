"""The rules: pure functions over facts, standard library only (spec R… and C…)."""
