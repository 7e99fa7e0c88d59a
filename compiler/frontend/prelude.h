// What Clang's fast built-in declarations lack. Kept short: every compile reads it.
