"""Urns in a circle; a hidden walker starts at a random urn, draws a ball with replacement, moves on
by a random number of urns that depends on the colour, and so on. Given the colours of all balls so
far, asked is the probability that ball k came from urn u, or that the next ball has a given colour.

The probability of each (colours so far, urn of the next ball) is carried on from ball to ball; for
"ball k came from urn u" the same is done once more with all other urns struck out at ball k.
"""
from fractions import Fraction
import re

COLOURS = ("red", "green", "blue")
SEEN = r"(?P<seen>(?:(?:red|green|blue)(?:, | and )?)+)"
STEP = r"by \$\d+\$ urns? with probability \$\\frac\{\d+\}\{\d+\}\$ and by \$\d+\$ urns? otherwise"
STEPS = r"(?P<steps>after a red ball (?:it|the assistant) goes on " + STEP + r"; after a green ball " + STEP + r"; after a blue ball " + STEP + r")\. "
FORMS = [re.compile(form + r" Give the exact value as a fraction in lowest terms\.") for form in (
    r"Urns with the numbers \$1\$ to \$(?P<n>\d+)\$ stand in a circle behind a curtain, clockwise in this order, so that urn \$1\$ comes after urn "
    r"\$(?P<n2>\d+)\$\. (?P<urns>(?:Urn \$\d+\$ holds \$\d+\$ red, \$\d+\$ green and \$\d+\$ blue balls?\. )+)A machine is put in front of one of "
    r"the urns, each of them with the same probability\. It takes one ball from that urn at random, shows it and puts it back\. Then it moves "
    r"clockwise: " + STEPS + r"(?:Going on by \$0\$ urns means that it stays where it is\. )?In front of the new urn it does the same, and so on; no "
    r"choice depends on anything but what was said\. The balls shown so far are, in this order: " + SEEN + r"\. What is the conditional probability, "
    r"given these colours, that (?:ball number \$(?P<ball>\d+)\$ came from urn \$(?P<urn>\d+)\$|the next ball shown will be (?P<next>[a-z]+))\?",
    r"There are \$(?P<n>\d+)\$ urns in a ring, numbered clockwise from \$1\$ to \$(?P<n2>\d+)\$; urn \$1\$ follows urn \$(?P<n3>\d+)\$\. The numbers "
    r"of red, green and blue balls in each urn, in this order, are: (?P<urns>(?:\(\$\d+\$\) \$\d+\$, \$\d+\$, \$\d+\$\. )+)A hidden assistant first "
    r"stands at an urn that was chosen at random, all urns being equally likely\. In each round the assistant draws a ball from the urn at hand "
    r"\(every ball of it equally likely\), holds it up for all to see, puts it back and then walks on clockwise around the ring, again by chance: "
    + STEPS + r"(?:\(By \$0\$ urns means: the assistant stays\.\) )?No choice depends on anything else\. In \$(?P<rounds>\d+)\$ rounds these colours were "
    r"seen, one after the other: " + SEEN + r"\. Given this, find the probability that the ball of (?:round \$(?P<ball>\d+)\$ was drawn from urn "
    r"\$(?P<urn>\d+)\$|the following round will be (?P<next>[a-z]+))\.",
)]


def forward(n, share, steps, seen, ball=None, urn=None):
    """Probability of the colours seen, by the urn reached afterwards; with ball and urn, only the ways in which that ball is from that urn."""
    now = {u: Fraction(1, n) for u in range(n)}
    for k, colour in enumerate(seen, 1):
        new = {u: Fraction(0) for u in range(n)}
        for u, p in now.items():
            if k != ball or u == urn:
                for step, q in steps[colour]:
                    new[(u + step) % n] += p * share[u][colour] * q
        now = new
    return now


def solve(statement):
    text = next((f for f in (form.fullmatch(statement) for form in FORMS) if f), None)
    if text is None:
        raise ValueError("statement not understood")
    n = int(text["n"])
    seen = re.findall(r"[a-z]+", text["seen"].replace(" and ", ", "))
    urns = [tuple(map(int, found)) for found in re.findall(r"\$(\d+)\$\D+(\d+)\D+(\d+)\D+(\d+)\D+\. ", text["urns"])]
    share = [{c: Fraction(x, sum(balls)) for c, x in zip(COLOURS, balls)} for _, *balls in urns]
    steps = {}
    found = re.findall(r"after a ([a-z]+) ball[^$]*\$(\d+)\$[^$]*\$\\frac\{(\d+)\}\{(\d+)\}\$[^$]*\$(\d+)\$", text["steps"])
    for colour, first, a, b, other in found:
        steps[colour] = [(int(first), Fraction(int(a), int(b))), (int(other), 1 - Fraction(int(a), int(b)))]
    named = text.groupdict()
    if ([u for u, *_ in urns] != list(range(1, n + 1)) or sorted(steps) != sorted(COLOURS) or int(named["n2"]) != n
            or int(named.get("n3") or n) != n or int(named.get("rounds") or len(seen)) != len(seen)):
        raise ValueError("the parts of the statement do not fit together")
    after = forward(n, share, steps, seen)
    if text["next"]:
        part = sum(p * share[u][text["next"]] for u, p in after.items())
    else:
        ball, urn = int(text["ball"]), int(text["urn"])
        if not (1 <= ball <= len(seen) and 1 <= urn <= n):
            raise ValueError("no such ball or urn")
        part = sum(forward(n, share, steps, seen, ball, urn - 1).values())
    value = part / sum(after.values())
    return str(value) if value.denominator == 1 else "\\frac{%d}{%d}" % (value.numerator, value.denominator)
