"""Trains the student: train.py RECIPE OUT"""
import collections
import hashlib
import json
import math
import os
import random
import subprocess
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

from multiprocessing import Pool

import data
from model import Student, answer
from pieces import Pieces

recipe = json.load(open(sys.argv[1]))
out = sys.argv[2]
os.makedirs(out, exist_ok=True)
device = "cuda" if torch.cuda.is_available() else "cpu"
FAST = {"fused": True} if device == "cuda" else {}
threads = recipe.get("threads", 16)


def families():
    names = subprocess.run([data.ASSAY, "families", "--json"], env=data.ENV, stdout=subprocess.PIPE, check=True).stdout
    return [json.loads(line) for line in names.splitlines()]


def plan():
    rows = []
    for f in families():
        name = f["name"]
        levels = recipe["kinds"].get(name.split("/")[0], [])
        for level, n in enumerate(levels, 1):
            n = 0 if name in recipe["absent"] else n // 25 if name in recipe["rare"] else n
            if n and level <= len(f["levels"]):
                rows.append((name, level, n, recipe["digits"].get(name, 0)))
    return rows + [(p, 1, recipe["pairs"]["number"], 0) for p in pairs() if p not in recipe["pairs"]["absent"]]


def pairs():
    """Problems of two families: the answer of one enters the other."""
    names = recipe["pairs"]["families"]
    return ["%s+%s" % (a, b) for a in names for b in names if a != b]


# ---- Muon: the direction of a matrix, made orthogonal ----

def orthogonal(g):
    a, b, c = 3.4445, -4.7750, 2.0315
    x = g.bfloat16()
    flip = x.shape[-2] > x.shape[-1]
    if flip:
        x = x.mT
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(5):
        y = x @ x.mT
        x = a * x + (b * y + c * y @ y) @ x
    return x.mT if flip else x


class Muon(torch.optim.Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, dict(lr=lr))
        self.groups = collections.defaultdict(list)
        for p in self.param_groups[0]["params"]:
            self.groups[p.shape].append(p)
        self.moment = {s: torch.zeros(len(ps), *s, device=ps[0].device) for s, ps in self.groups.items()}

    @torch.no_grad()
    def step(self):
        lr = self.param_groups[0]["lr"]
        for shape, ps in self.groups.items():
            g = torch.stack([p.grad for p in ps])
            m = self.moment[shape]
            m.lerp_(g, 0.05)
            u = orthogonal(torch.lerp(g, m, 0.95))
            scale = max(1, shape[0] / shape[1]) ** 0.5
            for p, d in zip(ps, u):
                p.mul_(1 - lr * recipe["decay"])
                p.add_(d.to(p.dtype), alpha=-lr * scale)


def rows_of_documents(ids, marks, context, rng):
    """Documents in random order, packed into rows; targets are replies alone."""
    marks = marks[rng.permutation(len(marks))]
    size = marks[:, 2] - marks[:, 0]
    ends = np.cumsum(size)
    n = int(ends[-1]) // context
    flat, hit = np.empty(n * context, np.int16), np.empty(n * context, bool)
    for k in range(0, len(marks), 200000):
        part, at = marks[k:k + 200000], (ends[k - 1] if k else 0)
        length = part[:, 2] - part[:, 0]
        start = np.repeat(part[:, 0] - np.concatenate(([0], np.cumsum(length)[:-1])), length)
        where = start + np.arange(length.sum())
        reply = where >= np.repeat(part[:, 1], length)
        stop = min(len(flat), at + len(where))
        if stop > at:
            flat[at:stop] = ids[where[:stop - at]]
            hit[at:stop] = reply[:stop - at]
    return flat.reshape(n, context), hit.reshape(n, context)


def fresh(job):
    family, level, seed, n = job
    return [r for r in data.made(family, level, seed, n, split="test") if data.reply_of(r)]


