/* SPDX-License-Identifier: Apache-2.0 */
#include "family/hard/sentence.h"

void sentence_add(struct speech *s, const char *name, struct str *text)
{
    struct str statement = s->out;

    if (text->n)
        str_addc(text, ' ');
    s->out = *text;
    form_say(s, form_step(s->form, name, -1));
    *text = s->out;
    s->out = statement;
}
