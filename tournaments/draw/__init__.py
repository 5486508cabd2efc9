"""C1.3, C1.4, C4.3 The draw: pure functions of start numbers and a seed."""

from .bounds import Bounds, bounds
from .interface import Certificate, Draw, DrawInput, Entrant, Quality, Tables
from .knockout import KoEntrant, ko_order, seat_ko
from .lot import VERSION, SplitMix64, make_seed
from .quality import Price, Prices, exchanged, mate_pairs, measure, meetings, repeated_pairs
from .record import is_confirmed, planned, protocol, protocol_input, recompute
from .rounds import draw_round
from .sizes import table_sizes

__all__ = [
    "VERSION",
    "Bounds",
    "Certificate",
    "Draw",
    "DrawInput",
    "Entrant",
    "KoEntrant",
    "Price",
    "Prices",
    "Quality",
    "SplitMix64",
    "Tables",
    "bounds",
    "draw_round",
    "exchanged",
    "is_confirmed",
    "ko_order",
    "make_seed",
    "mate_pairs",
    "measure",
    "meetings",
    "planned",
    "protocol",
    "protocol_input",
    "recompute",
    "repeated_pairs",
    "seat_ko",
    "table_sizes",
]
