"""Keeps the codes of tables out of every log line."""

import logging
import re

CODE = re.compile(r"(/t/)[A-Za-z0-9]{4,12}(?=[/?\s\"']|$)", re.IGNORECASE)


class MaskCodes(logging.Filter):
    """Formats the record, replaces the code in `/t/CODE`, and lets it pass."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        masked = CODE.sub(r"\1…", message)
        if masked != message:
            record.msg, record.args = masked, None
        return True
