/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Which field of the request a server does not take. Few servers have a code
 * for it, and no two the same words:
 *
 *   Unrecognized request argument supplied: stream_options
 *   property 'stream_options' is unsupported
 *   top_k: Extra inputs are not permitted
 *   This model does not support the parameter `reasoning_effort`.
 *
 * A field is refused if words that refuse stand beside its name, with nothing
 * between them but articles, verbs and words for "field"; or, if the server
 * points at it (param, loc), anywhere. The name is one of a field that was sent.
 * Errors about a prompt may quote it, and "stop" and "temperature" are words: a
 * name like these must be quoted, come first, or be called a field.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "base/vec.h"
#include "model/response_int.h"
#include "text/span.h"

#include <string.h>

#define TEXT_MOST 4096 /* bytes: messages begin with what went wrong */
#define REACH     4    /* words from "not" to "supported" */

static const char nouns[] =
    "parameter parameters param params field fields argument arguments arg "
    "args key keys keyword keywords property properties option options "
    "attribute attributes name names input inputs member members element "
    "elements setting settings";

static const char fillers[] =
    "a an the this that these is are was were be been being has have it its "
    "of for in on to with by as at your our request body loc msg type extra "
    "additional supplied given provided passed specified found named called "
    "following and or both currently yet also model models api server endpoint "
    "json error does do";

/* These refuse by themselves. */
static const char refusing[] =
    "unknown unrecognized unrecognised unsupported unexpected undefined "
    "disallowed forbidden extra_forbidden unpermitted unimplemented "
    "unavailable deprecated unacceptable inapplicable unallowed "
    "unknown_parameter unknown_field unknown_argument unsupported_parameter "
    "unsupported_field unrecognized_argument unrecognized_field "
    "unrecognized_keys additionalproperties unsupported_value";

/* These after a "not". */
static const char accepting[] =
    "supported support supports permitted permit permits allowed allow allows "
    "accepted accept accepts recognized recognised recognize recognise known "
    "know valid available implemented defined declared expected enabled used "
    "use set specified provided take takes compatible understood understand "
    "exist have find found applicable part";

/* A word of the server. */
struct word {
    struct span text; /* in small letters */
    bool quoted;
    bool ends; /* a sentence ends behind it */
};

/* ---- words ---- */

static bool is_inner(const char *s, size_t n, size_t i)
{
    char c = s[i];
    bool within =
        i > 0 && i + 1 < n && is_letter(s[i - 1]) && is_letter(s[i + 1]);

    return is_letter(c) || is_digit(c) || c == '_' || (c == '\'' && within);
}

static void split(struct vec *out, const char *text)
{
    size_t n = strnlen(text, TEXT_MOST), start;
    char *s = arena_strndup(out->arena, text, n);

    for (size_t i = 0; i < n; i++)
        s[i] = to_lower(s[i]);
    for (size_t i = 0; i < n;) {
        struct word *w;

        if (!is_inner(s, n, i)) {
            i++;
            continue;
        }
        start = i;
        while (i < n && is_inner(s, n, i))
            i++;
        w = vec_push(out);
        w->text = (struct span){ s + start, i - start };
        w->quoted = start && strchr("'\"`", s[start - 1]) && i < n &&
                    strchr("'\"`", s[i]);
        w->ends = i + 1 < n && s[i] == '.' && is_space(s[i + 1]);
    }
}

static const struct word *word_at(const struct vec *words, size_t i)
{
    return i < words->n ? vec_get(words, struct word, i) : NULL;
}

static bool is_noun(const struct word *w)
{
    return w && span_among(w->text, nouns);
}

static bool is_not(const struct word *w)
{
    size_t n = w->text.n;

    return span_among(w->text, "not cannot never isnt doesnt") ||
           (n > 3 && memcmp(w->text.s + n - 3, "n't", 3) == 0);
}

/* ---- fields ---- */

/* What belongs to the problem, and the name that has its own errors. */
static bool is_content(const char *name)
{
    return str_among(name, "messages model system prompt input");
}

static bool is_named(const char *name, struct span lower)
{
    return strlen(name) == lower.n && strncasecmp(name, lower.s, lower.n) == 0;
}

/* Returns the field of the request that the word names, or one that has a member
 * of that name; NULL: none. */
static const char *field_of(const struct json *sent, struct span lower)
{
    for (const struct json *m = sent->first; m; m = m->next)
        if (!is_content(m->name) && is_named(m->name, lower))
            return m->name;
    for (const struct json *m = sent->first; m; m = m->next)
        for (const struct json *k = m->first;
             k && m->type == JSON_OBJECT && !is_content(m->name); k = k->next)
            if (is_named(k->name, lower))
                return m->name;
    return NULL;
}

/* Returns the field that a path leads to: "stream_options",
 * "body.stream_options.include_usage"; NULL: none of the request. *leads says
 * whether it leads anywhere. */
static const char *field_at(struct arena *a, const struct json *sent,
                            const char *path, bool *leads)
{
    struct vec words = vec_in(a, sizeof(struct word));
    size_t i = 0;

    *leads = false;
    if (!path)
        return NULL;
    split(&words, path);
    while (i + 1 < words.n &&
           span_among(word_at(&words, i)->text, "body request"))
        i++;
    *leads =
        i < words.n && !span_among(word_at(&words, i)->text, "body request");
    return *leads ? field_of(sent, word_at(&words, i)->text) : NULL;
}

