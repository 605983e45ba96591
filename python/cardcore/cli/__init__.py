"""The command line: one file per verb, and one that formats."""
