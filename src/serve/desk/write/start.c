/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/write/start.h"

#include "base/clock.h"
#include "evolve/evolve.h"
#include "family/audit.h"
#include "family/generate.h"
#include "family/pair/pair.h"
#include "family/table.h"
#include "problem/dataset.h"
#include "serve/desk/write/corpus.h"
#include "serve/look/access.h"
#include "serve/pages/fill.h"
#include "serve/secret.h"
#include "store/chain.h"
#include "store/runs.h"

#include <string.h>

#define ROW_MOST     ((size_t)512 << 10) /* bytes of a pasted row */
#define SEED_LETTERS 8

const char *start_field(const struct http_fields *f, const char *name)
{
    const char *text = http_among(f, name);

    return text && !str_blank(text) ? text : NULL;
}

const char *start_seed(struct arena *a, struct err *e)
{
    char secret[SECRET_LETTERS + 1];

    return secret_make(secret, e) ? arena_strndup(a, secret, SEED_LETTERS)
                                  : NULL;
}

bool start_add_seed(struct arena *a, struct http_fields *f, struct err *e)
{
    struct http_field *items = arena_array(a, struct http_field, f->n + 1);
    const char *seed;

    if (!start_field(f, "family") || start_field(f, "seed"))
        return true;
    seed = start_seed(a, e);
    if (!seed)
        return false;
    items[0] = (struct http_field){ "seed", seed };
    for (size_t i = 0; i < f->n; i++)
        items[i + 1] = f->items[i];
    *f = (struct http_fields){ items, f->n + 1 };
    return true;
}

/* ---- what all sources have ---- */

static const char *sha_text(struct arena *a, const char *line)
{
    unsigned char sha[CHAIN_BYTES];
    struct str out = str_in(a);
    struct chain c;

    chain_open(&c);
    chain_problem(&c, line, sha);
    chain_close(&c);
    for (size_t i = 0; i < sizeof sha; i++)
        str_addf(&out, "%02x", sha[i]);
    return str_get(&out);
}

/* Does the source's own check hold, as `assay check` runs it? */
static bool audit_holds(struct arena *a, const struct problem *p)
{
    struct audit found;

    if (!p->proof_by)
        return false;
    if (!evolve_audit(a, p, &found))
        found = audit_problem(a, p);
    return found.status == AUDIT_HOLDS;
}

static bool start_settle(struct arena *a, struct start *s, struct err *e)
{
    struct str line = str_in(a);
    struct json *record;

    problem_write(&line, &s->problem);
    line.s[--line.n] = '\0';
    if (!json_read(a, line.s, line.n, 1, &record, e))
        return false;
    s->record = record;
    s->sha = sha_text(a, line.s);
    return true;
}

/* ---- the sources ---- */

static bool find_level(const struct family *f, const char *text, int *out,
                       struct err *e)
{
    *out = family_level_find(f, text ? text : "1");
    return *out || err_set(e, ERR_USAGE,
                           "%s has no level \"%.40s\": it has levels 1 to %d",
                           f->name, text, f->n_levels);
}

static bool from_family(struct arena *a, const struct http_fields *f,
                        struct start *out, struct err *e)
{
    const char *seed = start_field(f, "seed"), *index = start_field(f, "index");
    struct coordinates c = { .seed = seed ? seed : "1" };
    int64_t n;

    c.family = family_named(a, start_field(f, "family"), e);
    if (!c.family)
        return false;
    if (!http_number(index ? index : "0", &n))
        return err_set(e, ERR_USAGE,
                       "\"%.40s\" is not an index: use 0, 1, 2, ...", index);
    c.index = (uint64_t)n;
    if (!seed_is_valid(c.seed))
        return err_set(e, ERR_USAGE,
                       "a seed consists of up to 64 letters, digits, \".\", "
                       "\"_\" or \"-\"");
    out->proved = true;
    return find_level(c.family, start_field(f, "level"), &c.level, e) &&
           family_generate(a, &c, &out->problem, e);
}

