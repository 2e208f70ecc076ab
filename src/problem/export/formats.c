/* SPDX-License-Identifier: Apache-2.0 */
#include "base/csv.h"
#include "problem/export.h"
#include "problem/export/ask.h"

#include <inttypes.h>

#define EXPORT_REWARD_FILE "reward.py"

/*
 * reward.py is the Python binding itself, one module for all tools: rewards for
 * verl and TRL, scores for lm-eval, the judge of an Inspect task. It judges in
 * its own process and finds the library where it was installed.
 */

/* bindings/python/assay/__init__.py, line by line: see the Makefile. */
static const char *const lines[] = {
#include "problem/reward.inc"
};

/* Write reward.py, which is the same for every set, to the i-th file. */
static bool export_reward(struct export_state *s, size_t file, struct err *e)
{
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        str_add(&s->text, lines[i]);
    return export_flush(s, file, e);
}

/*
 * CSV by RFC 4180, lines ended by \r\n. Values stand as they are: a key of -3
 * or a statement that begins with "=" is not made safe for spreadsheets,
 * because that would change it for every other reader (help says so).
 */

static bool formats_begin(struct export_state *s, struct err *e)
{
    str_add(&s->text, "id,statement,key,kind,solution,family,level,seed,index,"
                      "concepts\r\n");
    return export_flush(s, 0, e);
}

static void formats_field(struct str *out, const char *text)
{
    str_addc(out, ',');
    csv_write(out, text);
}

static bool formats_add(struct export_state *s, const struct problem *p,
                        struct err *e)
{
    struct str *out = &s->text;

    csv_write(out, p->id);
    formats_field(out, p->statement);
    formats_field(out, ask_answer(&s->row, p));
    formats_field(out, ask_kind(&s->row, p));
    formats_field(out, p->solution);
    formats_field(out, p->family ? p->family : "");
    if (p->family) {
        str_addf(out, ",%d", p->level);
        formats_field(out, p->seed);
        str_addf(out, ",%" PRIu64, p->index);
    } else {
        str_add(out, ",,,");
    }
    formats_field(out, ask_concepts(&s->row, p));
    str_add(out, "\r\n");
    return export_flush(s, 0, e);
}

const struct export_format export_csv = {
    .name = "csv",
    .title = "a table for other programs (NAME.csv)",
    .files = { "NAME.csv" },
    .begin = formats_begin,
    .add = formats_add,
};

/*
 * A task for lm-evaluation-harness: the YAML, the rows it reads and reward.py,
 * which scores. Every row has the same fields with the same types, because the
 * harness loads them as a table: an imported problem has an empty family and
 * level 0.
 */

#define TASK_FILE   1
#define REWARD_FILE 2

/* doc_to_target is the bare name of a column: a template's result that looks
 * like a list ("[0, 1]", an interval) would be turned into one. An instruction
 * may be empty; then nothing follows the question. */
static const char task[] =
    "dataset_path: json\n"
    "dataset_kwargs:\n"
    "  data_files:\n"
    "    test: problems.jsonl\n"
    "test_split: test\n"
    "output_type: generate_until\n"
    "doc_to_target: answer\n"
    "generation_kwargs:\n"
    "  until: []\n"
    "  do_sample: false\n"
    "  max_gen_toks: 32768\n"
    "doc_to_text: \"{{question}}"
    "{{'\\n\\n' + instruction if instruction else ''}}\"\n"
    "process_results: !function reward.process_results\n"
    "metric_list:\n"
    "  - metric: score\n"
    "    aggregation: mean\n"
    "    higher_is_better: true\n"
    "  - metric: correct\n"
    "    aggregation: mean\n"
    "    higher_is_better: true\n"
    "  - metric: judged\n"
    "    aggregation: mean\n"
    "    higher_is_better: true\n"
    "metadata:\n"
    "  version: 2.0\n";

static bool lmeval_begin(struct export_state *s, struct err *e)
{
    str_addf(&s->text,
             "# A task for lm-evaluation-harness. The data file is looked up "
             "from the\n"
             "# working directory, so run it from inside this folder:\n"
             "#\n"
             "#     lm-eval run --model MODEL --include_path . --tasks %s\n"
             "#\n"
             "# reward.py judges in the harness's own process: score is 1 or "
             "0, or the share of\n"
             "# the points where a reply earns points; judged is 0 where the "
             "judge does not know.\n"
             "task: ",
             s->o.name);
    json_write_string(&s->text, s->o.name);
    str_addf(&s->text, "\n%s", task);
    return export_flush(s, TASK_FILE, e) && export_reward(s, REWARD_FILE, e);
}

