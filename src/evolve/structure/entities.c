/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/structure/entities.h"
#include "text/character.h"
#include "text/lexicon.h"

/* A name of one of the first two lists gets another one of that list; any
 * other name, whose pronouns nobody knows, one that goes with all of them. */

/* clang-format off */
static const char *const girls[] = {
    "Alice", "Amelia", "Anita", "Anna", "Beatrice", "Bella", "Betty",
    "Caroline", "Cecilia", "Chloe", "Claire", "Clara", "Daniela", "Diana",
    "Elena", "Elizabeth", "Ella", "Emily", "Emma", "Esther", "Fatima",
    "Fiona", "Hannah", "Helen", "Irene", "Isabella", "Jane", "Janet",
    "Jennifer", "Jessica", "Julia", "Karen", "Kate", "Laura", "Lena", "Linda",
    "Lisa", "Lucy", "Maria", "Marie", "Martha", "Mary", "Megan", "Mia",
    "Nadia", "Nancy", "Natalie", "Nina", "Nora", "Olivia", "Priya", "Rachel",
    "Rebecca", "Sarah", "Sofia", "Sophia", "Susan", "Tanya", "Teresa", "Tina",
    "Vanessa", "Wendy", "Yuki", "Zoe",
};
static const char *const boys[] = {
    "Aaron", "Adam", "Ahmed", "Albert", "Andrew", "Anthony", "Ben",
    "Benjamin", "Bob", "Brian", "Carl", "Carlos", "Daniel", "David", "Dennis",
    "Diego", "Edward", "Eric", "Felix", "Fred", "George", "Greg", "Henry",
    "Hugo", "Ivan", "Jacob", "James", "Jason", "Jeff", "Jerry", "Jim", "John",
    "Joseph", "Josh", "Kevin", "Kyle", "Leo", "Liam", "Lucas", "Luis", "Marco",
    "Martin", "Matthew", "Michael", "Mike", "Nathan", "Neil", "Noah", "Oliver",
    "Omar", "Oscar", "Paul", "Pedro", "Peter", "Philip", "Rafael", "Raj",
    "Richard", "Robert", "Samuel", "Scott", "Simon", "Steve", "Thomas", "Tim",
    "Tom", "Walter", "William",
};
static const char *const both[] = {
    "Alex", "Casey", "Jamie", "Kim", "Morgan", "Riley", "Sam", "Avery",
    "Quinn", "Rowan", "Reese", "Emerson", "Finley", "Hayden", "Kendall",
    "Skyler",
};
/* clang-format on */

struct name_list {
    const char *const *names;
    size_t n;
};

static const struct name_list lists[] = {
    { girls, sizeof(girls) / sizeof(girls[0]) },
    { boys, sizeof(boys) / sizeof(boys[0]) },
    { both, sizeof(both) / sizeof(both[0]) },
};

/* ---- who is somebody ---- */

static bool entities_has_name(const struct name_list *l, struct span name)
{
    for (size_t i = 0; i < l->n; i++)
        if (span_byte(name, 0) == l->names[i][0] && span_is(name, l->names[i]))
            return true;
    return false;
}

/* One that is given here counts, else it could never change again. The lexicon
 * has the first two lists as names, if of something else too. */
bool entities_given(struct span word)
{
    const struct lexeme *x = lexicon_find(word);

    if (lexeme_is(x, WORD_NAME) || entities_has_name(&lists[2], word))
        return true;
    return (lexeme_is(x, WORD_NAME_AND_WORD) ||
            lexeme_is(x, WORD_NAME_OR_PLACE)) &&
           (entities_has_name(&lists[0], word) ||
            entities_has_name(&lists[1], word));
}

/* "Frank", "Mark": it is not renamed, as it may be another word, and keeps two
 * texts apart as any name does. */
static bool may_be_given(struct span word)
{
    const struct lexeme *x = lexicon_find(word);

    return lexeme_is(x, WORD_NAME_AND_WORD) && !lexeme_is(x, WORD_STOP);
}