/* Finds the line of a run's problem, if the visitor may look at the run. */
static bool find_line(struct visit *visit, const struct http_fields *f,
                      struct start *out, const char **line, struct err *e)
{
    struct arena *a = visit->arena;
    const char *want = start_field(f, "problem");
    struct run_info run;
    const char **lines;
    size_t n;

    if (!want)
        return err_set(e, ERR_USAGE, "give the id of a problem of the run");
    if (!look_find_run(visit, start_field(f, "run"), &run, e) ||
        !runs_problems(visit->store, a, run.id, &lines, &n, e))
        return false;
    out->run = run.name;
    for (size_t i = 0; i < n; i++) {
        const char *id;
        struct json *v;

        if (!strstr(lines[i], want) ||
            !json_read(a, lines[i], strlen(lines[i]), 1, &v, e))
            continue;
        id = json_string(json_get(v, "id"));
        *line = lines[i];
        if (id && str_eq(id, want))
            return true;
    }
    return err_set(e, ERR_SPENT, "run %s has no problem \"%.100s\"", run.name,
                   want);
}

static bool from_line(struct arena *a, const char *line, struct start *out,
                      struct err *e)
{
    struct json *v;

    return json_read(a, line, strlen(line), 1, &v, e) &&
           problem_read(a, v, &out->problem, e);
}

static bool from_row(struct arena *a, const char *row, struct start *out,
                     struct err *e)
{
    const struct dataset_reader *reader;
    struct json *v;

    if (strlen(row) > ROW_MOST)
        return err_set(e, ERR_LIMIT, "a row has at most %zu bytes", ROW_MOST);
    if (!json_read(a, row, strlen(row), 1, &v, e))
        return err_prefix(e, "the row is not JSON: ");
    if (problem_is(v))
        return problem_read(a, v, &out->problem, e);
    reader = dataset_detect(v);
    if (!reader)
        return err_set(e, ERR_DOMAIN,
                       "no reader supports the fields of this row; it needs "
                       "a question (\"question\", \"problem\" ...) and an "
                       "answer (\"answer\", \"target\" ...)");
    return dataset_problem(a, reader, v, "pasted", 0, &out->problem, e);
}

/* The fields of those names as one text. */
static const char *fields_text(struct arena *a, const struct http_fields *f,
                               const char *names)
{
    struct str all = str_in(a);

    for (size_t i = 0; i < f->n; i++)
        if (str_among(f->items[i].name, names))
            str_addf(&all, "%s %s\n", f->items[i].name, f->items[i].value);
    return str_get(&all);
}

/* Says which source the fields name: *text is its row, its line in a run or its
 * coordinates; NULL: none. */
static bool name_source(struct visit *v, const struct http_fields *f,
                        struct start *out, const char **text, struct err *e)
{
    *text = start_field(f, "row");
    if (*text) {
        out->from = "row";
        *text = str_trim(v->arena, *text);
    } else if (start_field(f, "public")) {
        out->from = "row";
        *text = fields_text(v->arena, f, "public row-number");
    } else if (start_field(f, "run")) {
        out->from = "run";
        return find_line(v, f, out, text, e);
    } else if (start_field(f, "family")) {
        out->from = "family";
        *text = fields_text(v->arena, f, "family level seed index");
    }
    return true;
}

static bool make_source(struct visit *v, const struct http_fields *f,
                        const char *text, struct start *out, struct err *e)
{
    struct arena *a = v->arena;
    bool ok;

    if (!start_field(f, "row") && start_field(f, "public"))
        text = start_public(v, start_field(f, "public"),
                            start_field(f, "row-number"), e);
    if (!text)
        return false;
    ok = str_eq(out->from, "row")   ? from_row(a, text, out, e)
         : str_eq(out->from, "run") ? from_line(a, text, out, e)
                                    : from_family(a, f, out, e);

    if (!ok || !start_settle(a, out, e))
        return false;
    out->proved = out->proved || audit_holds(a, &out->problem);
    return true;
}

