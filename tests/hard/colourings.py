"""Count the colourings of n places in a circle, up to rotation or up to rotation and reflection,
with forbidden colour pairs on neighbouring places and a total weight of r modulo m.

Burnside's lemma: the average, over the rotations (and reflections), of the number of colourings that
stay fixed. Rotation by k: a closed circle of d = gcd(k, n) places, n/d times. Reflection: a row in which
a place on the axis counts once, every other place twice, and a place beside its own mirror image must
fit itself. Rows and circles are counted by dynamic programming over (colour, weight modulo m).
"""
import math
import re

COLOURS = r"(?P<colours>(?:[a-z]+, )*[a-z]+ and [a-z]+)"
PAIRS = r"(?P<pairs>(?:[a-z]+-[a-z]+(?:, | and )?)+)"
WEIGHTS = r"(?P<weights>(?:[a-z]+ \$\d+\$(?:, | and )?)+)"
HEAVY = r"(?P<weights>(?:[Aa]n? [a-z]+ bead weighs \$\d+\$ grams?(?:, | and )?)+)"
BEADS = (r" consists of \$(?P<n>\d+)\$ beads in a circle\. Each bead has one of the colours " + COLOURS + r"; colours may be used any number of times "
         r"or not at all\. ")
TOTAL = (r"\. " + HEAVY + r"\. How many different (?:necklace|bracelet)s have a total weight "
         r"in grams that leaves the remainder \$(?P<r>\d+)\$ on division by \$(?P<m>\d+)\$\? Give the exact number\.")
PLACES = r"coloured, each with one of the colours " + COLOURS + r", not all of which need occur\. "
SUM = (r"for which the sum of the values of all \$(?P<n2>\d+)\$ (?:corners|places) is congruent to \$(?P<r>\d+)\$ modulo "
       r"\$(?P<m>\d+)\$\. Give the exact number\.")
ROTATIONS = (
    re.compile(r"A necklace" + BEADS + r"Two necklaces are the same if a rotation turns one into the other; mirror images count as different unless a "
               r"rotation also turns one into the other\. In each of the following pairs, a bead of the first colour must not be followed, clockwise, "
               r"by a bead of the second colour: " + PAIRS + TOTAL),
    re.compile(r"The \$(?P<n>\d+)\$ places of a circle are " + PLACES + r"Colourings that differ by a rotation are regarded as equal, reflections are not "
               r"used\. If a place has the first colour of one of the pairs " + PAIRS + r", then the next place in clockwise direction must not have the "
               r"second colour of that pair\. The colours have the values " + WEIGHTS + r"\. Count the colourings, up to rotation, " + SUM),
)
REFLECTIONS = (
    re.compile(r"A bracelet" + BEADS + r"Two bracelets are the same if a rotation or a reflection turns one into the other\. These pairs of colours must "
               r"not occur on two neighbouring beads, in either order: " + PAIRS + TOTAL),
    re.compile(r"The corners of a regular polygon with \$(?P<n>\d+)\$ corners are " + PLACES + r"Corners joined by a side must not have the two colours "
               r"of any of these pairs: " + PAIRS + r" \(in either order; where a pair names one colour twice, neighbours must not both have that colour\)\. "
               r"Colourings that differ by a rotation or a reflection of the polygon are regarded as equal\. The colours have the values " + WEIGHTS +
               r"\. Count the colourings, up to rotation and reflection, " + SUM),
)


def row(first, times, weight, bad, m):
    """Counts of the rows that begin with the colour first, by (last colour, weight); place i counts times[i] times."""
    count = {(first, times[0] * weight[first] % m): 1}
    for t in times[1:]:
        new = {}
        for (last, s), ways in count.items():
            for c in weight:
                if (last, c) not in bad:
                    key = (c, (s + t * weight[c]) % m)
                    new[key] = new.get(key, 0) + ways
        count = new
    return count


def fixed(times, fits, weight, bad, r, m):
    """Number of rows of weight r modulo m whose first and last colours fit."""
    return sum(ways for first in weight for (last, s), ways in row(first, times, weight, bad, m).items()
               if s == r and fits(first, last))


def solve(statement):
    rotation = next((f for f in (form.fullmatch(statement) for form in ROTATIONS) if f), None)
    reflection = next((f for f in (form.fullmatch(statement) for form in REFLECTIONS) if f), None)
    text = rotation or reflection
    if text is None:
        raise ValueError("statement not understood")
    n, r, m = int(text["n"]), int(text["r"]), int(text["m"])
    weight = {c: int(w) for c, w in re.findall(r"([a-z]+)(?: bead weighs)? \$(\d+)\$", text["weights"])}
    bad = set(re.findall(r"([a-z]+)-([a-z]+)", text["pairs"]))
    colours = re.findall(r"[a-z]+", text["colours"].replace(" and ", ", "))
    if (sorted(colours) != sorted(weight) or not {c for pair in bad for c in pair} <= set(weight) or not 0 <= r < m
            or int(text.groupdict().get("n2", n)) != n):
        raise ValueError("the parts of the statement do not fit together")
    if reflection:
        bad |= {(b, a) for a, b in bad}
    circle = {d: fixed([n // d] * d, lambda a, b: (b, a) not in bad, weight, bad, r, m) for d in range(1, n + 1) if n % d == 0}
    total, group = sum(circle[math.gcd(k, n)] for k in range(n)), n
    if reflection:
        group = 2 * n
        if n % 2 == 0:
            total += n // 2 * fixed([2] * (n // 2), lambda a, b: (a, a) not in bad and (b, b) not in bad, weight, bad, r, m)
            total += n // 2 * fixed([1] + [2] * (n // 2 - 1) + [1], lambda a, b: True, weight, bad, r, m)
        else:
            total += n * fixed([1] + [2] * (n // 2), lambda a, b: (b, b) not in bad, weight, bad, r, m)
    if total % group:
        raise ValueError("Burnside sum is not divisible by the size of the group")
    return str(total // group)
