/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A dataset for the Hugging Face hub: rows and a card that says where they
 * are from.
 *
 * Every row carries the set's canary, which is derived from the ids of all
 * rows. So rows wait, without their last field, in a temporary file that has
 * no name and are copied when the set is complete; memory stays constant.
 * Rows are loaded as a table, so all have the same fields and types: an
 * imported problem has an empty family and seed, version, level and index 0.
 */
#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"
#include "problem/export.h"
#include "problem/export/ask.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define CARD_FILE 1
#define CARD_ROWS 500 /* places that the card lists */
#define ROW_END   "\"}}\n"

/* Problems of one family, version, level and seed, or of one public set. */
struct place {
    const char *family; /* NULL: imported */
    const char *seed;   /* or the public set's file */
    const char *source; /* the public set */
    const char *knobs;  /* that were set */
    int version, level;
    uint64_t first, last, count;
};

struct hf {
    FILE *spool;
    struct map places; /* number + 1 in `list` */
    struct vec list;   /* struct place, in the order of their first problem */
    struct hash128 ids;
    bool judged; /* a problem is judged by its family's rules */
    char canary[37];
};

static bool spool_fail(const char *what, struct err *e)
{
    return err_set(e, ERR_IO, "could not %s a temporary file: %s", what,
                   strerror(errno));
}

static bool hf_begin(struct export_state *s, struct err *e)
{
    struct hf *h = arena_new(&s->arena, struct hf);

    s->own = h;
    h->list = vec_in(&s->arena, sizeof(struct place));
    h->spool = tmpfile();
    return h->spool || spool_fail("make", e);
}

static void hf_release(struct export_state *s)
{
    struct hf *h = s->own;

    if (h && h->spool)
        fclose(h->spool);
    if (h)
        map_clear(&h->places);
}

/* ---- rows ---- */

static void note_place(struct export_state *s, const struct problem *p)
{
    struct hf *h = s->own;
    const char *source = ask_source(p);
    const char *seed =
        p->family ? p->seed : json_string(json_get(p->meta, "file"));
    const char *key = arena_printf(&s->row, "%s\n%s\n%s\n%s\n%d\n%d",
                                   p->family ? p->family : "",
                                   source ? source : "", seed ? seed : "",
                                   ask_knobs(&s->row, p), p->version, p->level);
    size_t *number = map_put(&h->places, key, strlen(key), NULL);
    struct place *l;

    if (*number == 0) {
        l = vec_push(&h->list);
        *number = h->list.n;
        l->family = p->family ? arena_strdup(&s->arena, p->family) : NULL;
        l->source = arena_strdup(&s->arena, source ? source : "");
        l->seed = arena_strdup(&s->arena, seed ? seed : "");
        l->knobs = arena_strdup(&s->arena, ask_knobs(&s->row, p));
        l->version = p->version;
        l->level = p->level;
        l->first = p->index;
    }
    l = vec_at(&h->list, *number - 1);
    l->first = p->index < l->first ? p->index : l->first;
    l->last = p->index > l->last ? p->index : l->last;
    l->count++;
}

static struct json *hf_make_row(struct arena *a, const struct problem *p)
{
    struct json *row = json_new(a, JSON_OBJECT), *meta;
    bool made = p->family != NULL;

    ask_text(a, row, "id", p->id);
    ask_text(a, row, "problem", p->statement);
    ask_text(a, row, "answer", ask_answer(a, p));
    ask_text(a, row, "kind", ask_kind(a, p));
    ask_text(a, row, "solution", p->solution);
    ask_list(a, row, "concepts", p->concepts, p->n_concepts);
    meta = json_set(a, row, "metadata", json_new(a, JSON_OBJECT));
    ask_text(a, meta, "family", made ? p->family : "");
    ask_int(a, meta, "version", made ? (uint64_t)p->version : 0);
    ask_int(a, meta, "level", made ? (uint64_t)p->level : 0);
    ask_text(a, meta, "seed", made ? p->seed : "");
    ask_int(a, meta, "index", made ? p->index : 0);
    ask_text(a, meta, "knobs", ask_knobs(a, p));
    ask_text(a, meta, "source", ask_source(p) ? ask_source(p) : "");
    ask_text(a, meta, "canary", "");
    return row;
}

