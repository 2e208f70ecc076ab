" The family language of assay. Made by tools/grammar: do not edit.
if exists('b:current_syntax')
  finish
endif
syn case match
syn iskeyword @,48-57,_

syn keyword familyLoop product count least fold all any max min sum
syn keyword familyOperator divides and div mod not if in or
syn keyword familyWord where while else most when but for at by
syn keyword familyConstant infinity false true pi
syn match familyFunction /\<\%(series_quotient\|antiderivative\|imaginary_part\|inverse_matrix\|poly_remainder\|rational_roots\|recurrence_mod\|scalar_product\|divisor_count\|poly_quotient\|intersection\|poly_inverse\|power_matrix\|solve_linear\|closed_open\|coefficient\|denominator\|determinant\|divisor_sum\|from_digits\|open_closed\|components\|derivative\|difference\|next_prime\|partitions\|polynomial\|base_text\|char_poly\|cycle_mod\|distances\|factorial\|fibonacci\|numerator\|order_mod\|power_mod\|real_part\|resultant\|stirling2\|times_mod\|transpose\|binomial\|divisors\|interval\|is_prime\|matching\|nth_root\|poly_gcd\|reversed\|term_mod\|value_at\|complex\|degrees\|inverse\|product\|subsets\|without\|append\|arccos\|arcsin\|arctan\|degree\|digits\|factor\|filled\|jacobi\|letter\|orders\|primes\|sorted\|tuples\|floor\|round\|times\|union\|bell\|cbrt\|ceil\|ends\|find\|join\|list\|open\|rank\|root\|sign\|sqrt\|text\|abs\|cos\|exp\|gcd\|lcm\|len\|log\|max\|min\|phi\|put\|set\|sin\|sum\|tan\|zip\|ln\)\>\ze\s*(/
syn match familyNumber /\<\d\+\%(\.\d\+\)\?\>/
syn region familyString start=/"/ end=/"/ oneline
syn cluster familyFormula contains=familyLoop,familyOperator,familyWord,familyConstant,familyFunction,familyNumber,familyString

" An entry, and one with a text, which goes on in lines indented more.
syn match familyEntry /^\s*\%(problems\|require\|version\|answer\|choose\|repeat\|shared\|symbol\|check\|given\|means\|solve\|where\|draw\|else\|kind\|name\|pool\|slip\|for\|key\|let\|if\)\>/
syn match familyAnswer /\%(^answer:\s*\)\@<=\%(expression\|equation\|interval\|rational\|decimal\|integer\|matrix\|number\|tuple\|list\|text\|set\)\s*$/
syn region familyText start=/^\z(\s*\)\%(concept\|ending\|about\|depth\|level\|plain\|story\|terse\|title\|each\|idle\|list\|step\|text\|few\)\>/ end=/^\%(\z1\s\)\@!/me=s-1 keepend contains=familyHead,familyPlace,familyMath
syn match familyHead /^\s*\%(concept\|ending\|about\|depth\|level\|plain\|story\|terse\|title\|each\|idle\|list\|step\|text\|few\)\>[^:]*:/ contained contains=familyTextEntry,@familyFormula
syn match familyTextEntry /^\s*\%(concept\|ending\|about\|depth\|level\|plain\|story\|terse\|title\|each\|idle\|list\|step\|text\|few\)\>/ contained
syn region familyPlace start=/<\%(-\?[A-Za-z(]\|\d[^<>$]*>\)\@=/ end=/>/ oneline contained contains=@familyFormula
syn region familyMath start=/\$/ end=/\$/ contained contains=familyPlace
syn match familyComment /^\s*#.*$/

hi def link familyEntry Statement
hi def link familyTextEntry Statement
hi def link familyAnswer Type
hi def link familyLoop Repeat
hi def link familyOperator Operator
hi def link familyWord Keyword
hi def link familyConstant Constant
hi def link familyFunction Function
hi def link familyNumber Number
hi def link familyString String
hi def link familyPlace Identifier
hi def link familyMath Special
hi def link familyComment Comment

let b:current_syntax = 'family'
