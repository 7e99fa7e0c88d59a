from lanecl import main

main()
