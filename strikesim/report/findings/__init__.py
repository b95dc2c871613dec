"""Sentences that the data say, by rules: tables in, findings out.

None is without its interval, and what is not shown is never called absent.
"""

from strikesim.report.findings.finding import Finding, marked
from strikesim.report.findings.gather import findings_of, first_side, of_first_side

__all__ = ["Finding", "findings_of", "first_side", "marked", "of_first_side"]
