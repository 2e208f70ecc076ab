"""reward.py and the task of Inspect: reward_check.py DIR

DIR/trl, DIR/lm-eval and DIR/inspect hold the set "quiz", an ordinary problem
whose key is a number. The library is found by $ASSAY, the program. Inspect is
stood for by a few lines of its shape.
"""
import asyncio
import importlib.util
import json
import os
import subprocess
import sys
import types


def load(path, name="reward"):
    where = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(where)
    where.loader.exec_module(module)
    return module


def raises(expected, call):
    try:
        got = call()
    except expected as e:
        return str(e)
    raise AssertionError("no %s but %r" % (expected.__name__, got))


def check_rewards(reward, gold):
    def no_process(*args, **kwargs):
        raise AssertionError("a process was started")

    assert reward.version()
    subprocess.run = subprocess.Popen = no_process
    wrong = str(int(gold) + 1)
    chat = [{"role": "assistant", "content": "so \\boxed{%s}" % gold}]
    got = reward.assay_reward(
        prompts=["?"] * 6, ground_truth=[gold] * 6,
        completions=[chat, "\\boxed{%s}" % wrong, "", None, "\ud800",
                     "%s.0" % gold])
    assert got == [1.0, 0.0, 0.0, 0.0, 0.0, 1.0], got
    got = reward.assay_reward(["5", "5"], ground_truth=["\\frac{1}{", "5"])
    assert got == [None, 1.0], got  # a bad key fails its own row
    assert "2 keys" in raises(ValueError, lambda: reward.assay_reward(
        ["5"], ground_truth=["5", "6"]))
    assert reward.compute_score("s", "#### " + gold, gold) == {
        "score": 1.0, "judged": 1.0}
    assert reward.compute_score("s", gold, "\\frac{1}{") == {
        "score": 0.0, "judged": 0.0}
    assert "2 keys, but 1" in raises(
        ValueError, lambda: reward.compute_score_batch([], ["5"], ["5", "6"]))


def check_lm_eval(folder, gold):
    """A right answer in another spelling passes."""
    harness = load(os.path.join(folder, "reward.py"))
    with open(os.path.join(folder, "problems.jsonl")) as file:
        doc = json.loads(file.readline())
    spelled = "\\boxed{\\frac{%d}{2}}" % (2 * int(gold))
    assert harness.process_results(doc, [spelled]) == {
        "score": 1.0, "correct": 1.0, "judged": 1.0}
    got = harness.process_results(doc, [[spelled, "no idea"]])
    assert got == {"score": 0.5, "correct": 0.5, "judged": 1.0}, got
    raises(ValueError, lambda: harness.process_results(doc, []))


# ---- Inspect, in its shape ----


class Bag:
    def __init__(self, **fields):
        self.__dict__.update(fields)


def stub_inspect():
    def module(name, **members):
        made = types.ModuleType(name)
        made.__dict__.update(members)
        sys.modules[name] = made

    def same(f):
        return f

    module("inspect_ai", Task=Bag, task=same)
    module("inspect_ai.dataset", json_dataset=lambda path: [
        json.loads(line) for line in open(path, encoding="utf-8")])
    module("inspect_ai.scorer", Score=Bag, accuracy=lambda: "accuracy",
           stderr=lambda: "stderr", scorer=lambda metrics: same)
    module("inspect_ai.solver", generate=lambda: "generate", solver=same)


def check_inspect(folder, gold):
    stub_inspect()
    made = load(os.path.join(folder, "quiz.py"), "quiz").quiz()
    sample = made.dataset[0]
    prompt = Bag(text=sample["input"])
    state = Bag(metadata=sample["metadata"], user_prompt=prompt)
    assert made.solver[1] == "generate"
    asyncio.run(made.solver[0](state, None))
    assert prompt.text.startswith(sample["input"] + "\n\n"), prompt.text
    assert "\\boxed" in prompt.text
    for reply, value in (("so \\boxed{%s.0}" % gold, "C"), ("7/3", "I")):
        state = Bag(output=Bag(completion=reply), metadata={})
        score = asyncio.run(made.scorer(state, Bag(text=sample["target"])))
        assert score.value == value, (reply, vars(score))
        assert score.explanation and score.metadata["verdict"]
    score = asyncio.run(made.scorer(state, Bag(text="\\frac{1}{")))
    assert score.value == "N", vars(score)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    top = sys.argv[1]
    with open(os.path.join(top, "trl/quiz.jsonl")) as file:
        key = json.loads(file.readline())["ground_truth"]
    check_rewards(load(os.path.join(top, "trl/reward.py")), key)
    check_lm_eval(os.path.join(top, "lm-eval"), key)
    check_inspect(os.path.join(top, "inspect"), key)
    print("all is well")
