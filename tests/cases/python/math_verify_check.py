"""assay.compat.math_verify as the callers of Math-Verify use it."""
from assay.compat.math_verify import (
    ExprExtractionConfig, LatexExtractionConfig, StringExtractionConfig,
    math_metric, parse, verdict, verify)


def as_trl_calls_it(content, solution):
    gold = parse(solution, extraction_mode="first_match")
    if len(gold) == 0:
        return None
    answer = parse(content, extraction_config=[LatexExtractionConfig(
        boxed_match_priority=0, try_extract_without_anchor=True)],
        extraction_mode="first_match", parsing_timeout=None)
    return float(verify(gold, answer, timeout_seconds=None))


assert as_trl_calls_it(r"so $\boxed{\frac{2}{4}}$", r"\boxed{0.5}") == 1.0
assert as_trl_calls_it(r"so $\boxed{\frac{2}{3}}$", r"$\frac12$") == 0.0
assert as_trl_calls_it("I do not know.", "5") == 0.0
assert as_trl_calls_it("5", "") is None

# what a parsed answer looks like
assert parse("") == [] and parse("I do not know.") == []
assert parse(r"\boxed{\frac12}")[-1] == r"\frac12"
assert parse(None) == []

# argument order, lists, plain texts and numbers, keywords
assert verify(parse("1/2"), [parse("7"), parse("0.5")])
assert verify([parse("7"), parse("1/2")], parse("0.5"))
assert verify("1/2", "0.5") and verify(5, "5") and not verify("5", "6")
assert not verify([], "5") and not verify("5", [])
assert verify(parse("1/3"), parse("0.333"), float_rounding=3)
assert not verify(parse("1/3"), parse("0.333"))
assert verify("5", "5", numeric_precision=15, strict=False,
              allow_set_relation_comp=True, timeout_seconds=3,
              raise_on_error=True)
choices = [StringExtractionConfig(strings=("A", "B"))]
assert verify(parse("B", choices), parse("The answer is (B).", choices))
assert verdict("5", "6").why and verdict([], "5") is None
assert verify({"x": 1}, "5") is False
try:
    verify({"x": 1}, "5", raise_on_error=True)
    raise SystemExit("no exception")
except TypeError:
    pass

# pairs that Math-Verify takes for equal
assert not verify(parse(r"\frac{1}{2004!}"), parse(r"\frac{1}{2006!}"))
assert not verify(parse("4"), parse(r"$\boxed{4\sqrt(2)}$"))

metric = math_metric((ExprExtractionConfig(),), (LatexExtractionConfig(),))
score, (golds, answers) = metric(["1/2"], [r"\boxed{0.5}", "7"])
assert score == 1.0 and golds == ["1/2"] and answers == ["0.5", "7"], answers
print("all is well")
