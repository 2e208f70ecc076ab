/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Numbers in digits: thousands are joined, needless zeros go. All is text, so
 * a number may have any length.
 */
#include "problem/canonical/parts.h"

#include <string.h>

/* How sure it is that what stands between two groups of digits belongs to one
 * number. */
enum between {
    BETWEEN_NONE,
    BETWEEN_SURE,  /* {,}  ,\!  \, */
    BETWEEN_COMMA, /* , */
    BETWEEN_SPACE, /* one space, \  or ~ */
};

static enum between separator(const char *p, size_t *n)
{
    static const struct {
        const char *text;
        enum between means;
    } table[] = {
        { "{,}", BETWEEN_SURE },  { ",\\!", BETWEEN_SURE },
        { ",\\,", BETWEEN_SURE }, { "\\,", BETWEEN_SURE },
        { ",", BETWEEN_COMMA },   { "\\ ", BETWEEN_SPACE },
        { " ", BETWEEN_SPACE },   { "~", BETWEEN_SPACE },
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        *n = strlen(table[i].text);
        if (strncmp(p, table[i].text, *n) == 0)
            return table[i].means;
    }
    return BETWEEN_NONE;
}

static bool three_digits(const char *p)
{
    return is_digit(p[0]) && is_digit(p[1]) && is_digit(p[2]) &&
           !is_digit(p[3]);
}

/* Does what is written 1,234 stand alone in brackets or in a list, so that it
 * may as well be the numbers 1 and 234? Braces count when they are \{ \}. */
static bool looks_like_list(const char *s, const char *p, const char *end)
{
    while (p > s && is_gap(p[-1]))
        p--;
    while (is_gap(*end))
        end++;
    if (p == s || !*end)
        return false;
    if (p[-1] == '{' ? p - 1 == s || p[-2] != '\\' : !strchr("([,;", p[-1]))
        return false;
    return strchr(")],;", *end) || (end[0] == '\\' && end[1] == '}');
}

/* The end of a number written in groups of three, or p when it is none. */
static const char *grouped_end(struct form_lexer *l, const char *p)
{
    size_t first = strspn(p, "0123456789"), n;
    const char *q = p + first;
    bool commas = false, spaces = false, zero = false;
    enum between b;

    if (first > 3 || *p == '0' || p < l->ungroup)
        return p;
    while ((b = separator(q, &n)) && three_digits(q + n)) {
        commas = commas || b == BETWEEN_COMMA;
        spaces = spaces || b == BETWEEN_SPACE;
        zero = zero || q[n] == '0';
        q += n + 3;
    }
    if (q == p + first)
        return p;
    /* No number begins with 0: "5 000" is one, "5 100" may be two. */
    if (!zero && (spaces || (commas && looks_like_list(l->s, p, q)))) {
        l->ungroup = q; /* and is not looked at again */
        return p;
    }
    return q;
}

/* Push the number s[0..n), in which all but digits and points is left out. */
static void push_number(struct form_lexer *l, const char *s, const char *end)
{
    struct str *text = &l->form->text;
    struct form_token *t = scan_push(l, TOKEN_NUMBER, "", 0);
    size_t point = (size_t)-1;

    for (; s < end; s++) {
        if (*s == '.') {
            point = text->n;
            if (point == t->at)
                str_addc(text, '0');
            point = text->n;
            str_addc(text, '.');
        } else if (is_digit(*s)) {
            if (text->n == t->at + 1 && text->s[t->at] == '0')
                text->n = t->at; /* a leading zero */
            str_addc(text, *s);
        }
    }
    if (point != (size_t)-1) {
        while (text->s[text->n - 1] == '0')
            text->n--;
        if (text->s[text->n - 1] == '.')
            text->n--;
    }
    t->n = text->n - t->at;
}

/* At a digit, or at the point of .5. */
void scan_number(struct form_lexer *l)
{
    const struct canonical_form *f = l->form;
    const char *p = l->p, *q;

    /* \frac12: the second digit is split off by form_args(). */
    if (*p != '.' && f->tokens.n > 0 &&
        token_arguments(f, form_token(f, f->tokens.n - 1)) == 2) {
        scan_push(l, TOKEN_NUMBER, p, 1);
        l->p++;
        return;
    }
    /* Digits of a number with letters for some of them, 5X053Y: none is a
     * needless zero. */
    if (p > l->s && is_letter(p[-1]))
        for (; *p == '0' && is_digit(p[1]); p++)
            scan_push(l, TOKEN_NUMBER, p, 1);
    q = *p == '.' ? p : grouped_end(l, p);
    if (q == p)
        q += strspn(q, "0123456789");
    if (*q == '.' && is_digit(q[1]))
        q += 1 + strspn(q + 1, "0123456789");
    push_number(l, p, q);
    l->p = q;
}
