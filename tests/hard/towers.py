"""Power towers: r is replaced, step by step, by the remainder of r + b^(c^(r + k)) on division by m.

Each remainder depends on the one before. The exponent c^(r + k) has at most some ten thousand
digits, so it is written out in full and the power is taken modulo m: no theorem is needed.
"""
import re

FIRST = (
    r"Start with \$r = (\d+)\$ and carry out the following divisions in their order\. "
    r"Each time, \$r\$ is replaced by the remainder of the division, and the next division uses the new \$r\$\. "
    r"A power in an exponent is computed first: \$2\^\{3\^4\}\$ means \$2\^\{\(3\^4\)\}\$\. (.*)What is the value of \$r\$ at the end\?",
    r"A number \$r\$ is \$(\d+)\$ at first\. In each of the numbered steps, the sum of \$r\$ and a power tower is divided by "
    r"the number that is given after it, and the remainder becomes the new \$r\$, which the next step uses\. Each tower is "
    r"evaluated from the top down, so the sum with \$r\$ at its top is computed first\. (.*)Find the value of \$r\$ after the last step\.",
)
STEP = re.compile(r"\((\d+)\) Divide \$r \+ (\d+)\^\{(\d+)\^\{r \+ (\d+)\}\}\$ by \$(\d+)\$\. ")


def solve(statement):
    for pattern in FIRST:
        found = re.fullmatch(pattern, statement)
        if found:
            break
    else:
        raise ValueError("unread statement")
    r, steps = int(found[1]), found[2]
    if not steps or STEP.sub("", steps):
        raise ValueError("unread steps: " + STEP.sub("", steps))
    for number, step in enumerate(STEP.findall(steps), 1):
        index, b, c, k, m = map(int, step)
        if index != number:
            raise ValueError("steps out of order")
        r = (r + pow(b, c ** (r + k), m)) % m
    return str(r)
