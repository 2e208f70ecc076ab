/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A task for lm-evaluation-harness: the YAML and the rows it reads. Every
 * row has the same fields with the same types, because the harness loads them
 * as a table: an imported problem has an empty family and level 0.
 *
 * The task needs nothing but the harness, which finds \boxed{} and compares
 * texts. That cannot judge a reply by rules: a set with such problems has
 * another task, whose scores come from reward.py, for all of its problems. So
 * the task is written last.
 */
#include "problem/export.h"
#include "problem/export/ask.h"
#include "problem/export/reward.h"

#define TASK_FILE   1
#define REWARD_FILE 2

/* doc_to_target is the bare name of a column: a template's result that looks
 * like a list ("[0, 1]", an interval) would be turned into one. The pattern
 * takes the last \boxed{} with up to three braces inside each other. */
static const char task_start[] = "dataset_path: json\n"
                                 "dataset_kwargs:\n"
                                 "  data_files:\n"
                                 "    test: problems.jsonl\n"
                                 "test_split: test\n"
                                 "output_type: generate_until\n"
                                 "doc_to_target: answer\n"
                                 "generation_kwargs:\n"
                                 "  until: []\n"
                                 "  do_sample: false\n"
                                 "  max_gen_toks: 32768\n";

static const char task_compared[] =
    "doc_to_text: \"{{question}}\\n\\n{{instruction}}\"\n"
    "filter_list:\n"
    "  - name: boxed\n"
    "    filter:\n"
    "      - function: regex\n"
    "        regex_pattern: '\\\\boxed\\{((?:[^{}]|\\{(?:[^{}]|"
    "\\{(?:[^{}]|\\{[^{}]*\\})*\\})*\\})*)\\}'\n"
    "        group_select: -1\n"
    "      - function: take_first\n"
    "metric_list:\n"
    "  - metric: exact_match\n"
    "    aggregation: mean\n"
    "    higher_is_better: true\n"
    "metadata:\n"
    "  version: 1.0\n";

/* An instruction may be empty; then nothing follows the question. */
static const char task_judged[] =
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
    "  version: 1.0\n";

struct task {
    bool judged; /* a problem is judged by its family's rules */
};

static bool begin(struct export_state *s, struct err *e)
{
    (void)e;
    s->own = arena_new(&s->arena, struct task);
    return true;
}

static bool end(struct export_state *s, struct err *e)
{
    const struct task *t = s->own;

    str_addf(&s->text,
             "# A task for lm-evaluation-harness. The data file is looked up "
             "from the\n"
             "# working directory, so run it from inside this folder:\n"
             "#\n"
             "#     lm-eval run --model MODEL --include_path . --tasks %s\n"
             "#\n",
             s->o.name);
    str_add(&s->text,
            t->judged
                ? "# reward.py judges with `assay grade`: score is 1 or 0, or "
                  "the share of the\n# points where a reply earns points.\n"
                : "# exact_match compares spelling: 1/2 and 0.5 differ for "
                  "it.\n");
    str_add(&s->text, "task: ");
    json_write_string(&s->text, s->o.name);
    str_addf(&s->text, "\n%s%s", task_start,
             t->judged ? task_judged : task_compared);
    return export_flush(s, TASK_FILE, e) &&
           (!t->judged || export_reward(s, REWARD_FILE, e));
}

static bool add(struct export_state *s, const struct problem *p, struct err *e)
{
    struct arena *a = &s->row;
    struct json *row = json_new(a, JSON_OBJECT);
    struct task *t = s->own;

    t->judged = t->judged || ask_is_judged(p);
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
    .title = "a task for lm-evaluation-harness (NAME.yaml, problems.jsonl)",
    .files = { "problems.jsonl", "NAME.yaml", EXPORT_REWARD_FILE },
    .shared = EXPORT_REWARD_FILE,
    .begin = begin,
    .add = add,
    .end = end,
};
