"""Paper: plain data in, a tagged PDF out. WeasyPrint is imported only inside functions of this package.

One module a document (`sheets`, `standings`, `names`), each with a frozen dataclass and a function
`document(data) -> Document`; `paper.render` turns a `Document` into bytes.
"""

from tournaments.printing.paper import Cancelled, Document, Sheet, render, warm

__all__ = ["Cancelled", "Document", "Sheet", "render", "warm"]