static bool entities_is_capital(struct span word)
{
    return word.n > 1 && word.n < NAME_MOST && is_upper(word.s[0]) &&
           !is_upper(word.s[1]);
}

/* Returns whether the word at `at` is the name of a person. With `sure` only a
 * given name is one, known or perhaps; otherwise also a word that no list has and that is
 * capital within a sentence. That may be a place, which is better renamed
 * too. */
static bool entity_is_person(struct span text, size_t at, bool sure)
{
    struct span word = span_cut(text, at, at + span_letters(text, at));
    char before = at > 0 ? text.s[at - 1] : ' ';

    if (!entities_is_capital(word) || is_letter(before) || before == '\\')
        return false;
    if (entities_given(word) || may_be_given(word))
        return true;
    if (sure)
        return false;
    return at >= 2 && before == ' ' &&
           (is_lower(text.s[at - 2]) || text.s[at - 2] == ',') &&
           !span_among(word,
                       "monday tuesday wednesday thursday friday saturday "
                       "sunday january february march july september october "
                       "november december question final christmas english if "
                       "how what the in it he she they there");
}

/* Does a word stand before it that makes another thing of it? Behind a saint it
 * is a place, behind a title a surname or somebody known by both, behind an
 * article a thing. "Her uncle Tom" has no title, "Uncle Tom" has. */
static bool is_fronted(struct span t, size_t at)
{
    size_t end = at - (at > 0 && t.s[at - 1] == ' ');
    bool dot = end > 0 && t.s[end - 1] == '.';
    size_t from = end -= dot;
    struct span word;

    while (from > 0 && is_letter(t.s[from - 1]))
        from--;
    word = span_cut(t, from, end);
    if (end + dot == at || word.n == 0)
        return false;
    if (span_among(word, "st mr mrs ms mx dr prof rev capt sgt lt col gen hon "
                         "pres gov sen"))
        return is_upper(*word.s);
    if (dot)
        return false;
    return span_among(word, "a an") ||
           (is_upper(*word.s) &&
            span_among(word,
                       "san santa saint miss mister madam madame sir lady lord "
                       "dame professor doctor nurse teacher principal coach "
                       "uncle aunt auntie aunty grandma grandpa granny grandad "
                       "granddad grandfather grandmother nana father mother "
                       "mama papa brother sister cousin pastor reverend rabbi "
                       "imam captain sergeant lieutenant colonel general major "
                       "officer detective sheriff king queen prince princess "
                       "duke duchess emperor president mayor governor senator "
                       "judge chief chef farmer baker"));
}

/* A byte beyond ASCII or a hyphen beside it makes it a part of another word
 * ("T-Rex"), except for the apostrophe of "Janet's". */
static bool entities_stands_alone(struct span t, struct span word)
{
    size_t at = (size_t)(word.s - t.s), end = at + word.n;
    char before = at > 0 ? t.s[at - 1] : ' ', behind = span_byte(t, end);

    if (is_digit(before) || (before & 0x80) || before == '-' || behind == '-' ||
        is_fronted(t, at))
        return false;
    return !(behind & 0x80) || character_is(t, end, CHAR_QUOTE);
}

/* Goes on to the next word of letters; from an empty span to the first. Returns
 * false at the end. */
static bool entities_next(struct span t, struct span *word)
{
    size_t at = word->s ? (size_t)(word->s + word->n - t.s) : 0;

    while (at < t.n && !is_letter(t.s[at]))
        at++;
    *word = span_cut(t, at, at + span_letters(t, at));
    return word->n > 0;
}

/* The same for names: words that begin with a capital, and if `given` are given
 * names. */
static bool entities_next_name(struct span t, struct span *word, bool given)
{
    while (entities_next(t, word))
        if (entities_is_capital(*word) && (!given || entities_given(*word)))
            return true;
    return false;
}

