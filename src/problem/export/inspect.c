/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A task for Inspect: the samples, and a file with the prompt and a scorer that
 * judges by reward.py. A sample has input, target, id and metadata, which
 * Inspect also loads with no code. The input is the statement alone; the task
 * adds the instruction, which is in the metadata. Nothing in the metadata is
 * empty.
 */
#include "problem/export.h"
#include "problem/export/ask.h"
#include "problem/export/reward.h"

static void add_keys(struct arena *a, struct json *meta,
                     const struct problem *p)
{
    struct json *keys = json_set(a, meta, "keys", json_new(a, JSON_ARRAY));

    for (size_t i = 0; i < p->n_keys; i++) {
        struct json *k = json_push(keys, json_new(a, JSON_OBJECT));

        if (p->keys[i].name)
            ask_text(a, k, "name", p->keys[i].name);
        ask_text(a, k, "kind", answer_name(p->keys[i].kind));
        ask_text(a, k, "latex", p->keys[i].latex);
    }
}

static struct json *metadata(struct arena *a, const struct problem *p)
{
    struct json *meta = json_new(a, JSON_OBJECT);

    ask_text(a, meta, "kind", ask_kind(a, p));
    if (*ask_instruction(a, p))
        ask_text(a, meta, "instruction", ask_instruction(a, p));
    if (p->n_keys > 1)
        add_keys(a, meta, p);
    if (p->family) {
        ask_text(a, meta, "family", p->family);
        ask_int(a, meta, "version", (uint64_t)p->version);
        ask_int(a, meta, "level", (uint64_t)p->level);
        ask_text(a, meta, "seed", p->seed);
        ask_int(a, meta, "index", p->index);
        if (p->split)
            ask_text(a, meta, "split", p->split);
        if (p->knobs && p->knobs->count)
            json_set(a, meta, "knobs", json_copy(a, p->knobs));
    } else if (ask_source(p)) {
        ask_text(a, meta, "source", ask_source(p));
    }
    if (p->n_concepts)
        ask_list(a, meta, "concepts", p->concepts, p->n_concepts);
    if (*p->solution)
        ask_text(a, meta, "solution", p->solution);
    return meta;
}

static bool add(struct export_state *s, const struct problem *p, struct err *e)
{
    struct arena *a = &s->row;
    struct json *row = json_new(a, JSON_OBJECT);

    ask_text(a, row, "input", p->statement);
    ask_text(a, row, "target", ask_answer(a, p));
    ask_text(a, row, "id", p->id);
    json_set(a, row, "metadata", metadata(a, p));
    return export_row(s, 0, row, e);
}

/* The names of the set's file and of the task, which must be one in Python. */
static const char task_head[] =
    "\"\"\"A task for Inspect: inspect eval %s.py --model MODEL\n"
    "\n"
    "The prompt is the problem with an instruction on how to answer; replies\n"
    "are judged by assay, in this process (reward.py, libassay).\n"
    "\"\"\"\n"
    "import os\n"
    "import sys\n"
    "\n"
    "from inspect_ai import Task, task\n"
    "from inspect_ai.dataset import json_dataset\n"
    "from inspect_ai.scorer import Score, accuracy, scorer, stderr\n"
    "from inspect_ai.solver import generate, solver\n"
    "\n"
    "HERE = os.path.dirname(os.path.abspath(__file__))\n"
    "sys.path.insert(0, HERE)\n"
    "import reward  # noqa: E402\n"
    "\n"
    "\n";

static const char task_body[] =
    "@solver\n"
    "def ask_for_answer():\n"
    "    async def solve(state, generate):\n"
    "        how = (state.metadata or {}).get(\"instruction\")\n"
    "        if how:\n"
    "            state.user_prompt.text += \"\\n\\n\" + how\n"
    "        return state\n"
    "\n"
    "    return solve\n"
    "\n"
    "\n"
    "@scorer(metrics=[accuracy(), stderr()])\n"
    "def assay_scorer(strict=False):\n"
    "    \"\"\"C, I, or N where the judge does not know; in a game the share\n"
    "    of the points.\"\"\"\n"
    "\n"
    "    async def score(state, target):\n"
    "        v = reward.verify(target.text, state.output.completion,\n"
    "                          strict=strict)\n"
    "        share = reward.reward_of(v)\n"
    "        value = {None: \"N\", 0.0: \"I\", 1.0: \"C\"}.get(share, share)\n"
    "        return Score(value=value, answer=v.extracted, "
    "explanation=v.why,\n"
    "                     metadata=v.as_dict())\n"
    "\n"
    "    return score\n"
    "\n"
    "\n";

static const char *python_name(struct arena *a, const char *name)
{
    char *s = arena_printf(
        a, "%s%s", name[0] >= '0' && name[0] <= '9' ? "set_" : "", name);

    for (char *c = s; *c; c++)
        if (*c == '-' || *c == '.')
            *c = '_';
    return s;
}

static bool begin(struct export_state *s, struct err *e)
{
    const char *name = s->o.name;

    if (s->o.alone)
        return true;
    str_addf(&s->text, task_head, name);
    str_add(&s->text, task_body);
    str_addf(&s->text,
             "@task\n"
             "def %s(strict=False):\n"
             "    return Task(\n"
             "        dataset=json_dataset(os.path.join(HERE, "
             "\"%s.jsonl\")),\n"
             "        solver=[ask_for_answer(), generate()],\n"
             "        scorer=assay_scorer(strict),\n"
             "    )\n",
             python_name(&s->arena, name), name);
    return export_flush(s, 1, e) && export_reward(s, 2, e);
}

const struct export_format export_inspect = {
    .name = "inspect",
    .title = "a task for Inspect (NAME.py, NAME.jsonl), with reward.py",
    .files = { "NAME.jsonl", "NAME.py", EXPORT_REWARD_FILE },
    .shared = EXPORT_REWARD_FILE,
    .rows_alone = true,
    .begin = begin,
    .add = add,
};
