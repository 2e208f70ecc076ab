# SPDX-License-Identifier: Apache-2.0
"""parse() and verify() with the signatures of Math-Verify, judged by assay.

    >>> from assay.compat.math_verify import parse, verify
    >>> verify(parse(r"\\frac{1}{2}"), parse(r"So it is \\boxed{0.5}."))
    True

To move a program from Math-Verify to assay, change its import. Every keyword
argument is accepted. Timeouts, extraction configurations and modes have no
effect: the judge finds the answer by its own rules (docs/grading.md), and its
work is bounded. float_rounding is the number of significant digits of a rounded
answer; StringExtractionConfig selects letters of a multiple choice. verify() is
true if the verdict of the lenient reading is correct, and false otherwise, also
if it is undecided; verdict() returns the whole verdict.
"""
import assay

__all__ = [
    "parse", "verify", "verdict", "math_metric", "Parsed",
    "LatexExtractionConfig", "ExprExtractionConfig", "StringExtractionConfig",
    "TimeoutException",
]


class TimeoutException(Exception):
    """Never raised: work is bounded, not time."""


class _Config:
    """Keeps its arguments."""

    def __init__(self, *args, **kwargs):
        self.args = args
        self.__dict__.update(kwargs)


class LatexExtractionConfig(_Config):
    pass


class ExprExtractionConfig(_Config):
    pass


class StringExtractionConfig(_Config):
    pass


class Parsed(list):
    """The result of parse(): the answer as it was understood and as it was
    written; empty if there is none. It keeps the text, because the place of the
    answer depends on the key."""

    def __init__(self, text, choice=False):
        seen = assay.verify("0", text)
        found = seen.extracted is not None
        super().__init__([seen.answer or seen.extracted, seen.extracted]
                         if found else [])
        self.text, self.choice = text, choice


def parse(pred, extraction_config=None, fallback_mode="first_match",
          extraction_mode="any_match", parsing_timeout=5,
          raise_on_error=False, **kwargs):
    """Returns the answer in a text, or an empty list if there is none."""
    choice = any(isinstance(c, StringExtractionConfig)
                 for c in extraction_config or ())
    try:
        return Parsed(pred, choice)
    except TypeError:
        if raise_on_error:
            raise
        return []


def _texts(value):
    """The texts of a parsed answer, of a text or number, or of a list."""
    if isinstance(value, Parsed):
        return [value.text] if value else []
    if isinstance(value, (list, tuple, set, frozenset)):
        return [text for one in value for text in _texts(one)]
    return [value]


def verdict(gold, target, float_rounding=6, **kwargs):
    """The best verdict of assay on any of the answers with any of the keys;
    None if there are no answers or no keys."""
    golds, targets = _texts(gold), _texts(target)
    if not golds or not targets:
        return None
    options = {"digits": int(float_rounding)}
    if getattr(gold, "choice", False):
        options["kind"] = "choice"
    found = [assay.verify(golds, one, **options) for one in targets]
    return next((v for v in found if v), found[0])


def verify(gold, target, float_rounding=6, numeric_precision=15, strict=True,
           allow_set_relation_comp=False, timeout_seconds=5,
           raise_on_error=False, **kwargs):
    """Returns whether the target is correct for the gold. Both are results of
    parse(), strings, numbers, or lists of those. `strict` is Math-Verify's
    option about names of variables; the strict reading of assay is a field of
    verdict()."""
    try:
        return bool(verdict(gold, target, float_rounding))
    except (TypeError, ValueError):
        if raise_on_error:
            raise
        return False


def math_metric(gold_extraction_target=None, pred_extraction_target=None,
                aggregation_function=max, precision=6, **kwargs):
    """Returns a function of lists of golds and predictions. Its result is the
    score from 0 to 1 and what was extracted from both."""

    def metric(golds, predictions):
        gold = [parse(g, gold_extraction_target) for g in golds]
        pred = [parse(p, pred_extraction_target) for p in predictions]
        scores = [float(any(verify(g, p, precision) for g in gold))
                  for p in pred]
        said = [[p[-1] for p in side if p] for side in (gold, pred)]
        return (aggregation_function(scores) if scores else 0.0), tuple(said)

    return metric