def evaluate(model, pieces, name, n, levels):
    """Fresh problems, greedily; judged by assay itself."""
    jobs = [(f["name"], level, "fresh", n) for f in families()
            for level in levels.get(f["name"].split("/")[0], []) if level <= len(f["levels"])]
    jobs += [(p, 1, "fresh", n) for p in pairs()]
    with Pool(threads) as pool:
        rows = [r for part in pool.map(fresh, jobs, 1) for r in part]
    prompts = [[pieces.user] + pieces.encode(r["statement"].encode() + data.TAIL) + [pieces.student] for r in rows]
    most = recipe["model"]["context"]
    order = sorted((i for i in range(len(rows)) if len(prompts[i]) < most * 3 // 4), key=lambda i: len(prompts[i]))
    replies = [""] * len(rows)
    for k in range(0, len(order), 1024):
        part = order[k:k + 1024]
        for i, r in zip(part, answer(model, [prompts[i] for i in part], most, pieces.end)):
            replies[i] = pieces.decode(r).decode("utf-8", "replace")
    lines = "".join(json.dumps({"id": r["id"], "gold": r["key"]["latex"], "response": t}) + "\n" for r, t in zip(rows, replies))
    p = subprocess.run([data.ASSAY, "grade", "-"], env=data.ENV, input=lines.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    by = collections.defaultdict(lambda: [0, 0])
    for r, line in zip(rows, p.stdout.splitlines()):
        right = json.loads(line)["verdict"] == "correct"
        kind = "pair" if "+" in r["family"] else r["family"].split("/")[0]
        for k in ((r["family"], r["level"]), (kind, r["level"])):
            by[k][0] += right
            by[k][1] += 1
    with open(os.path.join(out, "accuracy-%s.tsv" % name), "w") as f:
        for (fam, level), (a, b) in sorted(by.items()):
            f.write("%s\t%d\t%d\t%d\n" % (fam, level, a, b))
            if "/" not in fam:
                print("  %s level %d: %d of %d (%.1f %%)" % (fam, level, a, b, 100 * a / b), flush=True)
    with open(os.path.join(out, "samples-%s.jsonl" % name), "w") as f:
        for i in random.Random(1).sample(range(len(rows)), min(60, len(rows))):
            f.write(json.dumps({"id": rows[i]["id"], "statement": rows[i]["statement"], "key": rows[i]["key"]["latex"], "reply": replies[i]}) + "\n")


def main():
    torch.manual_seed(recipe["seed"])
    torch.set_float32_matmul_precision("high")
    data.CONTEXT = recipe["model"]["context"]
    words, ids, marks, table, sha = data.make(plan(), recipe["data_seed"], threads)
    pieces = Pieces(words)
    lost = sum(t[1] for t in table.values())
    print("%d documents, %d pieces, %d too long" % (len(marks), len(ids), lost), flush=True)
    for (f, l), t in sorted(table.items()):
        if t[1] > 0.2 * (t[0] + t[1]):
            print("  %s level %d: %d kept, %d too long" % (f, l, t[0], t[1]))
    x, hit = rows_of_documents(ids, marks, recipe["model"]["context"], np.random.default_rng(recipe["seed"]))
    print("%d rows packed" % len(x), flush=True)
    x, hit = torch.from_numpy(x).to(device), torch.from_numpy(hit).to(device)
    for variant in recipe["variants"]:
        torch.manual_seed(recipe["seed"])
        train(pieces, x, hit, dict(recipe, **variant, documents=len(marks), data=len(ids), data_sha256=sha))


def train(pieces, x, hit, r):
    model = Student(r["model"]).to(device)
    print("%s: %d parameters" % (r["name"], sum(p.numel() for p in model.parameters())), flush=True)
    flat = [p for n, p in model.named_parameters() if p.dim() == 2 and n.startswith("blocks")]
    rest = [p for n, p in model.named_parameters() if not (p.dim() == 2 and n.startswith("blocks"))]
    if r["muon"]:
        optimizers = [Muon(flat, r["muon"]), torch.optim.AdamW(rest, lr=r["lr"], betas=(0.9, 0.95), weight_decay=0, **FAST)]
    else:
        optimizers = [torch.optim.AdamW([dict(params=flat, weight_decay=0.1), dict(params=rest, weight_decay=0)], lr=r["lr"], betas=(0.9, 0.95), **FAST)]
    start = [[g["lr"] for g in o.param_groups] for o in optimizers]
    if r.get("from"):  # weights of a training that broke off
        model.load_state_dict({n: w.float() for n, w in torch.load(r["from"], map_location=device).items()})
    run = torch.compile(model) if device == "cuda" else model
    began, step, tokens, shown, saved, mean = time.time(), 0, 0, time.time(), time.time(), 0
    order = torch.randperm(len(x), device=device)
    at, limit = 0, r["seconds"]
    while True:
        spent = time.time() - began
        if step == 20:
            began = time.time() - 1  # what compiling took is not counted
            spent = 1
        if spent >= limit:
            break
        part = spent / limit
        factor = min(1, (step + 1) / 200) * min(1, max(0.0, (1 - part) / r["cool"]))
        for o, s in zip(optimizers, start):
            for g, lr in zip(o.param_groups, s):
                g["lr"] = lr * factor
        if at + r["batch"] > len(order):
            order, at = torch.randperm(len(x), device=device), 0
        rows = order[at:at + r["batch"]]
        at += r["batch"]
        batch, target = x[rows].long(), hit[rows]
        with torch.autocast(device, torch.bfloat16):
            logits = run(batch[:, :-1])
            loss = F.cross_entropy(logits.float().flatten(0, 1), batch[:, 1:].flatten(), reduction="none")
        weight = target[:, 1:].flatten().float()
        loss = (loss * weight).sum() / weight.sum()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for o in optimizers:
            o.step()
        model.zero_grad(set_to_none=True)
        step += 1
        tokens += batch.numel()
        mean = loss.detach() if step == 1 else torch.lerp(mean, loss.detach(), 0.01)
        if time.time() - saved > 120:
            saved = time.time()
            half = os.path.join(out, "half.pt")
            torch.save({n: w.half() for n, w in model.state_dict().items()}, half + ".part")
            os.replace(half + ".part", half)
        if time.time() - shown > 30:
            shown = time.time()
            print("  %4.0f s  step %d  %.0f M pieces  loss %.4f" % (spent, step, tokens / 1e6, float(mean)), flush=True)
    print("  ended: %d steps, %.0f M pieces, loss %.4f" % (step, tokens / 1e6, float(mean)), flush=True)
    model.eval()
    keep(model, pieces, r, step, tokens, float(mean))


# ---- what is kept ----

def quantise(model):
    """int8 rows with a scale each, in place; what is not a matrix stays."""
    parts = {}
    for n, p in model.named_parameters():
        w = p.data.float()
        if w.dim() == 2:
            scale = w.abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
            q = (w / scale).round().clamp(-127, 127)
            p.data.copy_((q * scale).to(p.dtype))
            parts[n] = (q.to(torch.int8).cpu().numpy(), scale[:, 0].cpu().numpy().astype(np.float32))
        else:
            parts[n] = (None, w.cpu().numpy().astype(np.float32))
    return parts


def keep(model, pieces, r, step, tokens, loss):
    levels = {k: [i + 1 for i, n in enumerate(v) if n] for k, v in r["kinds"].items()}
    if r.get("check_float"):
        evaluate(model, pieces, r["name"] + "-float", r["check_float"], levels)
    parts = quantise(model)
    c, names = r["model"], list(parts)
    head = {"model": c, "parts": [[n, list(parts[n][0].shape) if parts[n][0] is not None else [len(parts[n][1])]] for n in names],
            "steps": step, "trained": tokens, "loss": loss, "documents": r["documents"], "data": r["data"],
            "data_sha256": r["data_sha256"], "pieces": [w.decode("latin-1") for w in pieces.words]}
    text = json.dumps(head).encode()
    body = [b"assayst1", len(text).to_bytes(8, "little"), text]
    for n in names:
        q, s = parts[n]
        body += [s.tobytes()] + ([] if q is None else [q.tobytes()])
    body = b"".join(body)
    with open(os.path.join(out, r["name"] + ".weights"), "wb") as f:
        f.write(body + hashlib.sha256(body).digest())
    record(model, pieces, r)
    evaluate(model, pieces, r["name"], r["check"], levels)


@torch.no_grad()
def record(model, pieces, r):
    """Logits behind 20 prompts and a part of their replies, in single precision."""
    lines = []
    for f in families()[:60:3]:
        row = next(data.made(f["name"], 1, "logits", 1, split="test"), None)
        if not row or not data.reply_of(row):
            continue
        ids = [pieces.user] + pieces.encode(row["statement"].encode() + data.TAIL) + [pieces.student]
        ids += pieces.encode(data.reply_of(row).encode())[:24]
        ids = ids[:r["model"]["context"]]
        logits = model(torch.tensor([ids], device=device))[0, -1].float().cpu().numpy()
        top = np.argsort(-logits)[:16]
        lines.append(json.dumps({"ids": ids, "top": [[int(i), round(float(logits[i]), 5)] for i in top],
                                 "sum": round(float(logits.sum()), 3), "norm": round(float(np.square(logits).sum()), 2)}))
    with open(os.path.join(out, r["name"] + "-logits.jsonl"), "w") as f:
        f.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
