"""English in Europe: 29 November 2026, not Nov. 29, 2026."""

DATE_FORMAT = "j F Y"
