"""The one exception of the rules: a code and numbers, never a sentence."""


class RuleViolation(Exception):
    """Something that the rules do not allow.

    `code` names the rule (`tournaments/messages` has the German sentence), `field` the input
    to which the sentence belongs, `params` the values that the sentence needs. A refused mix of
    two fields carries both names in `params["fields"]`.
    """

    def __init__(self, code: str, field: str | None = None, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params = params

    def __str__(self) -> str:
        where = f" at {self.field}" if self.field else ""
        what = f" {self.params}" if self.params else ""
        return f"{self.code}{where}{what}"
