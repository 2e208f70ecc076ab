/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/import/table.h"

/* A reader that asks for more fields stands before one that asks for fewer. */
const struct dataset_reader *const dataset_readers[] = {
    &reader_gsm_symbolic, &reader_gsm_plus,      &reader_hardmath,
    &reader_hardmath2,    &reader_olympiadbench, &reader_college_math,
    &reader_asdiv,        &reader_gsm8k,         &reader_svamp,
    &reader_theoremqa,    &reader_mawps,         &reader_evals,
    &reader_math500,      &reader_math,          &reader_aime,
    &reader_amc,          &reader_minerva,       &reader_generic,
};

const size_t n_dataset_readers =
    sizeof(dataset_readers) / sizeof(dataset_readers[0]);