static bool hf_add(struct export_state *s, const struct problem *p,
                   struct err *e)
{
    struct hf *h = s->own;
    struct hash128 id = hash_bytes(p->id, strlen(p->id));
    size_t n;
    bool ok;

    h->ids.high += id.high; /* a sum: the order of the rows does not count */
    h->ids.low += id.low;
    h->judged = h->judged || ask_is_judged(p);
    note_place(s, p);
    json_write(&s->text, hf_make_row(&s->row, p));
    str_addc(&s->text, '\n');
    INVARIANT(str_ends(str_get(&s->text), "\"canary\": \"" ROW_END));
    n = s->text.n - strlen(ROW_END);
    ok = fwrite(s->text.s, 1, n, h->spool) == n && fputc('\n', h->spool) > 0;
    str_reset(&s->text);
    return ok || spool_fail("write", e);
}

/* Sixteen bytes in the form of a UUID, version 8 (RFC 9562: own contents). */
static void make_canary(struct export_state *s)
{
    struct hf *h = s->own;
    struct hasher hasher;
    char hex[HASH_HEX_SIZE];

    hasher_open(&hasher);
    hasher_text(&hasher, "assay canary");
    hasher_u64(&hasher, h->ids.high);
    hasher_u64(&hasher, h->ids.low);
    hasher_u64(&hasher, s->count);
    hash_hex(hasher_close(&hasher), hex);
    hex[12] = '8';
    hex[16] = "89ab"[hex[16] % 4];
    snprintf(h->canary, sizeof(h->canary), "%.8s-%.4s-%.4s-%.4s-%.12s", hex,
             hex + 8, hex + 12, hex + 16, hex + 20);
}

/* The spool to the file: every line gets its end. */
static bool copy_rows(struct export_state *s, struct err *e)
{
    struct hf *h = s->own;
    char buf[1 << 14];
    size_t n;

    if (fflush(h->spool) != 0 || fseek(h->spool, 0, SEEK_SET) != 0)
        return spool_fail("write", e);
    while ((n = fread(buf, 1, sizeof(buf), h->spool)) > 0) {
        const char *p = buf, *stop = buf + n, *line;

        for (; (line = memchr(p, '\n', (size_t)(stop - p))); p = line + 1) {
            str_addn(&s->text, p, (size_t)(line - p));
            str_addf(&s->text, "%s" ROW_END, h->canary);
        }
        str_addn(&s->text, p, (size_t)(stop - p));
        if (!export_flush(s, 0, e))
            return false;
    }
    return !ferror(h->spool) || spool_fail("read", e);
}

/* ---- the card ---- */

static const char *size_category(size_t n)
{
    static const char *const names[] = {
        "n<1K",       "1K<n<10K",   "10K<n<100K", "100K<n<1M",
        "1M<n<10M",   "10M<n<100M", "100M<n<1B",  "1B<n<10B",
        "10B<n<100B", "100B<n<1T",  "n>1T",
    };
    size_t i = 0;

    for (n /= 1000; n && i + 1 < sizeof(names) / sizeof(names[0]); n /= 10)
        i++;
    return names[i];
}

/* One line of text inside a Markdown line or table. */
static void hf_cell(struct str *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("|*_`<\\[", *text))
            str_addc(out, '\\');
        str_addc(out, (unsigned char)*text < ' ' ? ' ' : *text);
    }
}

static void front_matter(struct export_state *s)
{
    struct str *out = &s->text;

    str_add(out, "---\npretty_name: ");
    json_write_string(out, s->o.title);
    str_addf(out,
             "\nlicense: unknown\nlanguage:\n  - en\ntask_categories:\n"
             "  - question-answering\nsize_categories:\n  - %s\ntags:\n"
             "  - mathematics\n  - assay\nconfigs:\n"
             "  - config_name: default\n    data_files:\n"
             "      - split: test\n        path: ",
             size_category(s->count));
    json_write_string(out, s->files[0]);
    str_add(out, "\n---\n\n# ");
    hf_cell(out, s->o.title);
    str_addf(out,
             "\n\n%zu mathematics problem%s with %s, written by `assay "
             "export --to hf`.\n\n",
             s->count, s->count == 1 ? "" : "s",
             s->count == 1 ? "its key" : "their keys");
}

