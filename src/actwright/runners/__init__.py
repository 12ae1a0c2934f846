"""What all test runners share, and the runners besides pytest: unittest, Robot Framework, pytest-bdd and behave.

A runner says which test it plays, as a `SuiteTest`, and where the test's page is; a `TaskRunner` does the rest.
"""
