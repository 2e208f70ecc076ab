/* SPDX-License-Identifier: Apache-2.0 */

/* "I don't know" is no answer with a reason of its own; what only sounds like
 * it is not. */
#include "base/str.h"
#include "grade/grade.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct grade_result judge(struct arena *a, const char *key,
                                 const char *reply, bool extracted)
{
    struct grade_request r = { .gold = key,
                               .gold_n = strlen(key),
                               .reply = reply,
                               .reply_n = strlen(reply),
                               .extracted = extracted };

    return grade_pair(a, &r);
}

static const struct {
    const char *key, *reply;
    bool abstains;
} cases[] = {
    { "42", "I don't know.", true },
    { "42", "I don\xe2\x80\x99t know", true },
    { "42", "\\boxed{\\text{I don't know}}", true },
    { "42", "\\boxed{unsure}", true },
    { "42", "The answer is unknown.", true },
    { "42", "There are 24 apples. I don't know the answer.", true },
    { "42", "<think>maybe 42?</think>I have no idea.", true },
    { "no solution", "I don't know", true },
    { "C", "I'm not sure.", true },
    { "42", "Keine Ahnung.", true },
    { "42", "\xe6\x88\x91\xe4\xb8\x8d\xe7\x9f\xa5\xe9\x81\x93\xe3\x80\x82",
      true }, /* 我不知道。 */
    { "42", "<answer>I don't know</answer>", true },
    { "42", "<answer>don't know</answer>", true },
    { "42", "<answer>\nI don\342\200\231t know\n</answer>",
      true }, /* <answer> I don’t know </answer> */
    { "42", "<answer>dont know</answer>", true },
    { "42", "\\boxed{\\mathrm{unknown}}", true },
    { "42", "\\boxed{42} Hmm, no: \\boxed{\\text{unknown}}", true },
    { "42", "\\boxed{42}\n<answer>I don't know</answer>", true },
    { "42", "Answer: 42\nFinal answer: no idea", true },
    { "42", "\\boxed{unknown}. My best guess is 41.", false },
    { "42", "<answer>I don't know</answer> Perhaps 41.", false },
    { "42", "\\boxed{\\text{The answer cannot be determined}}", false },
    { "42", "\\boxed{\\text{insufficient information}}", false },
    { "cannot be determined", "\\boxed{unknown}", true },
    { "42", "\331\204\330\247 \330\243\330\271\330\261\331\201.",
      true }, /* لا أعرف. */
    { "42",
      "\340\244\256\340\245\201\340\244\235\340\245\207 \340\244\250\340\244\271\340\245\200\340\244\202 \340\244\252\340\244\244\340\244\276\340\245\244",
      true }, /* मुझे नहीं पता। */
    { "42", "Jag vet inte.", true },
    { "42", "Nem tudom.", true },
    { "42", "Nev\303\255m.", true }, /* Nevím. */
    { "42", "Honestly, no clue.", true },
    { "42", "\316\224\316\265\316\275 \316\276\316\255\317\201\317\211.",
      true }, /* Δεν ξέρω. */
    { "42", "I was not able to find the answer.", true },
    { "42", "I can't answer this question.", true },
    { "42", "I give up", true },
    { "42", "Answer: I don't know", true },
    { "42", "Final answer: no idea", true },
    { "42", "#### I don't know", true },
    { "42", "**Final answer:** not sure", true },
    { "42", "\134boxed{\134textbf{I don\342\200\231t know}}",
      true }, /* \boxed{\textbf{I don’t know}} */
    { "42", "Sorry, I couldn't solve this one.", true },
    { "42", "No idea, sorry.", true },
    { "42", "I'm afraid I don't know the answer.", true },
    { "42", "I have to pass on this one.", true },
    { "42", "I don't know, but my best guess is 41.", false },
    { "42", "I don't know if this is elegant, but the answer is 42.", false },
    { "42", "\\boxed{42} and not \\boxed{\\text{even}}", false },
    { "42", "So x = 41. I'm not sure though.", false },
    { "42", "\\boxed{}", false },
    { "42", "", false },
    { "42", "<think>I don't know", false },
    { "42", "It cannot be determined.", false },
    { "42", "\\boxed{\\text{no solution}}", false },
    { "42", "I can't help with that.", false },
    { "42", "Let the unknown be x.", false },
    { "unknown", "\\boxed{unknown}", false },
    { "42", "Bob: \"I don't know\".", false },
};

static void says_so(void **state)
{
    int bad = 0;

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena a = { 0 };
        struct grade_result r = judge(&a, cases[i].key, cases[i].reply, false);
        bool is = r.reason && str_eq(r.reason, "abstained");

        if (is != cases[i].abstains ||
            (is && (r.lenient.verdict != VERDICT_NO_ANSWER ||
                    r.strict.verdict != VERDICT_NO_ANSWER || r.extracted))) {
            print_message("%s against %s: %s, reason %s\n", cases[i].reply,
                          cases[i].key, verdict_name(r.lenient.verdict),
                          r.reason ? r.reason : "none");
            bad++;
        }
        arena_clear(&a);
    }
    assert_int_equal(bad, 0);
}

/* In `more`, where runs keep it; and of an answer that is given as such. */
static void is_kept(void **state)
{
    struct arena a = { 0 };
    struct grade_result r = judge(&a, "42", "I don't know", true);

    (void)state;
    assert_string_equal(json_string(json_get(r.more, "reason")), "abstained");
    r = judge(&a, "42", "41", true);
    assert_true(r.reason == NULL);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_so),
        cmocka_unit_test(is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
