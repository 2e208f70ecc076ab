/* SPDX-License-Identifier: Apache-2.0 */
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
#include "problem/export.h"
#include "problem/export/ask.h"
#include "problem/export/reward.h"

static bool begin(struct export_state *s, struct err *e)
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
    .begin = begin,
    .add = verl_add,
};

const struct export_format export_trl = {
    .name = "trl",
    .title = "rows for TRL (NAME.jsonl), with reward.py",
    .files = { "NAME.jsonl", EXPORT_REWARD_FILE },
    .shared = EXPORT_REWARD_FILE,
    .begin = begin,
    .add = trl_add,
};
