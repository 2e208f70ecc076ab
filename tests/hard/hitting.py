"""A random walk on numbered places with two final places. Asked is the probability that it ends at
a given final place, the expected number of moves that end at a given place (the start itself is not
a move), or the expected time when each visit, the first one included, takes a given time.

In every case the unknowns e(i), one for each place i that is not final, satisfy
e(i) = g(i) + sum of p(i, j) e(j), where g(i) is the probability of moving from i to the place asked
for, or the time spent at i. The linear equations are solved by elimination with fractions.
"""
from fractions import Fraction
import re

P = r"\$\\frac\{\d+\}\{\d+\}\$"
GIVE = r" Give the exact value as a fraction in lowest terms\."
FREE = r"Each move is made at random and does not depend on anything that happened before\. "
ROBOT = (r"A robot walks between the places \$1\$ to \$(?P<last>\d+)\$, and places \$(?P<end1>\d+)\$ and \$(?P<end2>\d+)\$ are exits: when it "
         r"reaches one of them, the walk is over\. " + FREE)
MOVES = r"to place \$\d+\$ with probability " + P + r"(?:(?:, | and )to place \$\d+\$ with probability " + P + r")*\. "
TOKEN = (r"A token lies on one of the fields \$1\$ to \$(?P<last>\d+)\$ of a board, or on one of the two final fields \$(?P<end1>\d+)\$ and "
         r"\$(?P<end2>\d+)\$, where the game ends\. Each of the following rows gives, after the number of a field, ")
NEXT = r"\$\d+\$: " + P + r"(?:, \$\d+\$: " + P + r")*\. "
WALK = ROBOT + r"(?P<rows>(?:From place \$\d+\$ it moves " + MOVES + r")+)The robot starts at place \$(?P<start>\d+)\$\. "
TIMED = (ROBOT + r"(?:The moves themselves take no time\. )?(?P<rows>(?:At place \$\d+\$ it stays for exactly \$\d+\$ minutes?; then it moves "
         + MOVES + r")+)(?:The moves themselves take no time\. )?The robot has just come to place \$(?P<start>\d+)\$\. ")
GAME = (TOKEN + r"the fields to which the token can be moved next, each with its probability\. (?P<rows>(?:\(\$\d+\$\) " + NEXT + r")+)" + FREE +
        r"The token begins on field \$(?P<start>\d+)\$\. ")
CLOCK = (TOKEN + r"how many minutes the token rests there each time it arrives, and then the fields to which it can be moved next, each with its "
         r"probability\. (?:Moving takes no time\. )?(?P<rows>(?:\(\$\d+\$\) \$\d+\$ minutes?; " + NEXT + r")+)(?:Moving takes no time\. )?" + FREE +
         r"(?:Moving takes no time\. )?The token has just arrived on field \$(?P<start>\d+)\$\. ")
FORMS = [re.compile(form + GIVE) for form in (
    WALK + r"What is the probability that its walk ends at place \$(?P<final>\d+)\$\?",
    WALK + r"How often, on average, does it come to place \$(?P<target>\d+)\$ before the walk is over\? \(That is, find the expected number of moves "
           r"that end at place \$(?P<again>\d+)\$\.\)",
    TIMED + r"What is the expected number of minutes until it reaches an exit\?",
    GAME + r"Find the probability that the game ends on field \$(?P<final>\d+)\$\.",
    GAME + r"Find the expected number of moves that bring it to field \$(?P<target>\d+)\$ before the game ends\.",
    CLOCK + r"Find the expected time in minutes until the game ends\.",
)]
ROW = re.compile(r"(?:From place|At place|\() ?\$(\d+)\$\)? ?(?:it stays for exactly )?(?:\$(\d+)\$ minutes?;)?((?:[^$]*\$\d+\$[^$]*" + P + r")+)\. ")


def solve(statement):
    text = next((f for f in (form.fullmatch(statement) for form in FORMS) if f), None)
    if text is None:
        raise ValueError("statement not understood")
    asked = {k: int(v) for k, v in text.groupdict().items() if k != "rows"}
    ends = {asked["end1"], asked["end2"]}
    chance, stay = {}, {}
    for place, minutes, moves in ROW.findall(text["rows"]):
        if int(place) in chance:
            raise ValueError("a place is given twice")
        pairs = [(int(j), Fraction(int(a), int(b))) for j, a, b in re.findall(r"\$(\d+)\$[^$]*\$\\frac\{(\d+)\}\{(\d+)\}\$", moves)]
        chance[int(place)] = dict(pairs)
        stay[int(place)] = Fraction(minutes or 0)
        if sum(p for _, p in pairs) != 1 or len(dict(pairs)) != len(pairs):
            raise ValueError("the probabilities of a place do not add up to 1")
    inner = sorted(chance)
    if set(inner) | ends != set(range(1, max(ends) + 1)) or set(inner) & ends or asked["start"] not in chance:
        raise ValueError("the places do not fit together")
    if asked.get("again") != asked.get("target") and "again" in asked:
        raise ValueError("two different places are asked for")
    if "final" in asked and asked["final"] not in ends or "target" in asked and asked["target"] not in chance:
        raise ValueError("the place asked for is of the wrong kind")
    goal = asked.get("final", asked.get("target"))
    gain = {i: stay[i] if goal is None else chance[i].get(goal, Fraction(0)) for i in inner}
    rows = [[(i == j) - chance[i].get(j, Fraction(0)) for j in inner] + [gain[i]] for i in inner]
    for i in range(len(rows)):
        pivot = next((k for k in range(i, len(rows)) if rows[k][i]), None)
        if pivot is None:
            raise ValueError("the walk need not end")
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for k in range(len(rows)):
            if k != i and rows[k][i]:
                factor = rows[k][i]
                rows[k] = [x - factor * y for x, y in zip(rows[k], rows[i])]
    value = rows[inner.index(asked["start"])][-1]
    return str(value) if value.denominator == 1 else "\\frac{%d}{%d}" % (value.numerator, value.denominator)
