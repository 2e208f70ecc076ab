/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Streams of events: whatever comes, and wherever it is cut (the first byte of
 * the input says so), the same answer comes out, within its bound, as JSON that
 * is read into one decision.
 */
#include "base/json.h"
#include "model/response.h"
#include "model/stream.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MOST ((size_t)1 << 14)

/* Returns NULL if it is too large. */
static struct stream *fold(const char *text, size_t n, size_t step)
{
    struct stream *s = stream_new(MOST);

    for (size_t i = 0; i < n; i += step)
        if (!stream_add(s, text + i, n - i < step ? n - i : step)) {
            stream_free(s);
            return NULL;
        }
    stream_end(s);
    return s;
}

static void check_answer(const char *text, size_t n)
{
    struct model m = { .kind = MODEL_OPENAI,
                       .name = "m",
                       .url = "http://localhost/v1/chat/completions" };
    struct response_head head = { .status = 200 };
    struct arena a = { 0 };
    struct response w;
    struct json *v;
    struct err e;

    if (!json_read(&a, text, n, 1, &v, &e) || v->type != JSON_OBJECT)
        abort();
    response_read(&a, &m, &head, text, n, 0, &w);
    if ((w.reply.outcome == OUTCOME_OK) != (w.reply.why == NULL))
        abort();
    response_cut(&a, &m, &head, text, n, "it ended", &w);
    if (w.reply.outcome != OUTCOME_TRUNCATED || !w.reply.text || !w.cut)
        abort();
    arena_clear(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct stream *whole, *cut;
    const char *text;
    size_t n, m;

    if (size < 2)
        return 0;
    text = (const char *)data + 1;
    whole = fold(text, size - 1, size);
    cut = fold(text, size - 1, 1 + data[0] % 16);
    if (whole && cut) {
        const char *a = stream_answer(whole, &n), *b = stream_answer(cut, &m);

        if (n != m || memcmp(a, b, n) != 0 ||
            stream_is_whole(whole) != stream_is_whole(cut) ||
            stream_pieces(whole) != stream_pieces(cut))
            abort();
        check_answer(a, n);
    }
    stream_free(whole);
    stream_free(cut);
    return 0;
}
