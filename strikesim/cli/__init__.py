"""The command line: one small file for each verb, which parses, imports late, calls and prints."""
