#!/bin/sh
# assay verify --dataset: rows of our own, and the published sets in $ASSAY_DATA.
. "$(dirname "$0")/../lib/tap.sh"

cat >"own.jsonl" <<'EOF'
{"prompt": "Consider the following integral:$I(x) = \\int_0^\\infty \\frac{e^{-xt}}{2+t} dt$In the limit$x \\rightarrow \\infty$, find approximate behavior up to and including the leading order.", "solution": "$\\boxed{I(x) = \\frac{1}{2x}}$", "type": "right"}
{"prompt": "Consider the following integral:$I(x) = \\int_0^\\infty \\frac{e^{-xt}}{2+t} dt$In the limit$x \\rightarrow \\infty$, find approximate behavior up to and including the leading order.", "solution": "$\\boxed{I(x) = \\frac{1}{x}}$", "type": "wrong"}
{"prompt": "Find a uniformly valid approximation to the solution of $\\epsilon y'' - y'$ with boundary conditions $y(0)=1, y(1)=2$ in the limit $\\epsilon \\to 0^+$.", "solution": "$\\boxed{1}$", "type": "mistyped"}
{"id": "r", "question": "Consider the polynomial\\[P(x) =\\epsilon x^{3} + x^{2} - 1.\\] Find approximate expressions for all roots of the polynomials in the limit of small positive $\\epsilon$ and large positive $\\epsilon$.", "solution": "the roots for large positive $epsilon$ are $\\boxed{\\left[ \\sqrt[3]{\\frac{1}{\\epsilon}}, e^{2 i \\pi/3} \\sqrt[3]{\\frac{1}{\\epsilon}}, e^{-2 i \\pi/3} \\sqrt[3]{\\frac{1}{\\epsilon}}\\right]}$ and the roots for small positive $epsilon$ are $\\boxed{\\left[ \\frac{1}{\\epsilon}, -1, 1\\right]}$", "question_type": "roots"}
{"id": "n", "question": "Nondimensionalize the polynomial \\[P(x) = 2 x^{4} + 3 x^{2} + 5\\] into a polynomial of the form $\\epsilon y^{4} \\pm y^{2} \\pm 1$. Solve for $\\epsilon$.", "solution": "$\\boxed{\\epsilon \\approx 1.11}$", "answer_val": "1.11", "question_type": "nondimensional"}
{"id": "i", "question": "Consider the integral $I(\\epsilon) = \\int_0^{50.00} \\frac{1}{\\epsilon + 3.0 x^{6.0} + 2.0 x^{12.0}} dx$. Develop analytical formulas that approximate $I(\\epsilon)$ for different regimes of $\\epsilon$.", "solution": "", "answer_val": "\\frac{0.8327}{\\epsilon^{0.8333}}, \\frac{0.9439}{\\epsilon^{0.8333}}, \\frac{50}{\\epsilon}", "question_type": "regimes"}
EOF

verdict() { # id verdict
    grep -q "^{\"id\": \"$1\", .*\"verdict\": \"$2\"" lines
}

it 'a key that fails makes the status 1' 1 \
    "$assay" verify --dataset own.jsonl --json
cp out lines
it 'a right integral holds' 0 verdict 0 holds
it 'a wrong factor fails' 0 verdict 1 fails
it 'an equation without = is undecided' 0 verdict 2 undecided
it 'a root of the wrong sign fails' 0 verdict r fails
it 'its right roots are told' 0 grep -q '"id": "r".*"right": ".*frac' lines
it 'a rounded number holds' 0 verdict n holds
it 'the wrong power of a regime fails' 0 verdict i fails
it 'rows come in order' 0 \
    test "$(cut -d'"' -f4 lines | paste -sd ' ')" = '0 1 2 r n i'
it 'threads change nothing' 1 \
    "$assay" verify --dataset own.jsonl --json --threads 1
cp out one
it 'not a byte' 0 cmp one lines
it 'the document counts by topic' 1 "$assay" verify --dataset own.jsonl
has out 'keys compared with their prompts'
has out 'Right: '
echo '{"prompt": 1}' >bad.jsonl
it 'a row without a prompt is reported' 3 "$assay" verify --dataset bad.jsonl
has err 'bad.jsonl:1:'

# The exact checks of HARDMath-mini take seconds.
mini=${ASSAY_DATA:-/nowhere}/hardmath_mini.jsonl
if [ -f "$mini" ]; then
    grep -e Nondimensionalize -e 'all roots' -e 'different regimes' "$mini" \
        >mini.jsonl
    it 'keys of the set fail' 1 "$assay" verify --dataset mini.jsonl --json
    cp out lines
    it 'all its forms and lists of roots hold' 0 \
        test "$(grep -v '"topic": "integral"' lines | grep -c '"holds"')" = 192
    it '46 integrals have a wrong power' 0 \
        test "$(grep -c '"reason": "power"' lines)" = 46
    it '2 have a wrong prefactor' 0 \
        test "$(grep -c '"reason": "prefactor"' lines)" = 2
else
    result ok 'the published set # SKIP no $ASSAY_DATA'
fi
finish
