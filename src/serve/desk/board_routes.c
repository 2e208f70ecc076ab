/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The board: what the class has written, who waits for whom, what models made
 * of it. It shows no key and no reply. Its part "board" is read again when
 * something happens (web/desk/desk.js).
 */
#include "serve/desk/board.h"
#include "serve/pages/layout.h"

/* A filter that names nothing, or has no text, is none. */
static void read_filter(struct board_page *p)
{
    const struct http_request *r = p->visit->request;
    const char *topic = http_query(r, "topic"), *state = http_query(r, "state");
    enum entry_state known;

    p->topic = topic && *topic ? topic : NULL;
    p->state = state && entry_state_find(state, &known) ? state : NULL;
    p->mine = http_query(r, "mine") != NULL;
}

/* What models made of an entry could tell its key to somebody who may yet solve
 * it blind: it is counted for those who may see the key. */
static bool board_routes_read_all(struct board_page *p, struct err *e)
{
    struct visit *v = p->visit;

    return board_read(v->store, v->arena, &p->data, e) &&
           keys_hidden(v, p->data.entries, p->data.n_entries, &p->data.hidden,
                       e) &&
           board_count(v->serve->board, v->store, v->arena, &p->data,
                       &p->counts, e) &&
           crowd_read(v, &p->crowd, e);
}

static bool show_board(struct visit *v, struct err *e)
{
    struct board_page p = { .visit = v };
    struct json *row = json_new(v->arena, JSON_OBJECT);

    read_filter(&p);
    return board_routes_read_all(&p, e) && board_put(&p, row, e) &&
           page_show(v, 200, "Board", "board", "board", row);
}

const struct route board_routes[] = {
    { .method = HTTP_GET,
      .path = "/",
      .may = MAY_PEOPLE,
      .pace = PACE_PAGE,
      .handle = show_board },
    { 0 },
};
