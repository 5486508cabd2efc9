"""Where a table's result is entered: for the QR code, and for those who type."""


def entry_url(base: str, code: str) -> str:
    """In capitals where the address allows it: the QR code becomes smaller, its modules larger."""
    url = f"{base.rstrip('/')}/t/{code}"
    return url.upper() if base.rstrip("/").count("/") == 2 else url


def typed(base: str) -> str:
    return base.rstrip("/").split("://", 1)[-1]
