"""How dates are written, where it is not as Django does it."""
