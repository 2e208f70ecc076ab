/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Messages as pieces: <user> text <student> reply <end> <user> ... <student>.
 * What the system says stands before the first text of the user. A last message
 * of the assistant is the beginning of the reply.
 */
#include "base/str.h"
#include "model/student/engine.h"

#include <string.h>

struct writing {
    const struct student *s;
    uint16_t *out;
    size_t n, room;
};

static void model_prompt_put(struct writing *w, int piece)
{
    if (w->n < w->room)
        w->out[w->n] = (uint16_t)piece;
    w->n++;
}

static void model_prompt_put_text(struct writing *w, const char *text, size_t n)
{
    size_t left = w->n < w->room ? w->room - w->n : 0;

    w->n += spelling_cut(&w->s->spelling, text, n, left ? w->out + w->n : NULL,
                         left);
}

static void put_user(struct writing *w, struct str *system, const char *text)
{
    model_prompt_put(w, PIECE_USER);
    if (system->n && *text)
        str_add(system, "\n\n");
    str_add(system, text);
    model_prompt_put_text(w, str_get(system), system->n);
    str_reset(system);
}

size_t student_prompt(const struct student *s, const struct message *messages,
                      size_t n, uint16_t *out, size_t room)
{
    struct writing w = { s, out, 0, room };
    struct str system = { 0 };
    bool user = false, open = false;

    for (size_t i = 0; i < n; i++)
        if (str_eq(messages[i].role, "system")) {
            str_add(&system, system.n ? "\n\n" : "");
            str_add(&system, messages[i].content);
        }
    for (size_t i = 0; i < n && w.n <= room; i++) {
        const struct message *m = &messages[i];

        if (str_eq(m->role, "assistant")) {
            model_prompt_put(&w, PIECE_STUDENT);
            model_prompt_put_text(&w, m->content, strlen(m->content));
            open = i + 1 == n;
            if (!open)
                model_prompt_put(&w, PIECE_END);
        } else if (!str_eq(m->role, "system")) {
            put_user(&w, &system, m->content);
            user = true;
        }
    }
    if (!user && !open)
        put_user(&w, &system, "");
    if (!open)
        model_prompt_put(&w, PIECE_STUDENT);
    str_clear(&system);
    return w.n;
}
