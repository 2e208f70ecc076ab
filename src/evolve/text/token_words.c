/* SPDX-License-Identifier: Apache-2.0 */
/* Which words tell a relation. Two words have one spelling only where they can
 * stand for each other in any sentence; so the table is long and dull. */
#include "base/str.h"
#include "evolve/text/token_int.h"

#include <string.h>

/* The first word of each line is the spelling of all of them. */
static const char *const relations[] = {
    "more|additional|extra",
    "less|fewer",
    "than",
    "times",
    "as",
    "each|every|apiece",
    "per",
    "percent|percentage",
    "total|altogether|overall",
    "sum",
    "together|combined",
    "left|remain|remains|remaining|remained|rest",
    "difference|differ|differs",
    "equal|equals|equally",
    "same",
    "only|just",
    "least|minimum",
    "most|maximum",
    "not|no|never|neither|nor|cannot|without|none",
    "all|whole|entire",
    "both",
    "another",
    "other|others",
    "before|previous|previously|earlier",
    "after|afterwards|later|then",
    "until|till",
    "between",
    "from",
    "if",
    "unless",
    "except",
    "instead",
    "first",
    "second",
    "third|thirds",
    "fourth|fourths",
    "fifth|fifths",
    "last",
    "next",
    "once",
    "again",
    "average|mean",
    "ratio",
    "product",
    "square|squared",
    "increase|increases|increased|increasing|raise|raises|raised|rise|rises",
    "decrease|decreases|decreased|reduce|reduces|reduced",
    "drop|drops|dropped|fall|falls|fell",
    "add|adds|added|adding",
    "subtract|subtracts|subtracted|minus",
    "plus",
    "divide|divides|divided|split|splits",
    "multiply|multiplies|multiplied",
    "share|shares|shared|sharing",
    "give|gives|gave|giving",
    "get|gets|got|gotten|getting|receive|receives|received",
    "take|takes|took|taken|taking",
    "buy|buys|bought|buying|purchase|purchases|purchased",
    "sell|sells|sold|selling",
    "spend|spends|spent|spending",
    "earn|earns|earned|earning",
    "lose|loses|lost|losing",
    "eat|eats|ate|eaten|eating",
    "remove|removes|removed",
    "borrow|borrows|borrowed",
    "lend|lends|lent",
    "pay|pays|paid|paying",
    "save|saves|saved|saving",
    "cost|costs",
    "need|needs|needed",
    "use|uses|used|using",
    "make|makes|made|making",
    "have|has|had|having|own|owns|owned|possess|possesses",
    "find|finds|found|collect|collects|collected|gather|gathers|gathered",
    "pick|picks|picked",
    "break|breaks|broke|broken",
    "throw|throws|threw|thrown|discard|discards|discarded",
    "donate|donates|donated",
    "return|returns|returned",
    "bring|brings|brought",
    "leave|leaves|leaving",
    "arrive|arrives|arrived",
    "join|joins|joined",
    "come|comes|came",
    "go|goes|went|gone|going",
    "put|puts",
    "send|sends|sent",
    "read|reads",
    "run|runs|ran",
    "walk|walks|walked",
    "drive|drives|drove|driven",
    "work|works|worked",
    "grow|grows|grew|grown",
    "win|wins|won",
    "keep|keeps|kept",
    "cut|cuts",
    "fill|fills|filled",
    "empty|empties|emptied",
    "dozen|dozens",
    "older|old",
    "younger|young",
    "longer|long",
    "shorter|short",
    "taller|tall",
    "faster|fast",
    "slower|slow",
    "heavier|heavy",
    "lighter|light",
    "bigger|big|larger|large",
    "smaller|small",
    "cheaper|cheap",
    "expensive",
    "higher|high",
    "lower|low",
    "above|over",
    "below|under",
    "seconds",
    "minute|minutes",
    "hour|hours",
    "day|days|daily",
    "week|weeks|weekly",
    "month|months|monthly",
    "year|years|yearly",
    "dollar|dollars",
    "cent|cents",
    "euro|euros",
    "pound|pounds",
    "ounce|ounces",
    "foot|feet",
    "inch|inches",
    "mile|miles",
    "yard|yards",
    "gram|grams",
    "kilogram|kilograms|kg",
    "metre|metres|meter|meters",
    "centimetre|centimetres|centimeter|centimeters|cm",
    "millimetre|millimetres|millimeter|millimeters|mm",
    "kilometre|kilometres|kilometer|kilometers|km",
    "litre|litres|liter|liters",
    "gallon|gallons",
    "cup|cups",
    "degree|degrees",
};

/* Is `word` one of "a|b|c"? */
static bool is_among(const char *line, const char *word)
{
    size_t n = strlen(word);

    for (const char *p = line; p; p = strchr(p, '|')) {
        p += *p == '|';
        if (!strncmp(p, word, n) && (p[n] == '|' || !p[n]))
            return true;
    }
    return false;
}

const char *text_relation(const char *word)
{
    if (str_ends(word, "n't"))
        word = "not";
    for (size_t i = 0; i < sizeof relations / sizeof *relations; i++)
        if (is_among(relations[i], word))
            return relations[i];
    return NULL;
}

bool text_is_hedge(const char *word)
{
    return is_among("about|approximately|roughly|around|nearly|almost|perhaps|"
                    "maybe|probably|possibly|might|may|could|would|should|"
                    "seem|seems|seemed|supposedly|likely|apparently|estimated|"
                    "estimate|some|several|various|somewhat|reportedly|"
                    "presumably|suppose|supposed|usually|often|sometimes|"
                    "typically|generally|say|says|said|think|thinks|believe|"
                    "believes|rumour|rumoured|allegedly|guess|guesses|or",
                    word);
}

bool text_is_small(const char *word)
{
    return is_among("a|an|the|of|in|on|at|by|for|to|with|and|but|so|that|this|"
                    "these|those|there|here|it|its|is|are|was|were|be|been|"
                    "being|am|has|have|had|having|do|does|did|doing|will|can|"
                    "which|who|whom|whose|what|when|where|while|how|why|many|"
                    "much|now|also|too|up|down|out|off|into|onto|within|"
                    "during|among|because|since|though|although|however|"
                    "thus|hence|i|we|you|they|them|their|our|your|us|my|me|"
                    "he|she|him|her|his|hers|themselves|himself|herself|"
                    "itself|let|note|given|know|known|find|determine|tell|"
                    "exactly|precisely|one",
                    word);
}

const char *text_stem(struct arena *a, const char *word)
{
    size_t n = strlen(word);

    if (n > 4 && str_ends(word, "ies"))
        return arena_printf(a, "%.*sy", (int)(n - 3), word);
    if (n > 4 && (str_ends(word, "ches") || str_ends(word, "shes") ||
                  str_ends(word, "xes") || str_ends(word, "sses")))
        return arena_strndup(a, word, n - 2);
    if (n > 3 && word[n - 1] == 's' && word[n - 2] != 's')
        return arena_strndup(a, word, n - 1);
    return word;
}