static const char fields[] =
    "## Fields\n\n"
    "| field | type | what |\n"
    "| --- | --- | --- |\n"
    "| `id` | string | names the problem |\n"
    "| `problem` | string | the statement, with LaTeX between dollars |\n"
    "| `answer` | string | the key in LaTeX; several are written "
    "`name: value; name: value` |\n"
    "| `kind` | string | what sort of answer it is |\n"
    "| `solution` | string | worked steps; may be empty |\n"
    "| `concepts` | list of strings | what the problem is about |\n"
    "| `metadata` | object | `family`, `version`, `level`, `seed`, `index` "
    "and `knobs` of a generated problem (empty and 0 for an imported one), "
    "`source` of an imported one, `canary` |\n\n";

static const char by_rules[] =
    "Where `kind` is `rules`, no value is compared: replies are judged, with "
    "points, by the rules that the statement gives. `answer` is then what "
    "`assay grade` takes as `gold` beside the whole reply as `response`.\n\n";

static void describe_made(struct str *out, const struct place *l)
{
    str_add(out, "| ");
    hf_cell(out, l->family);
    str_addf(out, " | %d | %d | ", l->version, l->level);
    hf_cell(out, l->seed);
    str_add(out, " | ");
    hf_cell(out, l->knobs);
    str_addf(out, " | %" PRIu64 " to %" PRIu64 " | %" PRIu64 " |\n", l->first,
             l->last, l->count);
}

static void describe_imported(struct str *out, const struct place *l)
{
    str_add(out, "| ");
    hf_cell(out, *l->source ? l->source : "not known");
    str_add(out, " | ");
    hf_cell(out, *l->seed ? l->seed : "not known");
    str_addf(out, " | %" PRIu64 " |\n", l->count);
}

/* The places of one sort under their heading, if there are any. */
static void hf_list_places(struct str *out, const struct hf *h, bool made,
                           const char *heading)
{
    size_t shown = 0, more = 0;

    for (size_t i = 0; i < h->list.n; i++) {
        const struct place *l = vec_at(&h->list, i);

        if ((l->family != NULL) != made)
            continue;
        if (shown == CARD_ROWS) {
            more++;
            continue;
        }
        if (shown++ == 0)
            str_add(out, heading);
        if (made)
            describe_made(out, l);
        else
            describe_imported(out, l);
    }
    if (more)
        str_addf(out, "\nand %zu more; every row has its own.\n", more);
    str_add(out, shown ? "\n" : "");
}

static void provenance(struct export_state *s)
{
    struct str *out = &s->text;

    hf_list_places(
        out, s->own, true,
        "## Generated problems\n\n"
        "Each is a function of its coordinates. `assay new FAMILY "
        "--level L --seed S --from FIRST --count N`, with `--set` for "
        "every knob, makes them again.\n\n"
        "| family | version | level | seed | knobs | index | problems |\n"
        "| --- | --- | --- | --- | --- | --- | --- |\n");
    hf_list_places(out, s->own, false,
                   "## Imported problems\n\n"
                   "Their authors' terms hold for them.\n\n"
                   "| source | file | problems |\n"
                   "| --- | --- | --- |\n");
}

static void hf_ending(struct export_state *s)
{
    const struct hf *h = s->own;

    str_addf(&s->text,
             "## Canary\n\n"
             "This set is for evaluation. Please keep it out of training "
             "text; the line\nbelow, which every row carries too, helps to "
             "find it there.\n\n"
             "    assay canary GUID %s\n\n"
             "## Licence\n\n"
             "Whoever publishes this set chooses its licence: replace "
             "`unknown` at the top\nof this file.\n",
             h->canary);
}

static bool hf_end(struct export_state *s, struct err *e)
{
    make_canary(s);
    if (!copy_rows(s, e))
        return false;
    front_matter(s);
    str_add(&s->text, fields);
    str_add(&s->text, ((struct hf *)s->own)->judged ? by_rules : "");
    provenance(s);
    hf_ending(s);
    return export_flush(s, CARD_FILE, e);
}

const struct export_format export_hf = {
    .name = "hf",
    .title = "a dataset for the Hugging Face hub (NAME.jsonl, README.md)",
    .files = { "NAME.jsonl", "README.md" },
    .begin = hf_begin,
    .add = hf_add,
    .end = hf_end,
    .free = hf_release,
};
