/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Letters of a multiple choice. The key is a letter, or, with the choices at
 * hand, the text of one; the answer likewise.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "grade/compare/compare_int.h"
#include "grade/extract/extract_int.h"
#include "grade/grade_int.h"

#include <string.h>

/* Returns the letter that a text is, with or without brackets, or '\0' if none.
 */
static char letter_of(const char *text)
{
    return choice_sole((struct span){ text, strlen(text) });
}

bool choice_is_letter(const char *text)
{
    size_t letters = 0;

    if (letter_of(text) == '\0')
        return false;
    for (const char *s = text; *s; s++) {
        if (*s == '\\') { /* a command is no letter */
            while (is_letter(s[1]))
                s++;
        } else if (is_letter(*s) || is_digit(*s) || *s == '_') {
            letters++;
        }
    }
    return letters == 1;
}

/* "(B) 12": a letter and its value. */
static bool is_labelled(const char *key)
{
    struct span t = { key, strlen(key) };

    return letter_rest(t).s != key;
}

bool choice_asked(const struct grade_request *r, const char *key)
{
    if (r->has_kind)
        return r->kind == ANSWER_CHOICE;
    return r->choices_n > 0 || choice_is_letter(key) || is_labelled(key);
}

/* ---- choices that stand in the question ---- */

/* Where the label of choice `letter` stands in the text, "(C) ", "C) ", "C. ",
 * from `at` on; *behind is where its choice begins. */
static const char *label_at(const char *at, char letter, const char **behind)
{
    for (const char *s = at; *s; s++) {
        const char *before = s > at ? s - 1 : " ";

        if (*s != letter || !strchr(" (\n\t", *before))
            continue;
        if (s[1] == ')' || (*before != '(' && (s[1] == '.' || s[1] == ':'))) {
            *behind = s + 2;
            return *before == '(' ? s - 1 : s;
        }
    }
    return NULL;
}

size_t choices_of_question(struct arena *a, const char *question,
                           const char **out, size_t most)
{
    const char *behind = NULL, *at, *start = question;
    size_t n = 0;

    for (; question && n < most; n++) {
        at = label_at(start, (char)('A' + (int)n), &start);
        if (!at)
            break;
        if (n)
            out[n - 1] =
                str_trim(a, arena_strndup(a, behind, (size_t)(at - behind)));
        behind = start;
    }
    if (n < 2)
        return 0;
    out[n - 1] = str_trim(a, arena_strdup(a, behind));
    return n;
}

/* ---- several letters ---- */

static bool lists_choices(const char *question)
{
    const char *behind = question;

    return label_at(question, 'A', &behind) && label_at(behind, 'B', &behind);
}

bool choice_asks_several(const struct grade_request *r, const char *key)
{
    struct span t = span_of(key);
    unsigned set = letters_listed(t);

    if ((set & (set - 1)) == 0 || (r->has_kind && r->kind != ANSWER_CHOICE))
        return false;
    /* AB is a segment where the question lists nothing to choose from. */
    return strpbrk(key, ", ") || r->choices_n > 0 || !r->question ||
           lists_choices(r->question);
}

bool choice_asks_true(const char *question)
{
    static const char *const words[] = { "not",    "false",
                                         "wrong",  "ncorrect",
                                         "except", "\xe9\x94\x99" /* 错 */,
                                         "n't",    "\xe4\xb8\x8d" /* 不 */ };

    for (size_t i = 0; question && i < sizeof words / sizeof words[0]; i++)
        if (strstr(question, words[i]))
            return false;
    return question != NULL;
}

struct comparison choice_compare_several(struct answer_pair *p)
{
    unsigned key = letters_listed(span_of(p->key.text));
    unsigned answer = letters_listed(span_of(p->answer.text));

    if (answer == 0)
        return found(TRUTH_NO, NULL, NULL);
    return key == answer ? found(TRUTH_YES, "choice", "the same choices")
                         : found(TRUTH_NO, "choice", "different choices");
}

/* The text of a choice without the label that it may carry: "(A) red". */
static const char *choice_text(struct answer_pair *p, size_t i)
{
    const char *text = p->request->choices[i];
    struct span rest = letter_rest((struct span){ text, strlen(text) });

    if (rest.s == text && is_upper(text[0]) && text[1] == '.' && text[2] == ' ')
        return text + 3;
    return rest.s;
}

/* The index of the choice whose text the answer gives; choices_n: none. */
static size_t find_choice(struct answer_pair *p, const char *text)
{
    for (size_t i = 0; i < p->request->choices_n; i++) {
        struct grade_request plain = *p->request;
        struct answer_pair one = *p;
        struct comparison f;

        plain.choices_n = 0;
        plain.has_kind = false;
        one.request = &plain;
        one.key = (struct answer_side){ .text = choice_text(p, i) };
        one.answer = (struct answer_side){ .text = text };
        if (strcmp(p->request->choices[i], text) == 0 ||
            strcmp(one.key.text, text) == 0)
            return i;
        if (pair_judge(&one, &f) == PAIR_COMPARED && f.lenient == TRUTH_YES)
            return i;
    }
    return p->request->choices_n;
}

static char named(struct answer_pair *p, const char *text)
{
    char letter = letter_of(text);
    size_t i;

    if (letter == '\0' &&
        (p->request->has_kind || p->request->choices_n > 0)) /* "b" */
        letter = choice_letter_small((struct span){ text, strlen(text) });

    if (letter != '\0' || p->request->choices_n == 0)
        return letter;
    i = find_choice(p, text);
    return i < p->request->choices_n && i < 26 ? (char)('A' + (int)i) : '\0';
}

bool choice_has_letter(struct answer_pair *p)
{
    return named(p, p->key.text) != '\0';
}

/* A key with both, "\textbf{(B) }12": either answers it, but no other
 * letter does. */
static struct comparison compare_labelled(struct answer_pair *p, char key,
                                          struct span value)
{
    char answer = letter_of(p->answer.text);
    struct answer_pair one = *p;
    struct comparison f;

    if (answer != '\0')
        return key == answer ? found(TRUTH_YES, "choice", "the same choice")
                             : found(TRUTH_NO, "choice", "a different choice");
    one.key = (struct answer_side){ .text = trim_text(p->judge->arena, value) };
    if (pair_judge(&one, &f) != PAIR_COMPARED)
        return found(TRUTH_NO, NULL, NULL);
    p->answer.tree = one.answer.tree;
    p->key.tree = one.key.tree;
    return f;
}

struct comparison choice_compare(struct answer_pair *p)
{
    struct span text = { p->key.text, strlen(p->key.text) };
    struct span value = letter_rest(text);
    char key = named(p, p->key.text), answer;

    if (key != '\0' && value.s != text.s && p->request->choices_n == 0)
        return compare_labelled(p, key, value);

    if (key == '\0')
        return found(TRUTH_NO, NULL, NULL);
    answer = named(p, p->answer.text);
    if (answer == '\0' && p->request->choices_n == 0 &&
        !(p->request->has_kind && p->request->kind == ANSWER_CHOICE))
        return found(TRUTH_NO, NULL, NULL);
    if (key == answer)
        return found(TRUTH_YES, "choice", "the same choice");
    return found(TRUTH_NO, "choice",
                 answer == '\0' ? "the answer is not one of the choices"
                                : "a different choice");
}
