"""Who lives where: houses in a row, and a person, an animal, a drink (and a profession) to each.

Asked: the house numbers of a list of people, as a tuple.  Every name, animal,
drink and profession is an unknown house number, different within each kind.
Solved by search: take the unknown with the fewest houses that agree with all
that is settled, try each of them, and collect all solutions.  There must be
exactly one solution for all unknowns, not only for those asked for.
"""
import re

WORDS = r'[\w, ]+'
STATEMENT = re.compile(
    r'(?:In a row of \$(?P<n1>\d+)\$ houses, numbered from left to right from \$1\$ to \$(?P<n2>\d+)\$, '
    r'live \$(?P<n3>\d+)\$ people, one in each house\.'
    r'|Along a street stand \$(?P<n4>\d+)\$ houses with the numbers \$1\$ to \$(?P<n5>\d+)\$ from left to right\. '
    r'One person lives in each of them\.)'
    rf' Their names are (?P<names>{WORDS})\. The animals that they own, one each, are: (?P<animals>{WORDS})\. '
    rf'Their favourite drinks, all different, are: (?P<drinks>{WORDS})\. '
    rf'(?:Their professions, all different, are: (?P<jobs>{WORDS})\. )?'
    r'(?:The following is known\.|From the following clues, which have only one solution, find out who lives where\.) '
    r'(?P<clues>(?:\(\d+\) [^.]*\. )+)'
    rf'(?:In which houses do these live: (?P<asked1>{WORDS})\? Give the \$(?P<c1>\d+)\$ house numbers in this order, '
    r'as a tuple \$\(a, b, c, \\dots\)\$\.'
    r'|Write down as a tuple \$\(a, b, c, \\dots\)\$ the \$(?P<c2>\d+)\$ numbers of the houses of '
    rf'(?P<asked2>{WORDS}), in this order\.)')

# The verb of a clue about two people, with the test on their house numbers.
RELATIONS = {
    'is': lambda a, b: a == b,
    'is not': lambda a, b: a != b,
    'lives somewhere to the left of': lambda a, b: a < b,
    'lives in the house immediately to the left of that of': lambda a, b: a + 1 == b,
    'lives in a house next to that of': lambda a, b: abs(a - b) == 1,
    'lives in a house whose number differs by $2$ from that of': lambda a, b: abs(a - b) == 2,
}


def listed(text):
    return re.split(', | and ', text)


def read(statement):
    """The number of houses, the kinds of unknowns, the clues (unknowns, test) and the unknowns asked for."""
    s = STATEMENT.fullmatch(statement)
    if not s:
        raise ValueError('statement not read')
    n = int(s['n1'] or s['n4'])
    kinds = [listed(s['names']), ['the owner of the ' + w for w in listed(s['animals'])],
             ['the lover of ' + w for w in listed(s['drinks'])]]
    if s['jobs']:
        kinds.append(['the ' + w for w in listed(s['jobs'])])
    asked = listed(s['asked1'] or s['asked2'])
    known = {unknown for kind in kinds for unknown in kind}
    if any(int(s[g]) != n for g in ('n2', 'n3', 'n5') if s[g]) or any(len(set(kind)) != n for kind in kinds) \
            or int(s['c1'] or s['c2']) != len(asked) or not known.issuperset(asked):
        raise ValueError('the numbers in the statement disagree')
    who = '(' + '|'.join(sorted(known, key=len, reverse=True)) + ')'
    pair = re.compile(who + ' (' + '|'.join(map(re.escape, RELATIONS)) + ') ' + who)
    clues = []
    for number, (label, text) in enumerate(re.findall(r'\((\d+)\) ([^.]*)\.', s['clues']), 1):
        text = re.sub('^The ', 'the ', text)
        if int(label) != number:
            raise ValueError('clues not in order')
        if m := re.fullmatch(who + r' lives in house \$(\d+)\$', text):
            clues.append(([m[1]], lambda a, house=int(m[2]): a == house))
        elif m := pair.fullmatch(text):
            clues.append(([m[1], m[3]], RELATIONS[m[2]]))
        else:
            raise ValueError('clue not read: ' + text)
    return n, kinds, clues, asked


def solutions(n, kinds, clues):
    """All solutions, each as a dictionary from the unknowns to houses."""
    kind_of = {unknown: kind for kind in kinds for unknown in kind}
    about = {unknown: [clue for clue in clues if unknown in clue[0]] for unknown in kind_of}
    house, found = {}, []

    def fits(unknown, h):
        if any(house.get(other) == h for other in kind_of[unknown]):
            return False
        house[unknown] = h
        good = all(test(*(house[w] for w in named)) for named, test in about[unknown]
                   if all(w in house for w in named))
        del house[unknown]
        return good

    def search():
        choices = {u: [h for h in range(1, n + 1) if fits(u, h)] for u in kind_of if u not in house}
        if not choices:
            found.append(dict(house))
            return
        unknown = min(choices, key=lambda u: len(choices[u]))
        for h in choices[unknown]:
            house[unknown] = h
            search()
            del house[unknown]

    search()
    return found


def solve(statement):
    n, kinds, clues, asked = read(statement)
    found = solutions(n, kinds, clues)
    if len(found) != 1:
        raise ValueError(f'{len(found)} solutions')
    return '(' + ', '.join(str(found[0][unknown]) for unknown in asked) + ')'
