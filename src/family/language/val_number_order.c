/* SPDX-License-Identifier: Apache-2.0 */

/* The order of closed forms, by balls that enclose them. */
#include "family/language/val_number.h"
#include "math/arb.h"

static void enclose_atom(arb_t out, const struct atom_power *f, slong bits)
{
    fmpq_t power;
    arb_t t;

    fmpq_init(power);
    arb_init(t);
    switch (f->atom) {
    case ATOM_ROOT:
        arb_set_ui(out, (ulong)f->of);
        arb_root_ui(out, out, (ulong)f->q, bits);
        arb_pow_ui(out, out, (ulong)f->p, bits);
        break;
    case ATOM_NEST:
        arb_set_ui(t, (ulong)f->of);
        arb_sqrt(t, t, bits);
        arb_mul_si(t, t, (slong)f->q, bits);
        arb_add_si(t, t, (slong)f->p, bits);
        arb_sqrt(out, t, bits);
        break;
    case ATOM_E:
        fmpq_set_si(power, f->p, (ulong)f->q);
        arb_set_fmpq(out, power, bits);
        arb_exp(out, out, bits);
        break;
    case ATOM_PI:
    case ATOM_LOG:
        if (f->atom == ATOM_PI)
            arb_const_pi(out, bits);
        else
            arb_log_ui(out, (ulong)f->of, bits);
        arb_set_si(t, f->p);
        arb_pow(out, out, t, bits);
        break;
    }
    arb_clear(t);
    fmpq_clear(power);
}

static bool enclose_sum(struct reckoning *r, arb_t out,
                        const struct val_number *x, slong bits)
{
    arb_t term, atom;

    arb_init(term);
    arb_init(atom);
    arb_zero(out);
    for (size_t i = 0; i < x->n; i++) {
        if (!val_spend(r, (1 + x->at[i].n) * (20 + (uint64_t)bits / 4)))
            break;
        arb_set_fmpq(term, x->at[i].c, bits);
        for (size_t j = 0; j < x->at[i].n; j++) {
            enclose_atom(atom, &x->at[i].at[j], bits);
            arb_mul(term, term, atom, bits);
        }
        arb_add(out, out, term, bits);
    }
    arb_clear(term);
    arb_clear(atom);
    return !r->failed;
}

static bool enclose(struct reckoning *r, arb_t out, const struct val_number *x,
                    slong bits)
{
    arb_t below;

    if (!enclose_sum(r, out, x, bits) || !x->below)
        return !r->failed;
    arb_init(below);
    enclose_sum(r, below, x->below, bits);
    arb_div(out, out, below, bits);
    arb_clear(below);
    return !r->failed;
}

#define BITS_LEAST 64
#define BITS_MOST  4096

bool number_sign(struct reckoning *r, struct val x, int *sign)
{
    arb_t ball;

    *sign = 0;
    if (x.kind != VAL_NUMBER)
        return val_order(r, x, val_int(0), sign);
    *sign = fmpq_sgn(x.number->at[0].c);
    for (size_t i = 1; i < x.number->n && *sign != 0; i++)
        if (fmpq_sgn(x.number->at[i].c) != *sign)
            *sign = 0;
    if (*sign != 0) /* all atoms, and denominators, are above 0 */
        return true;
    arb_init(ball);
    for (slong bits = BITS_LEAST; bits <= BITS_MOST && *sign == 0; bits *= 4) {
        if (!enclose(r, ball, x.number, bits))
            break;
        *sign = arb_is_positive(ball) - arb_is_negative(ball);
    }
    arb_clear(ball);
    if (*sign == 0)
        val_fail(r,
                 "it cannot be decided whether this is 0, above or below: "
                 "%s",
                 val_what(r, x));
    return *sign != 0;
}

bool number_order(struct val a, struct val b, int *order)
{
    const struct val_number *x = a.number, *y = b.number;

    *order = 0;
    if (a.kind != VAL_NUMBER || b.kind != VAL_NUMBER || x->n != y->n ||
        x->below || y->below)
        return false;
    for (size_t i = 0; i < x->n; i++) {
        int here = fmpq_cmp(x->at[i].c, y->at[i].c);

        if (term_order(&x->at[i], &y->at[i]) != 0 || here * *order < 0)
            return false;
        *order = here ? here : *order; /* all atoms are above 0 */
    }
    return true;
}

struct val number_floor(struct reckoning *r, struct val x)
{
    bool found = false;
    fmpz_t z;
    arb_t ball;

    fmpz_init(z);
    arb_init(ball);
    for (slong bits = BITS_LEAST; bits <= BITS_MOST && !found; bits *= 4) {
        if (!enclose(r, ball, x.number, bits))
            break;
        if (mag_cmp_2exp_si(arb_radref(ball), -1) >= 0)
            continue; /* it may be very large */
        arb_floor(ball, ball, 2 * bits);
        found = arb_get_unique_fmpz(z, ball);
    }
    arb_clear(ball);
    if (found)
        return val_fmpz(r, z);
    fmpz_clear(z);
    return val_fail(r,
                    "it cannot be decided which whole number is below this: "
                    "%s",
                    val_what(r, x));
}