bool start_find(struct visit *v, const struct http_fields *f, struct start *out,
                struct err *e)
{
    struct arena *a = v->arena;
    const char *text, *sha, *known;

    *out = (struct start){ 0 };
    if (!name_source(v, f, out, &text, e))
        return false;
    if (!text)
        return true;
    sha = sha_text(a, arena_printf(a, "%s %s\n%s", out->from,
                                   out->run ? out->run : "", text));
    known = corpus_recall(v->serve->corpus, a, sha);
    if (known)
        return source_read(a, known, out, e);
    if (!make_source(v, f, text, out, e))
        return false;
    corpus_keep(v->serve->corpus, sha,
                start_origin(a, out, &(struct start_edited){ 0 }));
    return true;
}

bool source_read(struct arena *a, const char *origin, struct start *out,
                 struct err *e)
{
    const struct json *record;
    struct json *v;

    *out = (struct start){ 0 };
    if (!json_read(a, origin, strlen(origin), 1, &v, e))
        return false;
    record = json_get(v, "record");
    if (!record)
        return true;
    out->record = record;
    out->from = json_string(json_get(v, "from"));
    out->run = json_string(json_get(v, "run"));
    out->sha = json_string(json_get(v, "sha"));
    out->proved = json_get(v, "proof") != NULL;
    return problem_read(a, record, &out->problem, e);
}

/* ---- the draft that begins with it ---- */

/* The topic on the family's card, else by the names that sets give theirs, else
 * what the family is called. */
static const char *topic_of(struct arena *a, const struct problem *p)
{
    static const char *const names[] = { "topic", "type", "question_type" };
    const struct family *f = p->family ? family_find(p->family) : NULL;
    const struct json *fields = json_get(p->meta, "fields");
    const char *topic = f ? f->topic : NULL;
    char *words;

    for (size_t i = 0; !topic && i < sizeof names / sizeof names[0]; i++)
        topic = json_string(json_get(fields, names[i]));
    if (!topic)
        topic = json_string(json_get(p->meta, "topic"));
    if (!topic || strlen(topic) > draft_cards[DRAFT_TOPIC].most)
        return f ? f->title : "";
    words = arena_strdup(a, topic);
    for (char *c = words; *c; c++)
        *c = *c == '_' ? ' ' : *c;
    return words;
}

void start_draft(struct arena *a, const struct start *s,
                 struct entry_draft *out)
{
    draft_from_problem(a, &s->problem, out);
    out->text[DRAFT_TOPIC] = topic_of(a, &s->problem);
    if (s->proved)
        out->text[DRAFT_CHECK] = "family";
}

/* ---- what was edited ---- */

static bool start_same(struct arena *a, const char *x, const char *y)
{
    return str_eq(str_trim(a, x), str_trim(a, y));
}

struct start_edited start_compare(struct arena *a, const struct start *s,
                                  const struct entry_draft *d)
{
    static const enum draft_field key[] = {
        DRAFT_ANSWER,   DRAFT_KIND,        DRAFT_SYMBOLS, DRAFT_LIMIT_SYMBOL,
        DRAFT_LIMIT_TO, DRAFT_LIMIT_ORDER, DRAFT_LIMIT,
    };
    struct start_edited e = { 0 };
    struct entry_draft was;

    if (!s->from)
        return e;
    draft_from_problem(a, &s->problem, &was);
    e.statement =
        !start_same(a, d->text[DRAFT_STATEMENT], was.text[DRAFT_STATEMENT]);
    e.solution =
        !start_same(a, d->text[DRAFT_SOLUTION], was.text[DRAFT_SOLUTION]);
    for (size_t i = 0; i < sizeof key / sizeof key[0]; i++)
        e.key = e.key || !start_same(a, d->text[key[i]], was.text[key[i]]);
    return e;
}

bool start_is_proved(const struct start *s, const struct start_edited *edited)
{
    return s->proved && !edited->statement && !edited->key;
}

