"""Points constructed in the plane; the x-coordinate of the last one is u + v sqrt(3), and u + v is asked for.

All coordinates are numbers of the field Q(sqrt 3), kept as pairs of fractions, so that everything is exact;
each construction is written down with vectors.
"""
import re
from fractions import Fraction

INTRO = (
    r"Begin with the points (.*?) of the coordinate plane, with the \$x\$-axis to the right and the \$y\$-axis upwards, "
    r"and construct\. (.*)There are unique rational numbers \$u\$ and \$v\$ such that the \$x\$-coordinate of "
    r"\$P_\{(\d+)\}\$ is \$u \+ v\\sqrt\{3\}\$\. What is the exact value of \$u \+ v\$\? "
    r"Answer with an integer or a fraction in lowest terms\.",
    r"In the usual coordinate plane, (.*?) are given\. Further points are constructed one after the other\. (.*)"
    r"The \$x\$-coordinate of \$P_\{(\d+)\}\$ can be written as \$u \+ v\\sqrt\{3\}\$ with rational numbers \$u\$ and "
    r"\$v\$ in exactly one way\. Find \$u \+ v\$ as an integer or a fraction in lowest terms\.",
)


class Q3:
    """The number u + v sqrt(3)."""

    def __init__(self, u, v=0):
        self.u, self.v = Fraction(u), Fraction(v)

    def __add__(self, o):
        return Q3(self.u + o.u, self.v + o.v)

    def __sub__(self, o):
        return Q3(self.u - o.u, self.v - o.v)

    def __mul__(self, o):
        return Q3(self.u * o.u + 3 * self.v * o.v, self.u * o.v + self.v * o.u)

    def __truediv__(self, o):
        norm = o.u * o.u - 3 * o.v * o.v
        if norm == 0:
            raise ValueError("degenerate construction")
        return self * Q3(o.u / norm, -o.v / norm)


HALF, HALF_ROOT, THIRD, ONE, TWO = Q3("1/2"), Q3(0, "1/2"), Q3("1/3"), Q3(1), Q3(2)


def to(a, b):
    """The vector from a to b."""
    return b[0] - a[0], b[1] - a[1]


def go(a, k, v):
    """The point a + k v."""
    return a[0] + k * v[0], a[1] + k * v[1]


def left(v):
    """The vector v turned counterclockwise by a right angle."""
    return Q3(0) - v[1], v[0]


def dot(v, w):
    return v[0] * w[0] + v[1] * w[1]


def meet(a, v, c, w):
    """Where the line from a in the direction v meets the line from c in the direction w."""
    return go(a, dot(to(a, c), left(w)) / dot(v, left(w)), v)


def foot(p, a, b):
    return go(a, dot(to(a, p), to(a, b)) / dot(to(a, b), to(a, b)), to(a, b))


def opposite(p, centre):
    return go(p, TWO, to(p, centre))


def second(centre, p, q, r):
    """The second point of the circle on the line qr, where q is its given point p: p mirrored in the foot."""
    if p is not q:
        raise ValueError("the line does not begin in the point of the circle")
    return opposite(p, foot(centre, q, r))


# In the sentences # is a point; the number says which of the points is the new one.
STEPS = tuple((sentence.replace("#", r"\$P_\{(\d+)\}\$"), new, build) for sentence, new, build in (
    (r"Rotating # about # counterclockwise through \$60\^\\circ\$ gives #", 2,
     lambda p, c: go(go(c, HALF, to(c, p)), HALF_ROOT, left(to(c, p)))),
    (r"Rotating # about # counterclockwise through \$90\^\\circ\$ gives #", 2, lambda p, c: go(c, ONE, left(to(c, p)))),
    (r"# is the centroid of the three points #, # and #", 0, lambda a, b, c: go(go(a, THIRD, to(a, b)), THIRD, to(a, c))),
    (r"# is the midpoint of # and #", 0, lambda a, b: go(a, HALF, to(a, b))),
    (r"# is the reflection of # in the line through # and #", 0, lambda p, a, b: opposite(p, foot(p, a, b))),
    (r"# is the reflection of # in the point #", 0, opposite),
    (r"# is the foot of the perpendicular from # to the line through # and #", 0, foot),
    (r"# is the orthocentre of the triangle with the vertices #, # and #", 0,  # two altitudes
     lambda a, b, c: meet(a, left(to(b, c)), b, left(to(a, c)))),
    (r"# is the centre of the circle through #, # and #", 0,  # two perpendicular bisectors
     lambda a, b, c: meet(go(a, HALF, to(a, b)), left(to(a, b)), go(a, HALF, to(a, c)), left(to(a, c)))),
    (r"The line through # and # and the line through # and # intersect at #", 4,
     lambda a, b, c, d: meet(a, to(a, b), c, to(c, d))),
    (r"The circle with centre # that passes through # meets the line through # and # again at a second point, #", 4, second),
))


def solve(statement):
    found = re.fullmatch(INTRO[0], statement) or re.fullmatch(INTRO[1], statement)
    if not found:
        raise ValueError("unread statement")
    given, text, asked = found.groups()
    point = r"\$P_\{(\d+)\} = \((-?\d+), (-?\d+)\)\$(?:, | and |$)"
    if re.sub(point, "", given):
        raise ValueError("unread points: " + given)
    points = {int(i): (Q3(x), Q3(y)) for i, x, y in re.findall(point, given)}
    for sentence in text.rstrip(" .").split(". "):
        for pattern, new, build in STEPS:
            match = re.fullmatch(pattern, sentence)
            if match:
                break
        else:
            raise ValueError("unread step: " + sentence)
        indices = [int(i) for i in match.groups()]
        target = indices.pop(new)
        if target in points:
            raise ValueError("constructed twice: " + sentence)
        points[target] = build(*(points[i] for i in indices))
    x = points[int(asked)][0]
    total = x.u + x.v
    if total.denominator == 1:
        return str(total.numerator)
    return "%s\\frac{%d}{%d}" % ("-" if total < 0 else "", abs(total.numerator), total.denominator)