/* ---- refusing ---- */

/* Does a phrase that refuses begin at the i-th word? */
static bool begins_refusal(const struct vec *words, size_t i)
{
    const struct word *w = word_at(words, i), *x;

    if (span_among(w->text, refusing))
        return true;
    if (span_among(w->text, "invalid no illegal"))
        return is_noun(word_at(words, i + 1)) || is_noun(word_at(words, i + 2));
    if (!is_not(w) && !span_is(w->text, "only"))
        return false;
    for (size_t k = 1; k <= REACH && (x = word_at(words, i + k)); k++)
        if (span_among(x->text, accepting))
            return true;
    return false;
}

/* Does one end at the i-th word? `noun`: a word for "field" follows it. */
static bool ends_refusal(const struct vec *words, size_t i, bool noun)
{
    const struct word *w = word_at(words, i);

    if (span_among(w->text, refusing))
        return true;
    if (span_among(w->text, "invalid no illegal"))
        return noun;
    for (size_t k = 1; k <= REACH && k <= i && span_among(w->text, accepting);
         k++)
        if (is_not(word_at(words, i - k)))
            return true;
    return false;
}

static bool is_between(const struct word *w, const struct json *sent)
{
    return is_noun(w) || is_digit(w->text.s[0]) ||
           span_among(w->text, fillers) || field_of(sent, w->text);
}

/* Is the i-th word, the name of a field, refused by what follows it? */
static bool refused_after(const struct vec *words, size_t i,
                          const struct json *sent, bool *noun)
{
    for (size_t k = i + 1; k < words->n && !word_at(words, k - 1)->ends; k++) {
        if (begins_refusal(words, k))
            return true;
        if (!is_between(word_at(words, k), sent))
            return false;
        *noun = *noun || is_noun(word_at(words, k));
    }
    return false;
}

/* By what stands before it? */
static bool refused_before(const struct vec *words, size_t i,
                           const struct json *sent, bool *noun)
{
    for (size_t k = i; k-- > 0 && !word_at(words, k)->ends;) {
        if (ends_refusal(words, k, *noun))
            return true;
        if (!is_between(word_at(words, k), sent))
            return false;
        *noun = *noun || is_noun(word_at(words, k));
    }
    return false;
}

static bool is_refused(const struct vec *words, size_t i,
                       const struct json *sent)
{
    const struct word *w = word_at(words, i);
    bool before = false, after = i > 0 && is_noun(word_at(words, i - 1));
    bool sure = i == 0 || w->quoted || memchr(w->text.s, '_', w->text.n);

    return (refused_after(words, i, sent, &after) && (sure || after)) ||
           (refused_before(words, i, sent, &before) && (sure || before));
}

static bool refuses_anything(struct arena *a, const char *text)
{
    struct vec words = vec_in(a, sizeof(struct word));

    split(&words, text);
    for (size_t i = 0; i < words.n; i++)
        if (begins_refusal(&words, i))
            return true;
    return false;
}

/* ---- the request ---- */

/* If it is not known: what the options may have set. */
static const char any_request[] =
    "{\"temperature\":0,\"top_p\":0,\"top_k\":0,\"min_p\":0,"
    "\"repetition_penalty\":0,\"max_tokens\":0,\"max_completion_tokens\":0,"
    "\"seed\":0,\"stop\":[],\"stop_sequences\":[],\"reasoning_effort\":0,"
    "\"output_config\":{\"effort\":0},\"stream\":0,"
    "\"stream_options\":{\"include_usage\":0}}";

static const struct json *read_sent(struct arena *a,
                                    const struct response_head *head)
{
    struct json *v;
    struct err e;

    if (head->sent && json_read(a, head->sent, head->sent_n, 1, &v, &e) &&
        v->type == JSON_OBJECT)
        return v;
    if (!json_read(a, any_request, strlen(any_request), 1, &v, &e))
        BUG("the fields of our options");
    return v;
}

void response_find_field(struct arena *a, const struct response_head *head,
                         int status, struct fault *f)
{
    bool may = f->kind == FAULT_PLAIN && (status == 400 || status == 422);
    struct vec words = vec_in(a, sizeof(struct word));
    const struct json *sent;
    const char *at;
    bool leads;

    if (!may && f->kind != FAULT_FIELD)
        return;
    sent = read_sent(a, head);
    f->field = at = field_at(a, sent, f->field, &leads);
    if (at && may &&
        (str_among(at, "stream stream_options") ||
         refuses_anything(a, f->words) || refuses_anything(a, f->names)))
        f->kind = FAULT_FIELD;
    if (leads)
        return;
    split(&words, f->words);
    for (size_t i = 0; i < words.n && !f->field; i++) {
        at = field_of(sent, word_at(&words, i)->text);
        if (at && (!may || is_refused(&words, i, sent))) {
            f->field = at;
            f->kind = FAULT_FIELD;
        }
    }
}
