" Made by tools/grammar: do not edit.
au BufRead,BufNewFile *.family setfiletype family
