"""Measuring search: golden queries, metrics, and the run that joins them."""
