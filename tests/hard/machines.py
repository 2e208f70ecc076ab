"""Dials: a round of turning, multiplying and exchanging is repeated very often; what does one dial show?

Every step is an affine map of the shown numbers modulo the number of places. One round is therefore
a matrix over the column (1, D_1, ..., D_n), and many rounds are a power of it, by repeated squaring.
"""
import re

INTRO = (
    r"A machine has \$(\d+)\$ dials, \$D_1\$ (?:to|and) \$D_\{?(\d+)\}?\$\. Each dial shows a whole number from \$0\$ to \$(\d+)\$; "
    r"turned forwards by one place it goes to the next number, and from \$(\d+)\$ to \$0\$; turned back it goes the "
    r"other way\. At first (.*?)\. A round consists of the following steps\. They are carried out one after the other, "
    r"in this order, and each uses the numbers that the dials show at that moment: \"Turn \$D_1\$ forwards by \$5D_2\$\" means "
    r"that \$D_1\$ goes on by \$5\$ times as many places as the number that \$D_2\$ shows\. To multiply a dial is to multiply its "
    r"number and to set it to the remainder on division by \$(\d+)\$\. To exchange two dials is to exchange their numbers\. (.*)"
    r"Which number does \$D_\{(\d+)\}\$ show after \$(\d+) \\cdot 10\^\{(\d+)\}\$ rounds\?",
    r"There are \$(\d+)\$ dials, \$D_1\$ (?:to|and) \$D_\{?(\d+)\}?\$, each with the whole numbers from \$0\$ to \$(\d+)\$ in a "
    r"circle, so that \$0\$ follows \$(\d+)\$\. In the beginning (.*?)\. The list of steps below is gone through again and "
    r"again; each step begins after the one before it has been finished, and a name such as \$D_1\$ in a number of places "
    r"stands for the number that this dial shows then\. Forwards means towards larger numbers, back towards smaller ones; to "
    r"multiply a dial means to turn it to the remainder of the product on division by \$(\d+)\$; to exchange two dials means "
    r"that each is turned to the number of the other\. (.*)"
    r"What does \$D_\{(\d+)\}\$ show when the whole list has been gone through \$(\d+) \\cdot 10\^\{(\d+)\}\$ times\? "
    r"Give an exact integer\.",
)
STEPS = (
    ("turn", r"Turn \$D_\{(\d+)\}\$ (forwards|back) by \$(\d+)D_\{(\d+)\}\$"),
    ("add", r"Turn \$D_\{(\d+)\}\$ (forwards|back) by \$(\d+)\$"),
    ("scale", r"Multiply \$D_\{(\d+)\}\$ by \$(\d+)\$"),
    ("swap", r"Exchange \$D_\{(\d+)\}\$ and \$D_\{(\d+)\}\$"),
)


def times(a, b, m):
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(row, col)) % m for col in columns] for row in a]


def do_step(text, rows, m):
    """Change the rows (one per dial, each its affine expression in the old numbers) by one step."""
    for kind, pattern in STEPS:
        found = re.fullmatch(pattern, text)
        if found:
            break
    else:
        raise ValueError("unread step: " + text)
    i = int(found[1])
    if kind == "swap":
        j = int(found[2])
        rows[i], rows[j] = rows[j], rows[i]
    elif kind == "scale":
        rows[i] = [int(found[2]) * x % m for x in rows[i]]
    else:
        factor = int(found[3]) if found[2] == "forwards" else -int(found[3])
        other = rows[int(found[4])] if kind == "turn" else rows[0]
        rows[i] = [(x + factor * y) % m for x, y in zip(rows[i], other)]


def solve(statement):
    for pattern in INTRO:
        found = re.fullmatch(pattern, statement)
        if found:
            break
    else:
        raise ValueError("unread statement")
    n, last, top, again, begin, modulus, text, asked, factor, exponent = found.groups()
    n, m = int(n), int(top) + 1
    shown = re.findall(r"\$D_\{(\d+)\}\$ shows \$(\d+)\$(?:, | and |$)", begin)
    if int(last) != n or again != top or int(modulus) != m or [int(i) for i, _ in shown] != list(range(1, n + 1)):
        raise ValueError("unread dials")
    parts = re.findall(r"\((\d+)\) (.*?)\. ", text)
    if "".join("(%s) %s. " % part for part in parts) != text:
        raise ValueError("unread steps")
    rows = [[int(i == j) for j in range(n + 1)] for i in range(n + 1)]
    for _, part in parts:
        do_step(part, rows, m)
    state = [[1]] + [[int(value)] for _, value in shown]
    rounds = int(factor) * 10 ** int(exponent)
    while rounds:
        if rounds % 2:
            state = times(rows, state, m)
        rows = times(rows, rows, m)
        rounds //= 2
    return str(state[int(asked)][0])
