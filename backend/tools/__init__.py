"""Scripts behind the Makefile: set-up, start, checks, the test run; set-up itself needs only the standard library."""
