/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/people/people.h"

#define SMALL 4096 /* bytes of these forms */

const struct route people_routes[] = {
    { HTTP_GET, "/join/:token", MAY_ANYBODY, PACE_SIGN_IN,
      .handle = join_show },
    { HTTP_POST, "/join/:token", MAY_ANYBODY, PACE_SIGN_IN, SMALL,
      .handle = join_use },
    { HTTP_POST, "/out", MAY_PEOPLE, PACE_WRITE, SMALL, .handle = join_out },
    { HTTP_GET, "/people", MAY_OWNER, PACE_PAGE, .handle = people_show },
    { HTTP_POST, "/people/:id/role", MAY_OWNER, PACE_WRITE, SMALL,
      .handle = people_change_role },
    { HTTP_POST, "/people/:id/close", MAY_OWNER, PACE_WRITE, SMALL,
      .handle = people_close_door },
    { HTTP_POST, "/people/:id/open", MAY_OWNER, PACE_WRITE, SMALL,
      .handle = people_open_door },
    { HTTP_POST, "/people/:id/link", MAY_OWNER, PACE_WRITE, SMALL,
      .handle = people_make_link },
    { HTTP_POST, "/invitations", MAY_OWNER, PACE_WRITE, SMALL,
      .handle = people_invite },
    { HTTP_POST, "/invitations/:id/revoke", MAY_OWNER, PACE_WRITE, SMALL,
      .handle = people_revoke },
    { 0 },
};