/* Further fields of the source that say how answers are judged, such as a
 * tolerance; its symbols are the draft's. */
static const struct json *merge_extra(struct arena *a, const struct json *was,
                                      const struct json *now)
{
    struct json *all = json_new(a, JSON_OBJECT);

    for (const struct json *m = was ? was->first : NULL; m; m = m->next)
        if (!str_eq(m->name, "params"))
            json_set(a, all, m->name, json_copy(a, m));
    for (const struct json *m = now ? now->first : NULL; m; m = m->next)
        json_set(a, all, m->name, json_copy(a, m));
    return all->count ? all : NULL;
}

void start_problem(struct arena *a, const struct start *s,
                   const struct entry_draft *d, struct problem *out)
{
    struct start_edited edited = start_compare(a, s, d);
    /* A row may say that a family made it; only its check makes it so. */
    bool ours = s->proved || !s->problem.family || !str_eq(s->from, "row");
    struct problem p;

    draft_problem(a, d, &p);
    if (s->from && !edited.statement && !edited.key && ours) {
        *out = s->problem;
        out->solution = p.solution;
        out->concepts = p.concepts;
        out->n_concepts = p.n_concepts;
        if (!s->proved)
            out->proof_by = NULL;
        return;
    }
    if (s->from && !edited.key) {
        p.keys = s->problem.keys;
        p.n_keys = s->problem.n_keys;
    }
    p.extra = merge_extra(a, s->problem.extra, p.extra);
    *out = p;
}

const char *start_origin(struct arena *a, const struct start *s,
                         const struct start_edited *edited)
{
    struct json *v = json_new(a, JSON_OBJECT), *what;
    const struct {
        const char *name;
        bool is;
    } parts[] = { { "statement", edited->statement },
                  { "key", edited->key },
                  { "solution", edited->solution } };
    struct str out = str_in(a);

    if (!s->from)
        return "{}";
    row_add(a, v, "from=%s run=%s id=%s sha=%s", s->from, s->run, s->problem.id,
            s->sha);
    if (s->proved && s->problem.proof_by)
        json_set(a, v, "proof",
                 row_new(a, "by=%s detail=%s", s->problem.proof_by,
                         s->problem.proof_detail));
    what = json_set(a, v, "edited", json_new(a, JSON_OBJECT));
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        json_set(a, what, parts[i].name, json_new(a, JSON_BOOL))->truth =
            parts[i].is;
    json_set(a, v, "record", json_copy(a, s->record));
    json_write(&out, v);
    return str_get(&out);
}

static const struct json *class_meta(struct arena *a, const struct json *was,
                                     const char *topic)
{
    struct json *meta = json_new(a, JSON_OBJECT);

    for (const struct json *m = was ? was->first : NULL; m; m = m->next)
        if (!str_eq(m->name, "class"))
            json_set(a, meta, m->name, json_copy(a, m));
    json_set(a, meta, "class", row_new(a, "topic=%s", topic));
    return meta;
}

struct entry_version start_version(struct arena *a, const struct start *s,
                                   const struct entry_draft *d)
{
    struct start_edited edited = start_compare(a, s, d);
    struct entry_version out = { .made_ms = clock_day_ms(),
                                 .claim = d->text[DRAFT_CLAIM],
                                 .note = d->text[DRAFT_NOTE] };
    struct str line = str_in(a);
    struct problem p;

    start_problem(a, s, d, &p);
    p.id = "class/0.0";
    p.meta = class_meta(a, p.meta, d->text[DRAFT_TOPIC]);
    problem_write(&line, &p);
    line.s[--line.n] = '\0';
    out.problem = line.s;
    out.check = *d->text[DRAFT_CHECK] ? d->text[DRAFT_CHECK] : "none";
    if (str_eq(out.check, "family") && !p.proof_by)
        out.check = "none"; /* an edit ended the proof */
    out.origin = start_origin(a, s, &edited);
    return out;
}