static bool lmeval_add(struct export_state *s, const struct problem *p,
                       struct err *e)
{
    struct arena *a = &s->row;
    struct json *row = json_new(a, JSON_OBJECT);

    ask_text(a, row, "id", p->id);
    ask_text(a, row, "question", p->statement);
    ask_text(a, row, "instruction", ask_instruction(a, p));
    ask_text(a, row, "answer", ask_answer(a, p));
    ask_text(a, row, "kind", ask_kind(a, p));
    ask_text(a, row, "family", p->family ? p->family : "");
    ask_int(a, row, "level", p->family ? (uint64_t)p->level : 0);
    return export_row(s, 0, row, e);
}

const struct export_format export_lm_eval = {
    .name = "lm-eval",
    .title = "a task for lm-evaluation-harness (NAME.yaml, problems.jsonl), "
             "with reward.py",
    .files = { "problems.jsonl", "NAME.yaml", EXPORT_REWARD_FILE },
    .shared = EXPORT_REWARD_FILE,
    .begin = lmeval_begin,
    .add = lmeval_add,
};

/*
 * A task for Inspect: the samples, and a file with the prompt and a scorer that
 * judges by reward.py. A sample has input, target, id and metadata, which
 * Inspect also loads with no code. The input is the statement alone; the task
 * adds the instruction, which is in the metadata. Nothing in the metadata is
 * empty.
 */

static struct json *metadata(struct arena *a, const struct problem *p)
{
    struct json *meta = json_new(a, JSON_OBJECT);

    ask_text(a, meta, "kind", ask_kind(a, p));
    if (*ask_instruction(a, p))
        ask_text(a, meta, "instruction", ask_instruction(a, p));
    if (p->n_keys > 1)
        json_set(a, meta, "keys", ask_keys(a, p, false));
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

static bool inspect_add(struct export_state *s, const struct problem *p,
                        struct err *e)
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

static bool inspect_begin(struct export_state *s, struct err *e)
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
    .begin = inspect_begin,
    .add = inspect_add,
};

/*
 * Training sets for verl and TRL, each with reward.py beside it.
 *
 * verl reads JSON lines only from a file whose name ends in .json. The set's
 * name is also the split, so `--name train` and `--name test` into one folder
 * make the pair it wants. TRL hands every column but the prompt to the reward
 * functions: `solution` is for its own accuracy_reward, which looks for
 * \boxed{}, `ground_truth` for ours. Where a family's rules judge, nothing
 * could be right in a box: `solution` is empty, which accuracy_reward skips.
 */

static bool train_begin(struct export_state *s, struct err *e)
{
    return export_reward(s, 1, e);
}

static bool verl_add(struct export_state *s, const struct problem *p,
                     struct err *e)
{
    struct arena *a = &s->row;
    struct json *row = json_new(a, JSON_OBJECT), *part;

    ask_text(a, row, "data_source", arena_printf(a, "assay/%s", s->o.name));
    json_set(a, row, "prompt", ask_chat(a, p));
    ask_text(a, row, "ability", "math");
    part = json_set(a, row, "reward_model", json_new(a, JSON_OBJECT));
    ask_text(a, part, "style", "rule");
    ask_text(a, part, "ground_truth", ask_answer(a, p));
    part = json_set(a, row, "extra_info", json_new(a, JSON_OBJECT));
    ask_text(a, part, "split", s->o.name);
    ask_int(a, part, "index", s->count);
    ask_text(a, part, "id", p->id);
    return export_row(s, 0, row, e);
}

static bool trl_add(struct export_state *s, const struct problem *p,
                    struct err *e)
{
    struct arena *a = &s->row;
    struct json *row = json_new(a, JSON_OBJECT);
    const char *answer = ask_answer(a, p);

    json_set(a, row, "prompt", ask_chat(a, p));
    ask_text(a, row, "solution",
             ask_is_judged(p) ? "" : arena_printf(a, "\\boxed{%s}", answer));
    ask_text(a, row, "ground_truth", answer);
    ask_text(a, row, "id", p->id);
    return export_row(s, 0, row, e);
}

const struct export_format export_verl = {
    .name = "verl",
    .title = "rows for verl (NAME.json), with reward.py",
    .files = { "NAME.json", EXPORT_REWARD_FILE },
    .shared = EXPORT_REWARD_FILE,
    .begin = train_begin,
    .add = verl_add,
};

const struct export_format export_trl = {
    .name = "trl",
    .title = "rows for TRL (NAME.jsonl), with reward.py",
    .files = { "NAME.jsonl", EXPORT_REWARD_FILE },
    .shared = EXPORT_REWARD_FILE,
    .begin = train_begin,
    .add = trl_add,
};
