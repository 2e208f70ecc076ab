/* SPDX-License-Identifier: Apache-2.0 */

/* Looking at runs and studies, and listening to what happens. */
#include "serve/look/access.h"
#include "serve/look/look.h"

#include <string.h>

#define TOPICS_MOST 16 /* of one stream */

/* GET /events?topics=board+run:r3 */
static bool listen_to(struct visit *v, struct err *e)
{
    const char *topics = http_query(v->request, "topics");
    size_t n = 0;

    for (const char *s = topics ? topics : ""; *s; s += strspn(s, " ")) {
        size_t k = strcspn(s, " ");

        if (k && ++n > TOPICS_MOST)
            return err_set(e, ERR_LIMIT, "at most %d topics", TOPICS_MOST);
        if (k && !look_must_hear(v, arena_strndup(v->arena, s, k), e))
            return false;
        s += k;
    }
    if (!n)
        return err_set(e, ERR_USAGE, "give topics: /events?topics=board");
    v->reply->topics = topics;
    v->reply->listener = v->who->id;
    return true;
}

const struct route look_routes[] = {
    { HTTP_GET, "/runs", MAY_PEOPLE, PACE_PAGE, 0, false, show_list },
    { HTTP_GET, "/runs/:name", MAY_PEOPLE, PACE_PAGE, 0, false, show_run },
    { HTTP_GET, "/runs/:name/report.html", MAY_PEOPLE, PACE_ASK, 0, false,
      show_run_report },
    { HTTP_GET, "/runs/:name/problems", MAY_PEOPLE, PACE_PAGE, 0, false,
      show_problems },
    { HTTP_GET, "/studies/:name", MAY_PEOPLE, PACE_PAGE, 0, false, show_study },
    { HTTP_GET, "/studies/:name/report.html", MAY_PEOPLE, PACE_ASK, 0, false,
      show_study_report },
    { HTTP_GET, "/events", MAY_PEOPLE, PACE_LIVE, 0, false, listen_to },
    { 0 },
};
