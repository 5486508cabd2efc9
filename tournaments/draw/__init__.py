"""C1.3, C1.4, C4.3 The draw: pure functions of start numbers and a seed."""

from .bounds import Bounds, bounds
from .interface import Certificate, Draw, DrawInput, Entrant, Quality, Tables
from .knockout import KoEntrant, ko_digest, ko_order, seat_ko
from .lot import VERSION, SplitMix64, commitment, make_seal, make_seed
from .lot_file import FORMAT, KoLot, Lot, LotFile, RoundLot, read_lot_file
from .quality import Price, Prices, exchanged, mate_pairs, measure, meetings, repeated_pairs
from .record import planned, protocol, protocol_input
from .rounds import draw_round
from .seats import moved
from .sizes import table_sizes
from .verify import UNKNOWN, Checked, Difference, Finding, verify

__all__ = [
    "FORMAT",
    "UNKNOWN",
    "VERSION",
    "Bounds",
    "Certificate",
    "Checked",
    "Difference",
    "Draw",
    "DrawInput",
    "Entrant",
    "Finding",
    "KoEntrant",
    "KoLot",
    "Lot",
    "LotFile",
    "Price",
    "Prices",
    "Quality",
    "RoundLot",
    "SplitMix64",
    "Tables",
    "bounds",
    "commitment",
    "draw_round",
    "exchanged",
    "ko_digest",
    "ko_order",
    "make_seal",
    "make_seed",
    "mate_pairs",
    "measure",
    "meetings",
    "moved",
    "planned",
    "protocol",
    "protocol_input",
    "read_lot_file",
    "repeated_pairs",
    "seat_ko",
    "table_sizes",
    "verify",
]