/* Does the word stand at `at`, and is it no part of a longer one? */
static bool entities_word_at(struct span t, size_t at, struct span word)
{
    return (at == 0 || !is_letter(t.s[at - 1])) &&
           span_equal(span_cut(t, at, at + word.n), word) &&
           !is_letter(span_byte(t, at + word.n));
}

/* Returns whether the word stands in the text, in this spelling. */
static bool entity_stands_in(struct span text, struct span name)
{
    const char *at = text.s, *end = text.s + text.n;

    for (; (at = memchr(at, *name.s, (size_t)(end - at))); at++)
        if (entities_word_at(text, (size_t)(at - text.s), name))
            return true;
    return false;
}

static bool entities_has_capital(struct span t)
{
    for (size_t i = 0; i < t.n; i++)
        if (is_upper(t.s[i]))
            return true;
    return false;
}

static bool entities_names_in(struct span x, struct span y, bool sure)
{
    if (!entities_has_capital(y)) /* as most phrases of things */
        return false;
    for (size_t at = 0; at < x.n; at++)
        if (is_upper(x.s[at]) && entity_is_person(x, at, sure) &&
            entity_stands_in(y, span_cut(x, at, at + span_letters(x, at))))
            return true;
    return false;
}

bool entities_stand(const char *names, const char *text)
{
    struct span all = span_of(names);
    size_t n;

    for (size_t at = 0; (n = span_letters(all, at)); at += n + 1)
        if (entity_stands_in(span_of(text), span_cut(all, at, at + n)))
            return true;
    return false;
}

bool entities_shared(const char *x, const char *y, bool sure)
{
    return entities_names_in(span_of(x), span_of(y), sure) ||
           entities_names_in(span_of(y), span_of(x), sure);
}

/* ---- who stays ---- */

/* Is the one spelt as the other but for one or two letters? "Ethel", "Ethal";
 * "Jean", "Jeans". */
static bool entities_is_near(struct span x, struct span y)
{
    size_t head = 0, tail = 0, n = x.n < y.n ? x.n : y.n;

    while (head < n && x.s[head] == y.s[head])
        head++;
    while (tail < n - head && x.s[x.n - 1 - tail] == y.s[y.n - 1 - tail])
        tail++;
    return head > 0 && n > 3 && x.n - head - tail <= 2 &&
           y.n - head - tail <= 2;
}

/* Does this word of the text keep the name from being changed? It is the name
 * within another word, behind a title, in small letters, or spelt otherwise:
 * what the text calls by it would come apart. */
static bool keeps(struct span t, struct span word, struct span name)
{
    if (span_equal(word, name))
        return !entities_stands_alone(t, word);
    if (is_lower(*word.s))
        return word.n == name.n && *word.s == to_lower(*name.s) &&
               memcmp(word.s + 1, name.s + 1, word.n - 1) == 0;
    return entities_is_capital(word) && !entities_given(word) &&
           entities_is_near(word, name);
}

void entities_drop(struct entities *m, const char *text)
{
    struct span t = span_of(text);
    size_t kept = 0;

    for (size_t i = 0; i < m->n; i++) {
        struct span word = { 0 };
        bool stays = false;

        while (!stays && entities_next(t, &word))
            stays = keeps(t, word, m->old[i]);
        if (!stays)
            m->old[kept++] = m->old[i];
    }
    m->n = kept;
}

/* ---- one person, two names ---- */

/* A name that is near one of the text before it: "Martha", then "Marta". */
static bool near_before(struct span t, struct span name)
{
    struct span word = { 0 };

    while (entities_next_name(t, &word, true) && word.s < name.s)
        if (!span_equal(word, name) && entities_is_near(word, name))
            return true;
    return false;
}

/* The end of a list of three names or more that begins at `at`, as in "Pierre,
 * Paul, and Jacques"; 0: none does. */
static size_t entities_list_end(struct span t, size_t at)
{
    size_t n, names = 0, end = 0;
    bool given = false;

    while ((n = span_letters(t, at)) &&
           entities_is_capital(span_cut(t, at, at + n))) {
        names++;
        given = given || entities_given(span_cut(t, at, at + n));
        end = at += n;
        at += span_byte(t, at) == ',';
        at += span_byte(t, at) == ' ';
        if (span_is(span_cut(t, at, at + 4), "and "))
            at += 4;
        if (at < end + 2)
            break;
    }
    return names > 2 && given ? end : 0;
}

