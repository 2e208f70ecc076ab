/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A task for lm-evaluation-harness: the YAML, the rows it reads and reward.py,
 * which scores. Every row has the same fields with the same types, because the
 * harness loads them as a table: an imported problem has an empty family and
 * level 0.
 */
#include "problem/export.h"
#include "problem/export/ask.h"
#include "problem/export/reward.h"

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

static bool begin(struct export_state *s, struct err *e)
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

static bool add(struct export_state *s, const struct problem *p, struct err *e)
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
    .begin = begin,
    .add = add,
};
