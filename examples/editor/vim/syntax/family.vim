" The family language of assay. Made by tools/grammar: do not edit.
if exists('b:current_syntax')
  finish
endif
syn case match
syn iskeyword @,48-57,_

syn keyword familyLoop product count least fold all any max min sum
syn keyword familyOperator divides and div mod not if in or
syn keyword familyWord where while else most when but for at by
syn keyword familyTruth true false
syn match familyFunction /\<\%(antiderivative\|rational_roots\|intersection\|solve_linear\|coefficient\|denominator\|determinant\|from_digits\|components\|derivative\|difference\|distances\|factorial\|numerator\|power_mod\|transpose\|binomial\|divisors\|is_prime\|reversed\|value_at\|inverse\|product\|subsets\|without\|append\|degree\|digits\|factor\|filled\|letter\|orders\|sorted\|tuples\|floor\|round\|times\|union\|ceil\|find\|join\|list\|rank\|root\|sign\|text\|abs\|gcd\|lcm\|len\|max\|min\|phi\|set\|sum\|zip\)\>\ze\s*(/
syn match familyNumber /\<\d\+\%(\.\d\+\)\?\>/
syn region familyString start=/"/ end=/"/ oneline
syn cluster familyFormula contains=familyLoop,familyOperator,familyWord,familyTruth,familyFunction,familyNumber,familyString

" An entry, and one with a text, which goes on in lines indented more.
syn match familyEntry /^\s*\%(problems\|require\|version\|answer\|choose\|repeat\|symbol\|check\|given\|means\|solve\|where\|draw\|else\|kind\|name\|pool\|slip\|for\|key\|let\|if\)\>/
syn match familyAnswer /\%(^answer:\s*\)\@<=\%(expression\|rational\|decimal\|integer\|tuple\|list\|text\|set\)\s*$/
syn region familyText start=/^\z(\s*\)\%(concept\|ending\|about\|depth\|level\|plain\|story\|terse\|title\|each\|list\|step\|text\|few\)\>/ end=/^\%(\z1\s\)\@!/me=s-1 keepend contains=familyHead,familyPlace,familyMath
syn match familyHead /^\s*\%(concept\|ending\|about\|depth\|level\|plain\|story\|terse\|title\|each\|list\|step\|text\|few\)\>[^:]*:/ contained contains=familyTextEntry,@familyFormula
syn match familyTextEntry /^\s*\%(concept\|ending\|about\|depth\|level\|plain\|story\|terse\|title\|each\|list\|step\|text\|few\)\>/ contained
syn region familyPlace start=/<\%(-\?[A-Za-z(]\|\d[^<>$]*>\)\@=/ end=/>/ oneline contained contains=@familyFormula
syn region familyMath start=/\$/ end=/\$/ contained contains=familyPlace
syn match familyComment /^\s*#.*$/

hi def link familyEntry Statement
hi def link familyTextEntry Statement
hi def link familyAnswer Type
hi def link familyLoop Repeat
hi def link familyOperator Operator
hi def link familyWord Keyword
hi def link familyTruth Boolean
hi def link familyFunction Function
hi def link familyNumber Number
hi def link familyString String
hi def link familyPlace Identifier
hi def link familyMath Special
hi def link familyComment Comment

let b:current_syntax = 'family'
