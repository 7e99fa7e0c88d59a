"""The conformance runner: Python's standard library only.

  main      the command line            lists     which groups and sub-tests a list has
  suite     the built groups            habits    what is particular about a group
  platforms which platform is tested    process   one child with its time limit
  logs      what a group's log says     executor  all children, in parallel, resumable
  results   outcomes, JSON              report    tables, comparison, expectation
"""
