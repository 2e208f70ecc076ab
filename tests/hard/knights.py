"""Knights and knaves.

Each of n inhabitants is a knight (every statement true) or a knave (every
statement false).  Asked: the set of all knights.  Solved by trying both kinds
for inhabitants 1, 2, ..., n in turn; a statement is tested as soon as the kinds
of its speaker and of everyone it names are settled.  All consistent worlds are
collected, and there must be exactly one.
"""
import re

STATEMENT = re.compile(
    r'(?:Each of the \$(?P<n1>\d+)\$ inhabitants of an island is either a knight, who always tells the truth, '
    r'or a knave, who always lies\. They know each other well, and they are numbered from \$1\$ to \$(?P<n2>\d+)\$\. '
    r'|On an island live \$(?P<n3>\d+)\$ people with the numbers \$1\$ to \$(?P<n4>\d+)\$\. Whatever a knight says is true, '
    r'and whatever a knave says is false; everyone there is one or the other, and everyone knows who is what\. '
    r'A visitor hears \$(?P<count>\d+)\$ statements\. )'
    r'(?P<said>(?:Inhabitant \$\d+\$ says: "[^"]*" )+)'
    r'(?:Which of the inhabitants are knights\?'
    r'|From these the visitor can tell exactly who is a knight\. Who are the knights\?)'
    r' Give the set of the numbers of all knights\.')

N = r'\$(\d+)\$'
# Each pattern with the test on the list k of the kinds (True = knight) of those named.
CLAIMS = [(re.compile(pattern), test) for pattern, test in [
    (f'{N} is a knight\\.', lambda k: k[0]),
    (f'{N} is a knave\\.', lambda k: not k[0]),
    (f'{N} and {N} are both knights\\.', lambda k: all(k)),
    (f'{N} and {N} are both knaves\\.', lambda k: not any(k)),
    (f'{N} and {N} are of the same kind\\.', lambda k: k[0] == k[1]),
    (f'At least one of {N} and {N} is a knight\\.', lambda k: any(k)),
    (f'At least one of {N} and {N} is a knave\\.', lambda k: not all(k)),
    (f'Exactly one of {N} and {N} is a knight\\.', lambda k: sum(k) == 1),
    (f'Exactly one of {N}, {N} and {N} is a knight\\.', lambda k: sum(k) == 1),
    (f'Exactly two of {N}, {N} and {N} are knights\\.', lambda k: sum(k) == 2),
]]


def read(statement):
    """The number of inhabitants and the list of (speaker, those named, test)."""
    found = STATEMENT.fullmatch(statement)
    if not found:
        raise ValueError('statement not read')
    n = int(found['n1'] or found['n3'])
    claims = []
    for speaker, text in re.findall(r'Inhabitant \$(\d+)\$ says: "([^"]*)"', found['said']):
        fits = [(match, test) for pattern, test in CLAIMS if (match := pattern.fullmatch(text))]
        if len(fits) != 1:
            raise ValueError('claim not read: ' + text)
        match, test = fits[0]
        claims.append((int(speaker), [int(g) for g in match.groups()], test))
    if int(found['n2'] or found['n4']) != n or (found['count'] and int(found['count']) != len(claims)):
        raise ValueError('the numbers in the statement disagree')
    if any(not 1 <= i <= n for speaker, named, _ in claims for i in [speaker, *named]):
        raise ValueError('unknown inhabitant')
    return n, claims


def worlds(n, claims):
    """All consistent worlds, each as the list of its knights."""
    due = [[] for _ in range(n + 1)]  # due[i]: the claims about which all is known once i is settled
    for claim in claims:
        due[max(claim[0], *claim[1])].append(claim)
    kind, found = [None] * (n + 1), []

    def settle(i):
        if i > n:
            found.append([j for j in range(1, n + 1) if kind[j]])
            return
        for kind[i] in (True, False):
            if all(kind[speaker] == test([kind[j] for j in named]) for speaker, named, test in due[i]):
                settle(i + 1)

    settle(1)
    return found


def solve(statement):
    found = worlds(*read(statement))
    if len(found) != 1:
        raise ValueError(f'{len(found)} consistent worlds')
    return '\\{' + ', '.join(map(str, found[0])) + '\\}' if found[0] else '\\emptyset'
