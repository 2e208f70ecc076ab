"""The student: a decoder of the Llama family."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Norm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        y = x.float()
        return (y * torch.rsqrt(y.square().mean(-1, keepdim=True) + 1e-5) * self.weight).to(x.dtype)


def attend(q, k, v, mask=None):
    if hasattr(F, "scaled_dot_product_attention"):
        return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=mask is None)
    if mask is None:
        mask = torch.ones(q.shape[-2], k.shape[-2], dtype=torch.bool).tril()
    return ((q @ k.mT / math.sqrt(q.shape[-1])).masked_fill(~mask, -1e9).softmax(-1)).to(v.dtype) @ v


def turn(x, cos, sin):
    a, b = x.chunk(2, -1)
    return torch.cat((a * cos - b * sin, b * cos + a * sin), -1)


class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        w, self.heads = c["width"], c["heads"]
        self.norm1, self.norm2 = Norm(w), Norm(w)
        self.qkv = nn.Linear(w, 3 * w, bias=False)
        self.out = nn.Linear(w, w, bias=False)
        self.gate = nn.Linear(w, c["inner"], bias=False)
        self.up = nn.Linear(w, c["inner"], bias=False)
        self.down = nn.Linear(c["inner"], w, bias=False)

    def forward(self, x, cos, sin, cache=None, at=0, mask=None):
        b, t, w = x.shape
        q, k, v = (y.view(b, t, self.heads, -1).transpose(1, 2) for y in self.qkv(self.norm1(x)).chunk(3, -1))
        q, k = turn(q, cos, sin), turn(k, cos, sin)
        if cache is not None:
            cache[0][:, :, at:at + t], cache[1][:, :, at:at + t] = k, v
            k, v = cache[0][:, :, :at + t], cache[1][:, :, :at + t]
            y = attend(q, k, v, mask)
        else:
            y = attend(q, k, v)
        x = x + self.out(y.transpose(1, 2).reshape(b, t, w))
        h = self.norm2(x)
        return x + self.down(F.silu(self.gate(h)) * self.up(h))


class Student(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c = c
        self.embed = nn.Embedding(c["pieces"], c["width"])
        self.blocks = nn.ModuleList(Block(c) for _ in range(c["layers"]))
        self.norm = Norm(c["width"])
        half = c["width"] // c["heads"] // 2
        f = 10000.0 ** (-torch.arange(half) / half)
        angle = torch.arange(c["context"])[:, None] * f[None]
        self.register_buffer("cos", angle.cos(), persistent=False)
        self.register_buffer("sin", angle.sin(), persistent=False)
        for n, p in self.named_parameters():
            if p.dim() == 2:
                nn.init.normal_(p, std=0.02 / (math.sqrt(2 * c["layers"]) if n.endswith(("out.weight", "down.weight")) else 1))

    def forward(self, ids, cache=None, at=0, positions=None, mask=None):
        x = self.embed(ids)
        if positions is None:
            cos, sin = self.cos[at:at + ids.shape[1]], self.sin[at:at + ids.shape[1]]
        else:
            cos, sin = self.cos[positions][:, None], self.sin[positions][:, None]
        cos, sin = cos.to(x.dtype), sin.to(x.dtype)
        for i, block in enumerate(self.blocks):
            x = block(x, cos, sin, None if cache is None else cache[i], at, mask)
        return F.linear(self.norm(x), self.embed.weight)


@torch.no_grad()
def answer(model, prompts, most, end):
    """Greedy replies to prompts of any lengths, padded at the left."""
    device = next(model.parameters()).device
    longest = max(map(len, prompts))
    b, c = len(prompts), model.c
    most = min(most, c["context"] - longest)
    ids = torch.zeros(b, longest, dtype=torch.long)
    valid = torch.zeros(b, longest + most, dtype=torch.bool)
    for i, p in enumerate(prompts):
        ids[i, longest - len(p):] = torch.tensor(p)
        valid[i, longest - len(p):] = True
    valid[:, longest:] = True
    ids, valid = ids.to(device), valid.to(device)
    pad = longest - torch.tensor([len(p) for p in prompts], device=device)
    cache = [(torch.zeros(b, c["heads"], longest + most, c["width"] // c["heads"], device=device, dtype=torch.bfloat16),
              torch.zeros(b, c["heads"], longest + most, c["width"] // c["heads"], device=device, dtype=torch.bfloat16))
             for _ in range(c["layers"])]
    positions = (torch.arange(longest, device=device)[None] - pad[:, None]).clamp(min=0)
    causal = torch.ones(longest, longest, dtype=torch.bool, device=device).tril()
    mask = causal[None, None] & valid[:, None, None, :longest]
    mask = mask | torch.eye(longest, dtype=torch.bool, device=device)[None, None]
    out = [[] for _ in prompts]
    done = torch.zeros(b, dtype=torch.bool, device=device)
    with torch.autocast(device.type, torch.bfloat16):
        logits = model(ids, cache, 0, positions, mask)[:, -1]
        seen = []
        for t in range(most):
            nxt = logits.argmax(-1)
            nxt = torch.where(done, end, nxt)
            seen.append(nxt)
            done |= nxt == end
            if t + 1 == most or (t % 16 == 15 and bool(done.all())):
                break
            at = longest + t
            logits = model(nxt[:, None], cache, at, (at - pad)[:, None], valid[:, None, None, :at + 1])[:, -1]
    for i, row in enumerate(torch.stack(seen, 1).tolist()):
        out[i] = row[:row.index(end)] if end in row else row
    return out