/* Of a list somebody is spoken of nowhere else, and of what is behind it somebody
 * not before: that may be the same one. */
static bool changes_behind(struct span t, size_t from, size_t end)
{
    struct span before = span_cut(t, 0, end), behind = span_cut(t, end, t.n);
    struct span list = span_cut(t, from, end), word = { 0 };
    bool lost = false;

    while (!lost && entities_next_name(list, &word, false))
        lost = !entity_stands_in(behind, word) &&
               !entity_stands_in(span_cut(t, 0, from), word);
    for (word.s = NULL; lost && entities_next_name(behind, &word, true);)
        if (!entity_stands_in(before, word))
            return true;
    return false;
}

bool entities_vary(const char *text)
{
    struct span t = span_of(text), word = { 0 };

    while (entities_next_name(t, &word, false)) {
        size_t at = (size_t)(word.s - t.s), end = entities_list_end(t, at);

        if ((entities_given(word) && near_before(t, word)) ||
            (end && changes_behind(t, at, end)))
            return true;
    }
    return false;
}

/* ---- the map ---- */

/* The entry of the word; m->n without one. */
static size_t entities_find(const struct entities *m, struct span word)
{
    size_t i = 0;

    for (; i < m->n; i++)
        if (span_equal(m->old[i], word))
            break;
    return i;
}

void entities_collect(struct entities *m, const char *text, const char *among)
{
    struct span t = span_of(text), word = { 0 };

    while (m->n < ENTITIES && entities_next_name(t, &word, true))
        if (entities_stands_alone(t, word) && entities_find(m, word) == m->n &&
            (!among || entity_stands_in(span_of(among), word)))
            m->old[m->n++] = word;
}

bool entities_rename(struct arena *a, struct entities *m, struct rng *r,
                     const char *taken)
{
    bool any = false;

    for (size_t i = 0; i < m->n; i++) {
        const struct name_list *l =
            entities_has_name(&lists[0], m->old[i])   ? &lists[0]
            : entities_has_name(&lists[1], m->old[i]) ? &lists[1]
                                                      : &lists[2];
        uint64_t first = rng_below(r, l->n);
        const char *name = NULL; /* NULL: all are used up */

        for (uint64_t k = 0; k < l->n && !name; k++) {
            name = l->names[(first + k) % l->n];
            if (str_is_one(name, m->new, i) || strstr(taken, name))
                name = NULL;
        }
        any = any || name;
        m->new[i] = name ? name : arena_strndup(a, m->old[i].s, m->old[i].n);
    }
    return any;
}

/* The length of the apostrophe of "James' hat", else 0. */
static size_t bare_genitive(struct span t, struct span word)
{
    size_t end = (size_t)(word.s + word.n - t.s);
    size_t quote =
        span_byte(t, end) == '\'' ? 1 : character_is(t, end, CHAR_QUOTE);

    return t.s[end - 1] == 's' && span_byte(t, end + quote) == ' ' ? quote : 0;
}

const char *entities_renamed(struct arena *a, const struct entities *m,
                             struct span t)
{
    struct str out = str_in(a);
    struct span word = { 0 };
    const char *from = t.s;

    while (entities_next(t, &word)) {
        size_t i = entities_find(m, word);

        if (i == m->n || !entities_stands_alone(t, word))
            continue;
        str_addn(&out, from, (size_t)(word.s - from));
        str_add(&out, m->new[i]);
        from = word.s + word.n;
        if (!str_ends(m->new[i], "s") && bare_genitive(t, word)) {
            from += bare_genitive(t, word);
            str_add(&out, "'s");
        }
    }
    str_addn(&out, from, (size_t)(t.s + t.n - from));
    return str_get(&out);
}
