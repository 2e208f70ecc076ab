"""The student for llama.cpp: gguf.py [--half] WEIGHTS OUT.gguf

Architecture "llama" in single precision, or matrices in half. The tokenizer is
the one that llama.cpp calls "rwkv": always the longest piece that fits. Unlike
assay, llama.cpp takes the words <end>, <user> and <student> in a text for the
special pieces.
"""
import struct
import sys

import numpy as np

from weights import read

UINT32, INT32, FLOAT32, BOOL, STRING, ARRAY = 4, 5, 6, 7, 8, 9
F32, F16 = 0, 1
NORMAL, CONTROL = 1, 3
ALIGN = 32
FORMS = {UINT32: "<I", INT32: "<i", FLOAT32: "<f", BOOL: "<?"}

# As src/model/student/prompt.c: what the system says stands before the first
# text of the user; a last message of the assistant is the beginning of the reply.
CHAT = r"""
{%- set s = namespace(system='', user=false) -%}
{%- for m in messages -%}{%- if m['role'] == 'system' -%}
{%- set s.system = s.system + ('\n\n' if s.system else '') + m['content'] -%}
{%- endif -%}{%- endfor -%}
{%- for m in messages -%}
{%- if m['role'] == 'assistant' -%}
{{- '<student>' + m['content'] + ('' if loop.last else '<end>') -}}
{%- elif m['role'] != 'system' -%}
{{- '<user>' + s.system + ('\n\n' if s.system and m['content'] else '') + m['content'] -}}
{%- set s.system = '' -%}{%- set s.user = true -%}
{%- endif -%}{%- endfor -%}
{%- if messages[-1]['role'] != 'assistant' -%}
{{- ('' if s.user else '<user>' + s.system) + ('<student>' if add_generation_prompt else '') -}}
{%- endif -%}""".lstrip("\n")


def string(text):
    return struct.pack("<Q", len(text.encode())) + text.encode()


def value(kind, x):
    if kind == STRING:
        return string(x)
    if isinstance(kind, tuple):  # an array of these
        return struct.pack("<IQ", kind[0], len(x)) + b"".join(value(kind[0], y) for y in x)
    return struct.pack(FORMS[kind], x)


def field(name, kind, x):
    return string(name) + struct.pack("<I", ARRAY if isinstance(kind, tuple) else kind) + value(kind, x)


def escaped(number, piece):
    """A piece as the tokenizer "rwkv" wants it: nothing but ASCII, \\ escapes."""
    if 256 <= number < 259:
        return piece
    return "".join("\\\\" if c == "\\" else c if " " <= c <= "~" else "\\x%02x" % ord(c) for c in piece)


def fields(head, half):
    c = head["model"]
    kinds = [CONTROL if 256 <= i < 259 else NORMAL for i in range(c["pieces"])]
    return [
        field("general.architecture", STRING, "llama"),
        field("general.name", STRING, "assay student"),
        field("general.license", STRING, "apache-2.0"),
        field("general.file_type", UINT32, F16 if half else F32),
        field("llama.context_length", UINT32, c["context"]),
        field("llama.embedding_length", UINT32, c["width"]),
        field("llama.block_count", UINT32, c["layers"]),
        field("llama.feed_forward_length", UINT32, c["inner"]),
        field("llama.attention.head_count", UINT32, c["heads"]),
        field("llama.attention.head_count_kv", UINT32, c["heads"]),
        field("llama.attention.layer_norm_rms_epsilon", FLOAT32, 1e-5),
        field("llama.rope.dimension_count", UINT32, c["width"] // c["heads"]),
        field("llama.rope.freq_base", FLOAT32, 10000.0),
        field("llama.vocab_size", UINT32, c["pieces"]),
        field("tokenizer.ggml.model", STRING, "rwkv"),
        field("tokenizer.ggml.tokens", (STRING,), [escaped(i, p) for i, p in enumerate(head["pieces"])]),
        field("tokenizer.ggml.token_type", (INT32,), kinds),
        field("tokenizer.ggml.eos_token_id", UINT32, 256),
        field("tokenizer.ggml.add_bos_token", BOOL, False),
        field("tokenizer.ggml.add_eos_token", BOOL, False),
        field("tokenizer.chat_template", STRING, CHAT),
    ]


def interleaved(rows, heads):
    """Our positions turn row i of a head with row i + half of it; llama.cpp's
    turn 2 i with 2 i + 1."""
    return rows.reshape(heads, 2, -1, rows.shape[1]).swapaxes(1, 2).reshape(rows.shape)


def tensors(head, parts):
    """[(name, array)]; the output is the embedding, which is not repeated."""
    heads, out = head["model"]["heads"], [("token_embd", parts["embed.weight"])]
    for i in range(head["model"]["layers"]):
        part = lambda name: parts["blocks.%d.%s.weight" % (i, name)]
        q, k, v = np.split(part("qkv"), 3)
        out += [("blk.%d.%s" % (i, name), x) for name, x in (
            ("attn_norm", part("norm1")), ("attn_q", interleaved(q, heads)), ("attn_k", interleaved(k, heads)),
            ("attn_v", v), ("attn_output", part("out")), ("ffn_norm", part("norm2")),
            ("ffn_gate", part("gate")), ("ffn_up", part("up")), ("ffn_down", part("down")))]
    return out + [("output_norm", parts["norm.weight"])]


def padded(data):
    return data + b"\0" * (-len(data) % ALIGN)


def write(weights, path, half=False):
    head, parts = read(weights)
    about, infos, body, at = fields(head, half), [], [], 0
    for name, x in tensors(head, parts):
        kind = F16 if half and x.ndim == 2 else F32
        data = padded(x.astype("<f2" if kind == F16 else "<f4").tobytes())
        infos.append(string(name + ".weight") + struct.pack("<I%dQIQ" % x.ndim, x.ndim, *x.shape[::-1], kind, at))
        body.append(data)
        at += len(data)
    top = b"GGUF" + struct.pack("<IQQ", 3, len(infos), len(about)) + b"".join(about + infos)
    with open(path, "wb") as f:
        f.write(padded(top) + b"".join(body))


if __name__ == "__main__":
    names = [a for a in sys.argv[1:] if a != "--half"]
    if len(names) != 2:
        raise SystemExit(__doc__.splitlines()[0])
    write(names[0], names[1], "--half" in sys.argv)
