"""What an export of games is worth, with the real judge: rules_check.py DIR

DIR/verl, DIR/trl and DIR/lm-eval hold the sets "quiz" of problems of the
family mathador and one of concept/crt; $ASSAY is the program.
"""
import importlib.util
import json
import os
import re
import sys


def load(folder):
    where = importlib.util.spec_from_file_location(
        "reward", os.path.join(folder, "reward.py"))
    module = importlib.util.module_from_spec(where)
    where.loader.exec_module(module)
    return module


def rows_of(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def near(got, want):
    assert len(got) == len(want), (got, want)
    for x, y in zip(got, want):
        assert x == y or abs(x - y) < 1e-9, (got, want)


# For the numbers 2, 2, 8, 2, 14 and the target 6: the reply, its points.
REPLIES = [
    ("14 / 2 = 7\n8 - 7 = 1\n2 + 1 = 3\n3 * 2 = 6", 18, "correct"),
    ("I take\n\n1. $8 - 2 = 6$", 7, "correct"),
    ("14 / 2 = 7\n8 - 2 = 6", 7, "correct"),  # padded: 14 / 2 earns nothing
    ("8 - 2 = 6\n\nThe answer is \\boxed{18}", 0, "wrong"),  # it says another
    ("8 - 3 = 5\n5 + 1 = 6", 0, "wrong"),  # there is no 3
    ("14 - 8 = 5", 0, "wrong"),
    ("\\boxed{18}", 0, "no_answer"),
    ("", 0, "no_answer"),
]


def check(top):
    replies = [reply for reply, points, verdict in REPLIES]
    shares = [points / 18 for reply, points, verdict in REPLIES]
    verdicts = [verdict for reply, points, verdict in REPLIES]

    trl, rows = load(os.path.join(top, "trl")), rows_of(top, "trl/quiz.jsonl")
    gold = rows[0]["ground_truth"]
    golds = [gold] * len(replies)
    got = [v.verdict for v in trl.verify_batch(golds, replies)]
    assert got == verdicts, got
    near(trl.assay_reward(completions=replies, ground_truth=golds), shares)
    chat = [[{"role": "assistant", "content": reply}] for reply in replies]
    near(trl.assay_reward(completions=chat, ground_truth=golds), shares)

    # an ordinary problem in the same batch is 1 or 0, from its box
    plain = rows[-1]["ground_truth"]
    got = trl.assay_reward(
        ["so \\boxed{%s}" % plain, replies[1], "\\boxed{-1}"],
        [plain, gold, plain])
    near(got, [1.0, 7 / 18, 0.0])

    # every game's own best solution is worth what its key says
    for row in rows[:-1]:
        prompt = row["prompt"][-1]["content"]
        assert "boxed" not in prompt and row["solution"] == "", row
    assert "boxed" in rows[-1]["prompt"][-1]["content"]
    for line in rows_of(top, "problems.jsonl")[:-1]:
        gold = [r for r in rows if r["id"] == line["id"]][0]["ground_truth"]
        best = "\n".join(line["key"]["best_solution"])
        near(trl.assay_reward([best], [gold]),
             [int(line["key"]["latex"]) / 18])

    verl, rows = load(os.path.join(top, "verl")), rows_of(top, "verl/quiz.json")
    gold = rows[0]["reward_model"]["ground_truth"]
    got = verl.compute_score("assay/quiz", replies[1], gold)
    assert got["judged"] == 1.0, got
    near([got["score"]], [7 / 18])
    got = verl.compute_score_batch([""] * len(replies), replies, golds)
    near([g["score"] for g in got], shares)

    # lm-eval: the function that the task names, on the rows that it reads
    with open(os.path.join(top, "lm-eval/quiz.yaml")) as file:
        named = re.search(r"process_results: !function reward\.(\w+)\n",
                          file.read()).group(1)
    harness = load(os.path.join(top, "lm-eval"))
    docs = rows_of(top, "lm-eval/problems.jsonl")
    for reply, points, verdict in REPLIES:
        got = getattr(harness, named)(docs[0], [reply])
        assert sorted(got) == ["correct", "judged", "score"], got
        near([got["score"], got["judged"]], [points / 18, 1.0])
        assert got["correct"] == (verdict == "correct"), got
    got = getattr(harness, named)(docs[-1], ["\\boxed{%s}" % plain])
    assert got == {"score": 1.0, "judged": 1.0, "correct": 1.0}, got


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    check(sys.argv[1])
    print("all is well")
