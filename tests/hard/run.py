"""Solve hard problems from their statements alone and compare with the keys.

Reads problems as JSON lines on standard input. The solver of family hard/NAME
is NAME.py beside this file (a - of the name is a _ there): its function
solve(statement) returns the answer as text. It was written by somebody who saw
statements only, so that it also shows that they say enough.

Prints one line for each wrong problem and one with the count of each family.
Exits with 1 if any answer is wrong, or if a family has no solver.
"""
import importlib
import json
import sys

# Families whose statements are not read: the parts of a chain are problems of
# other families.
NOT_READ = {"hard/chain"}


def solver(family):
    """Returns the solver of a family, or None if it has none."""
    name = family.removeprefix("hard/").replace("-", "_")
    try:
        return importlib.import_module(name).solve
    except ModuleNotFoundError:
        return None


def squeeze(answer):
    return "".join(str(answer).split())


def key_of(problem):
    """Returns the key as it is written: LaTeX where the problem has it."""
    key = problem["key"]
    return key["latex"] if isinstance(key, dict) else key


def answer_to(solve, statement):
    try:
        return solve(statement)
    except Exception as error:  # an unreadable statement is a finding too
        return f"{type(error).__name__}: {error}"


def main():
    counts, solvers, missing = {}, {}, set()
    for line in sys.stdin:
        problem = json.loads(line)
        family = problem["family"]
        if family in NOT_READ:
            continue
        if family not in solvers:
            solvers[family] = solver(family)
        if solvers[family] is None:
            missing.add(family)
            continue
        count = counts.setdefault(family, [0, 0])
        got, key = answer_to(solvers[family], problem["statement"]), key_of(problem)
        count[0] += 1
        if squeeze(got) != squeeze(key):
            count[1] += 1
            print(f"{problem.get('id', family)}: {got}, but the key is {key}")
    for family, (read, wrong) in sorted(counts.items()):
        print(f"{family}: {read} read, {wrong} wrong")
    for family in sorted(missing):
        print(f"{family}: no solver")
    return 1 if missing or any(wrong for _, wrong in counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
