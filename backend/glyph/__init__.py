"""Glyph: a self-hosted workbench for a private corpus of infrastructure runbooks."""

__version__ = "0.1.0"
